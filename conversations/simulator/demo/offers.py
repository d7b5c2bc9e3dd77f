"""The demo tenants' offers; one that is there already is left as it is."""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

from tools.catalog.models import Category, Product
from tools.offers.models import Offer, OfferScope

AMOUNTS = ("percent", "amount", "minimum_spend")


def load(path: Path, *, currency: str) -> None:
    """Read a file of offers into the tenant in scope."""
    for document in tomllib.loads(path.read_text())["offers"]:
        _load_one(document, currency)


def _load_one(document: dict[str, Any], currency: str) -> None:
    shelves, products = document.pop("shelves", ()), document.pop("products", ())
    document |= {name: Decimal(document[name]) for name in AMOUNTS if name in document}
    offer, is_new = Offer.objects.get_or_create(
        name=document.pop("name"), defaults=document | {"currency": currency}
    )  # fmt: skip
    if not is_new:
        return
    for shelf in shelves:
        OfferScope.objects.create(offer=offer, category=Category.objects.get_or_create(path=shelf)[0])
    for key in products:
        OfferScope.objects.create(offer=offer, product=Product.objects.get(key=key))
