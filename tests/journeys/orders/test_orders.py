"""The orders journey: status and payment from the books alone, and what may still be changed, cancelled or disputed."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journeys.check import Evidence, objections
from journeys.orders.journey import JOURNEY
from journeys.reply import Buttons
from journeys.wording.phrases import LANGUAGES
from tests.journeys.orders.books import NUMBER, OTHER, PAID, Books, Visit, payment, standing
from tests.journeys.shop import NOON
from tools.contract import Call
from tools.payments.order_get_status import OrderAndPayments, OrderGetStatusResult

HERE = NOON.astimezone(ZoneInfo("Africa/Nairobi"))
STATUSES = ("draft", "placed", "paid", "preparing", "shipped", "delivered", "cancelled", "expired")
WISHES = ("where is my order", "imeingia?", "cancel it", "badilisha oda", "nataka kulipa", "refund", "oda zangu")
PAYMENTS = ("unpaid", "pending", "part_paid", "paid", "overpaid", "refund_asked", "something_new")


def visit(*known: OrderAndPayments) -> Visit:
    return Visit(journey=JOURNEY, books=Books(orders=list(known)))


def test_the_status_comes_from_the_books_line_by_line() -> None:
    said = visit(standing(status="shipped", payment_status="paid", paid=9000)).say("where is my order")
    assert f"*{NUMBER}*: on its way" in said
    assert "*Swift Runner* (42): KES 9,000" in said
    assert "is paid: KES 9,000" in said


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (standing(payment_status="pending"), "still open"),
        (PAID, "receipt UKL8A1B2C3"),
        (standing(payment_status="part_paid", paid=4000), "Still to pay: KES 5,000"),
        (standing(payment_status="overpaid", paid=9500), "too much"),
        (standing(), "No payment"),
        (standing(NUMBER, "draft", "unpaid", payment("failed", reason="wrong_pin")), "wrong PIN"),
        (standing(payment_status="something_new"), "cannot tell for sure"),
    ],
)
def test_did_it_go_through_is_asked_of_the_authoritative_source(status: OrderAndPayments, expected: str) -> None:
    """Property 7: the answer is what order_get_status says now, whatever the state remembers."""
    talk = visit(status).having(payment_status="paid", intent="payment_help")
    assert expected in talk.say("did it go through?")
    assert [name for name in talk.books.calls if name != "tenant_get_context"] == ["order_get_status"]


def test_an_order_is_found_by_its_number_and_by_its_receipt() -> None:
    talk = visit(standing(OTHER), PAID)
    assert NUMBER in talk.say(f"order {NUMBER.lower()}?")
    assert "is paid" in talk.say("I paid, mpesa code UKL8A1B2C3")
    assert "no payment with the code QWE1RT2YUI" in talk.say("nimelipa QWE1RT2YUI").replace("I see ", "")


def test_an_unknown_number_and_no_orders_are_said_plainly() -> None:
    assert "no order of yours" in visit(PAID).say("where is order ZZZ999")
    assert "no order under your number" in visit().say("where is my order")


def test_several_orders_are_listed_and_one_is_opened_by_a_tap() -> None:
    talk = visit(standing(), standing(OTHER, "shipped", "paid", paid=9000))
    said = talk.say("show me my orders")
    assert said.index(NUMBER) < said.index(OTHER)
    assert isinstance(talk.reply, Buttons)
    assert f"*{OTHER}*: on its way" in talk.say(OTHER, tapped=talk.reply.options[1].id)


def test_the_order_she_is_about_is_meant_before_a_later_one() -> None:
    talk = visit(standing(OTHER), standing()).having(order_id=f"id-{NUMBER}")
    assert talk.say("where is my order").startswith(f"Order *{NUMBER}*")


@pytest.mark.parametrize(
    "words", ["how long will you keep it if i pay later?", "mtaniwekea mpaka lini nisipolipa sai?"]
)
def test_an_unpaid_order_tells_until_when_it_waits(words: str) -> None:
    until, end = HERE + timedelta(minutes=20), HERE + timedelta(days=2)
    open_order = standing().model_copy(update={"set_aside_until": until, "open_until": end})
    said = visit(open_order).having(order_id=f"id-{NUMBER}", order_number=NUMBER).say(words)
    assert "set aside for you until today 12:20" in said
    assert "stays open until Wednesday 12:00" in said


def test_what_is_set_aside_no_longer_is_not_said_to_be() -> None:
    said = visit(standing().model_copy(update={"open_until": HERE})).say("how long will you hold it?")
    assert "not set aside" in said
    assert "today 12:00" in said
    assert "is paid" in visit(PAID).say("how long will you hold it?")


def test_an_unpaid_order_is_cancelled_after_a_yes_only() -> None:
    talk = visit(standing()).having(order_id=f"id-{NUMBER}", order_number=NUMBER)
    assert "Shall I cancel order" in talk.say("cancel my order")
    assert "order_create" not in talk.books.calls
    assert "is cancelled" in talk.say("yes")
    assert (talk.state.purchase.order_id, talk.state.purchase.cart, talk.state.controls.asked) == (None, [], None)


def test_a_no_keeps_it() -> None:
    talk = visit(standing())
    talk.say("cancel my order")
    assert "stays as it is" in talk.say("no")
    assert len(talk.books.orders) == 1


def test_what_was_paid_before_she_said_yes_is_not_withdrawn() -> None:
    talk = visit(standing())
    talk.say("cancel my order")
    talk.books.orders = [PAID]
    assert "a person of our team" in talk.say("yes")
    assert "order_create" not in talk.books.calls


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (PAID, "a person of our team"),
        (standing(status="shipped", payment_status="paid", paid=9000), "a person of our team"),
        (standing(payment_status="part_paid", paid=100), "a person of our team"),
        (standing(payment_status="pending"), "let it end first"),
        (standing(status="cancelled"), "no longer open"),
    ],
)
def test_what_cannot_be_withdrawn_is_not(status: OrderAndPayments, expected: str) -> None:
    talk = visit(status)
    assert expected in talk.say("cancel my order")
    assert "order_create" not in talk.books.calls


def test_a_draft_is_changed_in_the_cart() -> None:
    talk = visit(standing())
    said = talk.say("i want to change my order")
    assert "KES 9,000" in said
    assert [(line.sku, line.quantity) for line in talk.state.purchase.cart] == [("SWIFT-42", 2)]
    assert talk.state.controls.asked is not None
    assert (talk.state.controls.asked.of, talk.state.controls.asked.journey) == ("cart", "sales")


def test_a_paid_order_is_changed_by_a_person() -> None:
    said = visit(PAID).say("badilisha oda yangu")
    assert "cannot change this order" in said
    assert "your ticket is T-123456" in said


def test_a_dispute_goes_to_a_person_even_without_an_order() -> None:
    for talk in (visit(), visit(PAID)):
        assert "your ticket is T-123456" in talk.say("i was charged twice, i want a refund")
        assert talk.state.handoff.escalation_reason == "dispute"


def test_a_dispute_of_an_order_that_is_not_found_goes_to_a_person_with_what_they_said() -> None:
    talk = visit(PAID)
    assert "your ticket is T-123456" in talk.say("order ABCD2345 came broken, i want my money back")
    assert talk.state.handoff.escalation_reason == "dispute"


def test_to_pay_leads_on_to_the_checkout_and_moves_no_money() -> None:
    talk = visit(standing())
    assert "KES 9,000" in talk.say("nataka kulipa")
    assert talk.state.purchase.order_id == f"id-{NUMBER}"
    assert not {name for name in talk.books.calls if name.startswith("payment_") and name != "payment_get_methods"}


def test_nothing_to_pay_names_the_ways() -> None:
    talk = visit().having(payments_enabled={"mpesa_stk": True, "mpesa_c2b": True, "card": False})
    assert "pay us by M-Pesa once" in talk.say("what is your till number?")


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Your order is being looked after.", True),
        ("It is not paid yet.", True),
        ("Good news, it has been paid.", False),
        ("Oda yako imelipwa.", False),
        ("It was delivered this morning.", False),
        ("Iko njiani.", False),
        ("Your refund is coming.", False),
        ("It was cancelled.", False),
    ],
)
def test_a_claim_that_the_books_do_not_bear_out_is_noticed(text: str, is_true: bool) -> None:
    told = OrderGetStatusResult(orders=[standing()])
    call = Call(tool="order_get_status", effect="read", arguments={}, answer=told, milliseconds=1)
    assert (not objections(text, Evidence.of([call]))) is is_true


@settings(max_examples=150)
@given(
    status=st.sampled_from(STATUSES),
    paid_as=st.sampled_from(PAYMENTS),
    paid=st.integers(0, 20_000),
    text=st.sampled_from(
        ["where is my order", "imeingia?", "cancel it", "badilisha oda", "nataka kulipa", "refund", "oda zangu"]
    ),
    language=st.sampled_from(LANGUAGES),
)
def test_whatever_the_books_say_nothing_else_is_said(
    status: str, paid_as: str, paid: int, text: str, language: str
) -> None:
    """Property 2: No Data Hallucination; every figure is in the books, in every language and for every wish."""
    talk = visit(standing(NUMBER, status, paid_as, payment("failed", reason="timeout"), paid=paid))
    said = talk.having(response_language=language).say(text)
    assert "{" not in said
    claims_paid = any(word in said for word in ("✅",))
    assert not claims_paid or paid_as in ("paid", "overpaid")
