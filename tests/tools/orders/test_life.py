"""An order's way: held, placed, paid in parts or too much, reversed, sent on by a person, given up."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from conversations import sweep
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.orders.shelf import NOW, Buyer, stock_of
from tools.catalog.models import Variant
from tools.models import Event
from tools.orders import selectors, services
from tools.orders.models import Order
from tools.orders.refusals import NotADraft, OrderClosed, OutOfStock, StepForbidden

SOON = NOW + timedelta(minutes=5)


def test_a_hold_that_is_over_gives_the_pieces_back_and_leaves_the_draft(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.order(SHOE_42=2)
    assert buyer.after(minutes=29).expire() == 0
    late = buyer.after(minutes=30)
    assert (late.expire(), late.expire()) == (1, 0)
    assert stock_of(shop, "SHOE-42") == 5
    assert (buyer.read(order).status, buyer.facts(order).reserved_until) == ("draft", None)
    late.do("hold", order)
    assert stock_of(shop, "SHOE-42") == 3
    assert buyer.read(order).reserved_until == late.now + services.MOMENT


def test_what_was_sold_meanwhile_cannot_be_held_again(shop: Tenant, buyer: Buyer, other: Buyer) -> None:
    order = buyer.order(SHOE_43=1, MUG=1)
    late = buyer.after(minutes=31)
    late.expire()
    other.order(SHOE_43=1)
    with pytest.raises(OutOfStock) as refused:
        late.do("hold", order)
    assert refused.value.refusal().facts == {"sku": "SHOE-43", "title": "Road Shoe", "available": 0}
    assert stock_of(shop, "MUG") == 100


def test_a_variant_that_is_gone_cannot_be_held_again(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.order(MUG=1)
    buyer.do("release", order)
    with tenant_scope(shop.id):
        Variant.objects.filter(sku="MUG").delete()
    with pytest.raises(OutOfStock):
        buyer.do("hold", order)
    assert buyer.facts(order).lines[0].title == "Mug"


def test_an_order_that_is_being_paid_cannot_be_changed(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.order(SHOE_42=1)
    assert buyer.do("place", order, until=SOON).status == "placed"
    for answer in (buyer.wants(MUG=1), buyer.wants()):
        assert (answer.code, answer.facts) == ("not_a_draft", {"number": order.number, "status": "placed"})
    assert buyer.do("reopen", order).status == "draft"
    assert [line.sku for line in buyer.wants(MUG=1).order.lines] == ["MUG"]
    assert stock_of(shop, "SHOE-42") == 5


def test_a_placed_order_that_nobody_reopened_is_open_once_its_time_is_over(buyer: Buyer) -> None:
    order = buyer.order(MUG=1)
    buyer.do("place", order, until=SOON)
    changed = buyer.after(minutes=31).wants(MUG=2).order
    assert (changed.number, changed.status) == (order.number, "draft")


def test_a_prompt_that_runs_late_has_its_pieces(shop: Tenant, buyer: Buyer) -> None:
    """The half hour ends while the phone asks for a PIN: the yes to pay has set them aside for a moment of its own."""
    order = buyer.order(SHOE_42=1)
    late = buyer.after(minutes=31)
    late.expire()
    assert late.do("place", order, until=late.now + timedelta(minutes=3)).reserved_until == late.now + services.MOMENT
    assert (late.after(minutes=4).expire(), stock_of(shop, "SHOE-42")) == (0, 4)
    assert (late.after(minutes=6).expire(), stock_of(shop, "SHOE-42")) == (1, 5)


@pytest.mark.parametrize(
    ("paid", "outcome", "status", "due", "excess"),
    [
        (["3499"], "paid", "paid", 0, 0),
        (["499"], "part_paid", "placed", 3000, 0),
        (["499", "3000"], "paid", "paid", 0, 0),
        (["5000"], "overpaid", "paid", 0, 1501),
        (["3000", "3000", "7"], "overpaid", "paid", 0, 7),
    ],
)
def test_money_is_counted(
    shop: Tenant, buyer: Buyer, paid: list[str], outcome: str, status: str, due: int, excess: int
) -> None:
    order = buyer.order(SHOE_42=1)
    credited = [buyer.pay(order, amount) for amount in paid]
    assert (credited[-1].outcome, credited[-1].due, credited[-1].excess) == (outcome, due, excess)
    assert sum(one.is_settled_now for one in credited) == (outcome != "part_paid")
    after = buyer.read(order)
    assert (after.status, after.paid_total, selectors.payment_status(after)) == (
        status, sum(map(Decimal, paid)), outcome,
    )  # fmt: skip
    assert stock_of(shop, "SHOE-42") == 4
    buyer.after(days=30).expire()
    assert buyer.read(order).status == status


def test_a_part_paid_order_leaves_room_for_another(buyer: Buyer) -> None:
    order = buyer.order(MUG=1)
    buyer.pay(order, "100")
    second = buyer.order(KIKOI=1)
    assert second.pk != order.pk
    assert buyer.facts(order).due == 51


def test_money_changes_the_quote(buyer: Buyer) -> None:
    order = buyer.order(MUG=1)
    before = buyer.facts(order).quote
    buyer.pay(order, "100")
    assert buyer.facts(order).quote != before


def test_money_that_comes_late_revives_the_order_if_the_pieces_are_there(
    shop: Tenant, buyer: Buyer, other: Buyer
) -> None:
    order, rival = buyer.order(SHOE_43=1), other.order(MUG=1)
    for who in (buyer, other):
        who.after(days=3).expire()
    assert buyer.read(order).status == "expired"
    with pytest.raises(OrderClosed):
        buyer.do("hold", order)
    assert buyer.pay(order, "3600").missing == ()
    assert (buyer.read(order).status, stock_of(shop, "SHOE-43")) == ("paid", 0)
    with tenant_scope(shop.id):
        Variant.objects.filter(sku="MUG").update(stock=0)
    late = other.pay(rival, "151")
    assert (late.missing, late.order.status) == (("Mug",), "paid")
    assert "sold out meanwhile: Mug" in other.timeline(rival)[-1]


def test_money_for_a_cancelled_order_is_kept_and_told(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.order(MUG=1)
    buyer.wants()
    credited = buyer.pay(order, "151")
    assert (credited.outcome, credited.excess, credited.order.status) == ("closed", 151, "cancelled")
    assert "give the money back" in buyer.timeline(order)[-1]
    assert stock_of(shop, "MUG") == 100


@pytest.mark.parametrize("amount", ["0", "-1"])
def test_nothing_is_not_a_payment(buyer: Buyer, amount: str) -> None:
    order = buyer.order(MUG=1)
    with pytest.raises(ValueError, match="credited"):
        buyer.pay(order, amount)


def test_a_reversed_payment_makes_the_order_wait_again(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.order(SHOE_42=1)
    buyer.pay(order, "3499")
    reversed_ = buyer.do("debit", order, amount=Decimal(3499), what="Reversed")
    assert (reversed_.status, reversed_.due, stock_of(shop, "SHOE-42")) == ("placed", 3499, 4)
    buyer.after(days=2).expire()
    assert stock_of(shop, "SHOE-42") == 5
    sent = buyer.order(MUG=1)
    buyer.pay(sent, "151")
    buyer.do("advance", sent, status="shipped", by="Asha")
    assert buyer.do("debit", sent, amount=Decimal(151), what="Reversed").status == "shipped"


def test_a_person_sends_it_on_and_the_customer_hears_of_it(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.order(MUG=1)
    buyer.pay(order, "151")
    for status in ("preparing", "shipped", "delivered"):
        buyer.do("advance", order, status=status, by="Asha")
    with tenant_scope(shop.id):
        told = list(Event.objects.order_by("pk"))
    assert [(event.name, event.facts["status"]) for event in told] == [
        ("order.status_changed", status) for status in ("preparing", "shipped", "delivered")
    ]
    assert told[0].facts == {"number": order.number, "status": "preparing", "total": "151.00", "currency": "KES"}
    assert (told[0].customer_id, told[0].conversation_id) == (buyer.customer_id, buyer.conversation_id)
    assert buyer.timeline(order)[-3:] == ["Being prepared", "Shipped", "Delivered"]


@pytest.mark.parametrize(
    ("way", "wanted"),
    [
        ([], "paid"), ([], "shipped"), ([], "draft"), ([], "nonsense"), (["paid"], "placed"), (["paid"], "paid"),
        (["paid", "shipped"], "preparing"), (["paid", "shipped"], "cancelled"), (["cancelled"], "paid"),
        (["paid", "delivered"], "shipped"), (["paid", "delivered"], "cancelled"), (["cancelled"], "cancelled"),
    ],
)  # fmt: skip
def test_a_step_that_is_not_allowed_is_refused(buyer: Buyer, way: list[str], wanted: str) -> None:
    order = buyer.order(MUG=1)
    for step in way:
        buyer.pay(order, "151") if step == "paid" else buyer.do("advance", order, status=step, by="Asha")
    with pytest.raises(StepForbidden) as refused:
        buyer.do("advance", order, status=wanted, by="Asha")
    assert refused.value.facts["wanted"] == wanted
    assert buyer.read(order).status == (way or ["draft"])[-1]


def test_a_cancelled_order_gives_its_pieces_back(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.order(SHOE_42=2)
    buyer.pay(order, "6998")
    buyer.do("advance", order, status="cancelled", by="Asha")
    assert stock_of(shop, "SHOE-42") == 5
    assert buyer.wants().code == "nothing_to_withdraw"


def test_a_paid_order_cannot_be_held_or_placed(buyer: Buyer) -> None:
    order = buyer.order(MUG=1)
    buyer.pay(order, "151")
    for service, options in (("hold", {}), ("place", {"until": SOON}), ("release", {}), ("reprice", {})):
        with pytest.raises(NotADraft):
            buyer.do(service, order, **options)
    assert buyer.do("reopen", order).status == "paid"


def test_todays_price_reaches_a_draft_and_drops_its_discounts(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.order(KIKOI=2)
    buyer.do("add_discount", order, name="Ten", code="", source="automatic", amount=Decimal(240))
    assert buyer.do("reprice", order) == []
    with tenant_scope(shop.id):
        Variant.objects.filter(sku="KIKOI").update(price=Decimal(1300))
    (change,) = buyer.do("reprice", order)
    assert (change.shown, change.now) == (1200, 1300)
    after = buyer.facts(order)
    assert (after.total, after.discounts, after.lines[0].line_total) == (2600, [], 2600)


def test_a_conversation_has_one_draft(shop: Tenant, buyer: Buyer) -> None:
    order = buyer.order(MUG=1)
    with pytest.raises(IntegrityError, match="one_draft_order"), transaction.atomic(), tenant_scope(shop.id):
        Order.objects.create(
            number="A2A2A2A2", customer_id=order.customer_id, conversation_id=order.conversation_id,
            currency="KES", expires_at=NOW,
        )  # fmt: skip


def test_the_sweep_ends_what_is_over_in_every_shop(shop: Tenant, buyer: Buyer, monkeypatch: pytest.MonkeyPatch) -> None:
    order = buyer.order(SHOE_42=1)
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=29))
    sweep_orders()
    assert stock_of(shop, "SHOE-42") == 4
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(minutes=31))
    sweep_orders()
    assert stock_of(shop, "SHOE-42") == 5
    assert buyer.read(order).status == "draft"


def sweep_orders() -> None:
    for due in sweep.list_due():
        if due.kind == "orders":
            due.do()
