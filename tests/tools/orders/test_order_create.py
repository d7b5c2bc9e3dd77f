"""The draft: its lines, totals and prices, the stock it holds, and what it refuses."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.orders.shelf import Buyer, stock_of
from tools import registry
from tools.catalog.models import Product, Variant
from tools.orders import numbers, services
from tools.orders.models import Order


def test_a_cart_becomes_a_draft_with_its_totals(shop: Tenant, buyer: Buyer) -> None:
    answer = buyer.wants(SHOE_42=2, MUG=3)
    order = answer.order
    assert [(line.sku, line.quantity, line.unit_price, line.line_total) for line in order.lines] == [
        ("SHOE-42", 2, Decimal(3499), Decimal(6998)),
        ("MUG", 3, Decimal("150.50"), Decimal(452)),
    ]
    assert (order.subtotal, order.total, order.due, order.currency) == (7450, 7450, 7450, "KES")
    assert (order.status, order.discounts, answer.price_changes) == ("draft", [], [])
    assert order.lines[0].options == {"size": "42"}
    assert order.reserved_until == buyer.now + services.HOLD
    assert (stock_of(shop, "SHOE-42"), stock_of(shop, "MUG")) == (3, 97)


def test_a_new_cart_replaces_the_draft_and_its_hold(shop: Tenant, buyer: Buyer) -> None:
    first = buyer.wants(SHOE_42=5).order
    second = buyer.wants(SHOE_42=1, KIKOI=1).order
    assert (second.order_id, second.number) == (first.order_id, first.number)
    assert second.quote != first.quote
    assert [line.sku for line in second.lines] == ["SHOE-42", "KIKOI"]
    assert (stock_of(shop, "SHOE-42"), stock_of(shop, "KIKOI")) == (4, 9)


def test_the_same_cart_has_the_same_quote(buyer: Buyer) -> None:
    assert buyer.wants(MUG=1).order.quote == buyer.after(minutes=1).wants(MUG=1).order.quote


def test_lines_of_one_sku_are_one_line(buyer: Buyer) -> None:
    answer = buyer.wants({"sku": "MUG", "quantity": 1}, {"sku": " MUG ", "quantity": 2})
    assert [(line.sku, line.quantity) for line in answer.order.lines] == [("MUG", 3)]


def test_no_lines_withdraw_the_draft(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.wants(SHOE_42=2).order
    gone = buyer.wants().order
    assert (gone.order_id, gone.status, gone.reserved_until) == (order.order_id, "cancelled", None)
    assert stock_of(shop, "SHOE-42") == 5
    assert buyer.wants().code == "nothing_to_withdraw"
    assert buyer.wants(MUG=1).order.number != order.number


@pytest.mark.parametrize("quantity", [0, -1, 10**9, 1001, "two or maybe three", None])
def test_a_quantity_that_nobody_can_mean_is_refused(shop: Tenant, buyer: Buyer, quantity: Any) -> None:
    assert buyer.wants({"sku": "MUG", "quantity": quantity}).code == "invalid_arguments"
    assert stock_of(shop, "MUG") == 100


@pytest.mark.parametrize("sku", ["\x00", "M\x00UG", "x" * 65, None, 7])
def test_an_sku_that_nobody_can_mean_is_refused(buyer: Buyer, sku: Any) -> None:
    assert buyer.wants({"sku": sku, "quantity": 1}).code == "invalid_arguments"


def test_a_price_that_changed_is_told(buyer: Buyer) -> None:
    answer = buyer.wants({"sku": "KIKOI", "quantity": 1, "shown_price": "1000"}, {"sku": "MUG", "quantity": 1})
    (change,) = answer.price_changes
    assert (change.sku, change.title, change.shown, change.now) == ("KIKOI", "Kikoi", 1000, 1200)
    assert answer.order.lines[0].unit_price == 1200
    assert buyer.wants({"sku": "KIKOI", "quantity": 1, "shown_price": "1200.0"}).price_changes == []


@pytest.mark.parametrize("sku", ["NOPE", "", "shoe-42", "'; DROP TABLE"])
def test_an_unknown_item_is_refused(buyer: Buyer, sku: str) -> None:
    assert buyer.wants({"sku": sku, "quantity": 1}).code == "item_unknown"


def test_what_is_no_longer_sold_is_refused(shop: Tenant, buyer: Buyer) -> None:
    with tenant_scope(shop.id):
        Product.objects.filter(title="Mug").update(is_active=False)
    refusal = buyer.wants(MUG=1)
    assert (refusal.code, refusal.facts) == ("item_inactive", {"sku": "MUG", "title": "Mug"})


def test_two_currencies_are_refused(shop: Tenant, buyer: Buyer) -> None:
    with tenant_scope(shop.id):
        Variant.objects.filter(sku="MUG").update(currency="USD")
    assert buyer.wants(MUG=1, KIKOI=1).code == "mixed_currencies"
    assert buyer.wants(MUG=1).order.total == Decimal("150.50")


def test_a_shortage_is_told_and_leaves_the_draft_as_it_was(shop: Tenant, buyer: Buyer) -> None:
    before = buyer.wants(SHOE_42=2).order
    refusal = buyer.wants(KIKOI=3, SHOE_42=6)
    assert refusal.code == "out_of_stock"
    assert refusal.facts == {"sku": "SHOE-42", "title": "Road Shoe", "available": 5}
    with tenant_scope(shop.id):
        draft = Order.objects.get()
    assert buyer.facts(draft) == before
    assert (stock_of(shop, "SHOE-42"), stock_of(shop, "KIKOI")) == (3, 10)


def test_a_first_cart_that_is_refused_leaves_nothing(shop: Tenant, buyer: Buyer) -> None:
    assert buyer.wants(SHOE_43=2).code == "out_of_stock"
    with tenant_scope(shop.id):
        assert not Order.objects.exists()


def test_a_call_that_is_repeated_in_its_turn_changes_nothing(shop: Tenant, buyer: Buyer) -> None:
    arguments = {"lines": [{"sku": "MUG", "quantity": 1}]}
    context = buyer.context
    first, again = registry.call("order_create", arguments, context), registry.call("order_create", arguments, context)
    assert (again.is_repeat, again.answer) == (True, first.answer)
    assert stock_of(shop, "MUG") == 99


def test_the_same_cart_after_another_one_in_the_same_turn_is_made_again(shop: Tenant, buyer: Buyer) -> None:
    context, made = buyer.context, []
    for sku in ("MUG", "SHOE-42", "MUG"):
        arguments = {"lines": [{"sku": sku, "quantity": 1}]}
        made.append(registry.call("order_create", arguments, replace(context, calls=tuple(made))))
    assert [call.is_repeat for call in made] == [False, False, False]
    assert [line.sku for line in made[-1].result.order.lines] == ["MUG"]
    again = registry.call(
        "order_create", {"lines": [{"sku": "MUG", "quantity": 1}]}, replace(context, calls=tuple(made))
    )
    assert (again.is_repeat, again.answer) == (True, made[-1].answer)


def test_a_taken_number_is_chosen_anew(shop: Tenant, buyer: Buyer, other: Buyer) -> None:
    chosen = iter("A2A2A2A2" + "A2A2A2A2" + "C3C3C3C3")

    def put_together(who: Buyer) -> str:
        wanted = [services.WantedLine(sku="MUG", quantity=1)]
        with tenant_scope(shop.id):
            order, _ = services.put_together(
                wanted, conversation_id=who.conversation_id, customer_id=who.customer_id, now=who.now,
                choose=lambda letters: next(chosen),
            )  # fmt: skip
        return order.number

    assert [put_together(buyer), put_together(other)] == ["A2A2A2A2", "C3C3C3C3"]
    assert stock_of(shop, "MUG") == 98


def test_a_number_is_read_however_it_is_written() -> None:
    assert numbers.normalised(" #t4k9 m2r7.") == "T4K9M2R7"
    assert len(numbers.new_number(lambda letters: letters[0])) <= 12


def test_an_erased_customer_does_not_take_unsold_pieces_along(shop: Tenant, buyer: Buyer, other: Buyer) -> None:
    buyer.wants(SHOE_42=2)
    other.pay(other.order(SHOE_42=1), "3499")
    with tenant_scope(shop.id):
        Order.objects.all().delete()
    assert stock_of(shop, "SHOE-42") == 4
