"""The facts of one item, by id or SKU, of the tenant's own catalog only."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.catalog.shops import csv_of, get_item, load, search
from tools.catalog.models import Product

ROWS = (
    "A-41,dash,Dash Running Shoe,Light.,Shoes,Kasi,gender=men,size=41;colour=red,3000,KES,2,https://x.example/a.png,",
    "A-42,dash,Dash Running Shoe,Light.,Shoes,Kasi,gender=men,size=42;colour=red,3500.5,KES,0,https://x.example/a.png,",
)


@pytest.fixture
def stocked(shop: Tenant) -> Tenant:
    load(shop, csv_of(*ROWS))
    return shop


def test_every_variant_is_told(stocked: Tenant) -> None:
    hit = search(stocked, query="dash").items[0]
    item = get_item(stocked, hit.item_id)
    assert [(v.sku, v.price, v.stock, v.in_stock, v.options["size"]) for v in item.variants] == [
        ("A-41", Decimal("3000.00"), 2, True, "41"),
        ("A-42", Decimal("3500.50"), 0, False, "42"),
    ]
    assert (item.description, item.image_url, item.sku) == ("Light.", "https://x.example/a.png", None)
    assert item.model_dump(mode="json")["price_to"] == "3500.50"


def test_a_sku_opens_its_item(stocked: Tenant) -> None:
    item = get_item(stocked, " A-42 ")
    assert (item.title, item.sku, len(item.variants)) == ("Dash Running Shoe", "A-42", 2)


@pytest.mark.parametrize("reference", ["", "nope", "A-4", "\x00", "1" * 80, "0199-zz", "' OR 1=1 --"])
def test_what_is_unknown_is_refused(stocked: Tenant, reference: str) -> None:
    assert get_item(stocked, reference).code == "item_unknown"


def test_the_items_of_another_tenant_are_unknown(stocked: Tenant, make_tenant: Callable[..., Tenant]) -> None:
    other = make_tenant(slug="other-shop")
    foreign = search(stocked, query="dash").items[0].item_id
    assert get_item(other, foreign).code == "item_unknown"
    assert get_item(other, "A-41").code == "item_unknown"


def test_an_inactive_item_is_refused_and_not_found(stocked: Tenant) -> None:
    with tenant_scope(stocked.id):
        Product.objects.update(is_active=False)
    assert get_item(stocked, "A-41").code == "item_inactive"
    assert search(stocked, query="dash").total_estimate == 0
