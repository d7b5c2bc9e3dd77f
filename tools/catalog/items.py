"""An item as tools tell it: facts only, ready for JSON."""

from collections.abc import Sequence
from decimal import Decimal
from textwrap import shorten
from urllib.parse import quote

from pydantic import Field

from tools.catalog.models import Product, Variant
from tools.contract import Result

CENT = Decimal("0.01")
# A model is told each form of an item up to here, beyond it what there is to choose from.
MOST_FORMS = 8
# A line or two under each title.
LONGEST_IN_A_LIST = 160


class FormPrice(Result):
    """The price of one form of an item: of full board, of a child."""

    options: dict[str, str]
    price: Decimal


class CatalogItem(Result):
    """A product with the prices and options of its variants; in a search, of those that fit and are in stock."""

    item_id: str
    title: str
    category: str | None
    brand: str | None
    price_from: Decimal
    price_to: Decimal
    currency: str
    unit: str = Field("piece", description="What a price is for and stock counts: piece, night, ticket, kg ...")
    in_stock: bool
    attributes: dict[str, str]
    options: dict[str, list[str]]
    form_prices: list[FormPrice] = Field(default_factory=list, description="What each form costs, where that differs.")
    link_path: str
    description: str = Field("", description="What it is, in its own words; of an item in a list, their beginning.")


def summary(product: Product, variants: Sequence[Variant]) -> dict[str, object]:
    """The fields of a CatalogItem, over these variants (at least one)."""
    prices = [variant.price.quantize(CENT) for variant in variants]
    return {
        "item_id": str(product.id),
        "title": product.title,
        "category": product.category.path if product.category else None,
        "brand": product.brand or None,
        "price_from": min(prices),
        "price_to": max(prices),
        "currency": variants[0].currency,
        "unit": variants[0].unit,
        "in_stock": any(variant.stock > 0 for variant in variants),
        "attributes": {name: str(value) for name, value in product.attributes.items()},
        "options": options_of(variants),
        "form_prices": _form_prices(variants),
        "link_path": link_path(product.key),
        "description": shorten(product.description, LONGEST_IN_A_LIST, placeholder="…"),
    }


def link_path(key: str) -> str:
    """Where the product stands in the tenant's web catalog, to be put after its base address."""
    return f"/items/{quote(key, safe='')}"


def options_of(variants: Sequence[Variant]) -> dict[str, list[str]]:
    """The values of each option that they come in, each once."""
    found: dict[str, dict[str, None]] = {}
    for variant in variants:
        for name, value in variant.options.items():
            found.setdefault(name, {})[str(value)] = None
    return {name: list(values) for name, values in found.items()}


def _form_prices(variants: Sequence[Variant]) -> list[FormPrice]:
    """By the one option that the price hangs on, where there is one; none where all cost the same or there are many."""
    if len({variant.price for variant in variants}) < 2:
        return []
    for name in variants[0].options:
        prices: dict[str, set[Decimal]] = {}
        for variant in variants:
            prices.setdefault(str(variant.options.get(name, "")), set()).add(variant.price.quantize(CENT))
        if "" not in prices and all(len(each) == 1 for each in prices.values()):
            told = [FormPrice(options={name: value}, price=min(each)) for value, each in prices.items()]
            return told if len(told) <= MOST_FORMS else []
    if len(variants) > MOST_FORMS:
        return []
    options = [{name: str(value) for name, value in variant.options.items()} for variant in variants]
    return [
        FormPrice(options=each, price=one.price.quantize(CENT)) for each, one in zip(options, variants, strict=True)
    ]
