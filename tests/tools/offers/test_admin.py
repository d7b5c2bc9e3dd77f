"""Offers in the admin: written with their limits, refused when they contradict themselves, shown with their uses."""

from decimal import Decimal
from typing import Any

import pytest

from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.depth import sampled
from tests.people import member, seated
from tests.tools.orders.shelf import Buyer
from tools.catalog.models import Category
from tools.offers.models import Offer

LIST = "/admin/offers/offer/"
NO_SCOPE = {"scope-TOTAL_FORMS": "0", "scope-INITIAL_FORMS": "0"}
TEN: dict[str, Any] = {"name": "Karibu", "code": "karibu 10", "percent": "10", "currency": "KES", "is_active": "on"}


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_an_offer_is_written_and_used(shop: Tenant, buyer: Buyer) -> None:
    with tenant_scope(shop.id):
        shelf = str(Category.objects.get(path="Shoes > Running").pk)
    scope = {"scope-TOTAL_FORMS": "1", "scope-INITIAL_FORMS": "0", "scope-0-category": shelf}
    client = seated(member(shop))
    assert client.post(f"{LIST}add/", TEN | scope | {"total_limit": "3"}).status_code == 302
    order = buyer.order(SHOE_42=1)
    assert buyer.call("order_apply_coupon", order_id=str(order.pk), code="Karibu10").order.total == 3149
    page = text_of(client.get(LIST))
    for told in ("KARIBU10", "10%", "1 of 3", "Running"):
        assert told in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    sampled(
        [
            ({"amount": "5"}, "Give a percentage or an amount: one of the two."),
            ({"percent": ""}, "Give a percentage or an amount: one of the two."),
            ({"percent": "101"}, "less than or equal to 100"),
            ({"percent": "0"}, "greater than or equal to 0.01"),
            ({"code": "<b>"}, "Letters, digits and hyphens"),
            ({"code": "TAKEN"}, "Another offer has this code."),
            ({"total_limit": "0"}, "greater than or equal to 1"),
            ({"minimum_spend": "-5"}, "greater than or equal to 0.01"),
            (
                {"starts_at_0": "2026-03-02", "starts_at_1": "09:00", "ends_at_0": "2026-03-01", "ends_at_1": "09:00"},
                "It must end after it starts.",
            ),
        ],
        quick=5,
    ),
)
def test_what_no_offer_can_be_is_told(shop: Tenant, fields: dict[str, str], sentence: str) -> None:
    with tenant_scope(shop.id):
        Offer.objects.create(name="Old", code="TAKEN", percent=Decimal(5))
    assert sentence in text_of(seated(member(shop)).post(f"{LIST}add/", TEN | NO_SCOPE | fields))
    with tenant_scope(shop.id):
        assert Offer.objects.count() == 1


def test_a_scope_is_one_thing(shop: Tenant) -> None:
    scope = {"scope-TOTAL_FORMS": "1", "scope-INITIAL_FORMS": "0", "scope-0-category": "", "scope-0-product": ""}
    client = seated(member(shop))
    with tenant_scope(shop.id):
        shelf = Category.objects.get(path="Kitchen")
        product = shelf.products.get()
    both = scope | {"scope-0-category": str(shelf.pk), "scope-0-product": str(product.pk)}
    assert "Choose a product or a shelf" in text_of(client.post(f"{LIST}add/", TEN | both))


def test_another_shops_code_is_no_obstacle(shop: Tenant, make_tenant: Any) -> None:
    with tenant_scope(make_tenant().id):
        Offer.objects.create(name="Theirs", code="KARIBU10", percent=Decimal(5))
    assert seated(member(shop)).post(f"{LIST}add/", TEN | NO_SCOPE).status_code == 302


def test_operators_do_not_write_offers(shop: Tenant) -> None:
    assert seated(member(shop, Role.OPERATOR)).get(LIST).status_code == 403
