"""Orders in nights and kilos: half a kilo is sold, held and put back; half a night is not."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.orders.shelf import Buyer, stock_of
from tools.catalog.models import Product, Variant
from tools.orders.models import OrderLine


@pytest.fixture
def counter(shop: Tenant) -> Tenant:
    with tenant_scope(shop.id):
        for sku, title, price, unit, stock in (
            ("FISH", "Red Snapper", "955", "kg", "4.25"), ("ROOM", "Garden Room", "18500", "night", "6"),
        ):  # fmt: skip
            product = Product.objects.create(key=title, title=title)
            Variant.objects.create(product=product, sku=sku, price=Decimal(price), unit=unit, stock=Decimal(stock))
    return shop


def test_a_kilo_and_a_half_is_priced_held_and_put_back(counter: Tenant, buyer: Buyer) -> None:
    order = buyer.wants({"sku": "FISH", "quantity": 1.5}, {"sku": "ROOM", "quantity": 2}).order
    assert [(line.quantity, line.unit, line.line_total) for line in order.lines] == [
        (Decimal("1.5"), "kg", Decimal(1433)), (2, "night", Decimal(37000)),
    ]  # fmt: skip
    assert order.total == 38433
    assert (stock_of(counter, "FISH"), stock_of(counter, "ROOM")) == (Decimal("2.75"), 4)
    assert buyer.wants({"sku": "FISH", "quantity": "1.50"}, {"sku": "ROOM", "quantity": 2}).order.quote == order.quote
    assert order.model_dump(mode="json")["lines"][0]["quantity"] == 1.5
    buyer.wants()
    assert (stock_of(counter, "FISH"), stock_of(counter, "ROOM")) == (Decimal("4.25"), 6)


def test_half_a_night_is_refused_and_changes_nothing(counter: Tenant, buyer: Buyer) -> None:
    refused = buyer.wants({"sku": "ROOM", "quantity": 1.5})
    assert (refused.code, refused.facts["unit"]) == ("not_whole", "night")
    assert stock_of(counter, "ROOM") == 6


def test_more_than_is_left_is_refused_with_what_there_is(counter: Tenant, buyer: Buyer) -> None:
    refused = buyer.wants({"sku": "FISH", "quantity": 4.5})
    assert (refused.code, refused.facts["available"]) == ("out_of_stock", Decimal("4.25"))


@pytest.mark.parametrize("quantity", [0, -1, 0.0001, 1001, "NaN", "Infinity"])
def test_a_part_that_nobody_can_weigh_is_refused(counter: Tenant, buyer: Buyer, quantity: object) -> None:
    assert buyer.wants({"sku": "FISH", "quantity": quantity}).code == "invalid_arguments"


def test_the_database_holds_lines_to_whole_nights(counter: Tenant, buyer: Buyer) -> None:
    order = buyer.order(ROOM=2)
    with tenant_scope(counter.id):
        for change, name in (
            ({"quantity": Decimal("1.5"), "held": 0}, "order_line_in_whole_units"),
            ({"quantity": 0, "held": 0}, "order_line_has_pieces"),
            ({"held": 3}, "order_line_holds_its_own"),
            ({"held": -1}, "order_line_holds_its_own"),
        ):
            with pytest.raises(IntegrityError, match=name), transaction.atomic():
                OrderLine.objects.filter(order=order).update(**change)
