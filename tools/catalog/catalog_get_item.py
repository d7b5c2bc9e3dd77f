"""Fetches one item with each variant's price and stock now; refuses what is unknown or no longer sold."""

from decimal import Decimal

from pydantic import Field

from tools.catalog import selectors
from tools.catalog.items import CENT, CatalogItem, summary
from tools.catalog.models import Variant
from tools.catalog.units import Quantity
from tools.contract import Args, Refusal, Result, Tool, ToolContext


class CatalogGetItemArgs(Args):
    """Which item."""

    item_id: str = Field(max_length=80, description="The item_id of a search result, or a SKU.")


class VariantFacts(Result):
    """One form of the item that can be bought."""

    sku: str
    options: dict[str, str]
    price: Decimal
    currency: str
    unit: str = Field("piece", description="What the price is for and the stock counts: piece, night, ticket, kg ...")
    stock: Quantity
    in_stock: bool


class CatalogGetItemResult(CatalogItem):
    """The item as it stands in the catalog now."""

    image_url: str | None
    variants: list[VariantFacts]
    sku: str | None = Field(description="The variant that was asked for, when it was asked for by SKU.")


def run(args: CatalogGetItemArgs, context: ToolContext) -> CatalogGetItemResult | Refusal:
    reference = args.item_id.strip()
    variants = selectors.find_variants(reference)
    if not variants:
        return Refusal(code="item_unknown", reason="There is no such item in this catalog.")
    product = variants[0].product
    if not product.is_active:
        return Refusal(code="item_inactive", reason="This item is no longer sold.")
    return CatalogGetItemResult.model_validate(
        summary(product, variants)
        | {
            "description": product.description,
            "image_url": product.image_url or None,
            "variants": [_facts(variant) for variant in variants],
            "sku": next((variant.sku for variant in variants if variant.sku == reference), None),
        }
    )


def _facts(variant: Variant) -> VariantFacts:
    return VariantFacts(
        sku=variant.sku,
        options={name: str(value) for name, value in variant.options.items()},
        price=variant.price.quantize(CENT),
        currency=variant.currency,
        unit=variant.unit,
        stock=variant.stock,
        in_stock=variant.stock > 0,
    )


TOOL = Tool(
    name="catalog_get_item",
    effect="read",
    description="Fetch the facts of one item: description, attributes, and each variant's price and stock.",
    args=CatalogGetItemArgs,
    result=CatalogGetItemResult,
    run=run,
)
