"""A merchant sets up what delivery costs: one place a line, and what is no area is told."""

from decimal import Decimal

from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.people import member, seated
from tests.tools.orders.shelf import Buyer
from tests.tools.orders.test_admin import text_of
from tools.orders.models import DeliveryArea

LIST = "/admin/orders/deliveryarea/"
NAIROBI = {
    "position": "1", "name": "Nairobi", "fee": "300", "free_from": "5000", "categories": "",
    "places": "Umoja\r\n\r\n Donholm \r\nUmoja",
}  # fmt: skip


def test_an_area_is_set_up_and_counts_at_once(shop: Tenant, buyer: Buyer) -> None:
    client = seated(member(shop))
    client.post(f"{LIST}add/", NAIROBI)
    with tenant_scope(shop.id):
        row = DeliveryArea.objects.get()
        assert (row.places, row.categories, row.fee, row.free_from) == (["Umoja", "Donholm"], [], 300, 5000)
    page = text_of(client.get(LIST))
    for told in ("Delivery fees", "Umoja, Donholm", "All goods"):
        assert told in page
    assert "Umoja\nDonholm" in client.get(f"{LIST}{row.pk}/change/").content.decode()
    assert "Nairobi" in text_of(client.get(LIST, {"q": "donholm"}))
    lines = [{"sku": "KIKOI", "quantity": 1}]
    order = buyer.call("order_create", lines=lines, delivery={"place": "Donholm, phase 5"}).order
    assert order.total == 1500
    assert "KES 300 (Nairobi)" in text_of(client.get(f"/admin/orders/order/{order.order_id}/change/"))


def test_what_is_no_area_is_told(shop: Tenant) -> None:
    with tenant_scope(shop.id):
        DeliveryArea.objects.create(name="Nairobi", places=["Umoja"], fee=Decimal(300))
    client = seated(member(shop))
    page = text_of(
        client.post(f"{LIST}add/", NAIROBI | {"places": "?!", "fee": "-1", "free_from": "0", "categories": "Shoe"})
    )
    for told in ("There is no word in this: ?!", "There is no such category: Shoe", "greater than or equal to 0"):
        assert told in page
    assert "Another area has this name." in text_of(client.post(f"{LIST}add/", NAIROBI | {"categories": "Shoes"}))
    assert "This field is required." in text_of(client.post(f"{LIST}add/", NAIROBI | {"places": " "}))
    assert "At most 80 characters" in text_of(client.post(f"{LIST}add/", NAIROBI | {"places": "x" * 81}))


def test_operators_do_not_set_fees(shop: Tenant) -> None:
    assert seated(member(shop, Role.OPERATOR)).get(f"{LIST}add/").status_code == 403
