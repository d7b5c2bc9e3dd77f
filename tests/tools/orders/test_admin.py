"""A merchant's hands in the admin: orders are found, read and sent on; what is not allowed is told."""

from typing import Any

import pytest
from django.test import Client

from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.people import member, platform, seated
from tests.tools.orders.shelf import Buyer
from tools.models import Event
from tools.orders.models import Order

LIST = "/admin/orders/order/"


@pytest.fixture
def paid(shop: Tenant, buyer: Buyer) -> Order:
    order = buyer.order(SHOE_42=2, MUG=1)
    buyer.pay(order, "7149")
    return buyer.read(order)


def text_of(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def step(client: Client, order: Order, name: str) -> str:
    """Open the dialog, confirm it, and read the page it leads to."""
    address = f"{LIST}{order.pk}/{name}/"
    text_of(client.get(address))
    answer = client.post(address, {"_form_submitted": "on"})
    return text_of(client.get(answer.headers["HX-Redirect"]))


def test_an_order_is_found_by_what_one_knows_of_it(shop: Tenant, paid: Order, other: Buyer) -> None:
    unpaid = other.order(KIKOI=1)
    client = seated(member(shop))
    page = text_of(client.get(LIST))
    for told in (paid.number, unpaid.number, "KES 7,149", "Unpaid"):
        assert told in page
    with tenant_scope(shop.id):
        phone = paid.customer.address.removeprefix("whatsapp:+")
    for query in (paid.number, paid.number.lower(), phone, "SHOE-42"):
        found = text_of(client.get(LIST, {"q": query}))
        assert paid.number in found
        assert unpaid.number not in found
    assert paid.number not in text_of(client.get(LIST, {"status__exact": "draft"}))


def test_the_page_tells_everything_that_happened(shop: Tenant, paid: Order) -> None:
    page = text_of(seated(member(shop)).get(f"{LIST}{paid.pk}/change/"))
    for told in ("SHOE-42", "Road Shoe", "6,998", "Paid 7149", "Put together: 2 x Road Shoe", "the customer"):
        assert told in page
    assert 'name="_save"' not in page


def test_the_page_tells_where_it_goes_as_the_customer_said_it(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.order(MUG=1)
    page = f"{LIST}{order.pk}/change/"
    assert "Nothing was said" in text_of(seated(member(shop)).get(page))
    with tenant_scope(shop.pk):
        Order.objects.filter(pk=order.pk).update(delivery={"place": "Kilimani <b>gate</b>", "when": "Friday after 4"})
    assert "To: Kilimani &lt;b&gt;gate&lt;/b&gt;; When: Friday after 4" in text_of(seated(member(shop)).get(page))


@pytest.mark.parametrize("role", [Role.ADMIN, Role.OPERATOR])
def test_an_order_is_sent_on_step_by_step(shop: Tenant, paid: Order, role: Role) -> None:
    client = seated(member(shop, role, username="asha"))
    assert "being prepared. The customer is told" in step(client, paid, "prepare")
    page = step(client, paid, "ship")
    assert "shipped. The customer is told" in page
    assert "asha" in page
    assert f"{LIST}{paid.pk}/deliver/" in page
    for gone in ("prepare", "ship", "cancel"):
        assert f"{LIST}{paid.pk}/{gone}/" not in page
    with tenant_scope(shop.id):
        assert [event.facts["status"] for event in Event.objects.order_by("pk")] == ["preparing", "shipped"]


def test_a_step_that_came_too_late_is_told(shop: Tenant, paid: Order, buyer: Buyer) -> None:
    buyer.do("advance", paid, status="delivered", by="Asha")
    page = step(seated(member(shop)), paid, "cancel")
    assert f"Order {paid.number} is delivered; it cannot become cancelled." in page
    assert buyer.read(paid).status == "delivered"


def test_a_link_alone_changes_nothing(shop: Tenant, paid: Order, buyer: Buyer) -> None:
    client = seated(member(shop))
    for name in ("prepare", "ship", "deliver", "cancel"):
        client.get(f"{LIST}{paid.pk}/{name}/")
    assert buyer.read(paid).status == "paid"


def test_nobody_writes_an_order_by_hand(shop: Tenant, paid: Order, buyer: Buyer) -> None:
    client = seated(member(shop))
    assert client.get(f"{LIST}add/").status_code == 403
    assert client.post(f"{LIST}{paid.pk}/change/", {"paid_total": "1"}).status_code == 403
    assert client.post(f"{LIST}{paid.pk}/delete/", {"post": "yes"}).status_code == 403
    assert buyer.read(paid).paid_total == 7149


def test_who_looks_at_all_businesses_takes_no_step(shop: Tenant, paid: Order, buyer: Buyer) -> None:
    client = seated(platform())
    assert paid.number in text_of(client.get(LIST))
    assert client.post(f"{LIST}{paid.pk}/ship/", {"_form_submitted": "on"}).status_code == 403
    assert buyer.read(paid).status == "paid"
