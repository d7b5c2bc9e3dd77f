"""An item as tools tell it: facts only, ready for JSON."""

from collections.abc import Sequence
from decimal import Decimal
from urllib.parse import quote

from tools.catalog.models import Product, Variant
from tools.contract import Result

CENT = Decimal("0.01")


class CatalogItem(Result):
    """A product with the prices and options of its variants; in a search, of those that fit and are in stock."""

    item_id: str
    title: str
    category: str | None
    brand: str | None
    price_from: Decimal
    price_to: Decimal
    currency: str
    in_stock: bool
    attributes: dict[str, str]
    options: dict[str, list[str]]
    link_path: str


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
        "in_stock": any(variant.stock > 0 for variant in variants),
        "attributes": {name: str(value) for name, value in product.attributes.items()},
        "options": _options(variants),
        "link_path": link_path(product.key),
    }


def link_path(key: str) -> str:
    """Where the product stands in the tenant's web catalog, to be put after its base address."""
    return f"/items/{quote(key, safe='')}"


def _options(variants: Sequence[Variant]) -> dict[str, list[str]]:
    found: dict[str, dict[str, None]] = {}
    for variant in variants:
        for name, value in variant.options.items():
            found.setdefault(name, {})[str(value)] = None
    return {name: list(values) for name, values in found.items()}
