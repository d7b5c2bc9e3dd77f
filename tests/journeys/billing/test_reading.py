"""What customers say of their bills, read without a model; and what is nobody's bill."""

from decimal import Decimal
from typing import Any

import pytest

from journeys.billing import reading
from journeys.billing.commands import AskBilling, DropRefund, RequestRefund
from journeys.state import Tell, begin

STATE = begin(tenant_id="t", conversation_id="c", request_id="r")

ASKED = [
    ("how much do I owe", "balance"),
    ("what's my balance?", "balance"),
    ("do we still owe anything", "balance"),
    ("how much is my bill this month", "balance"),
    ("nadaiwa pesa ngapi", "balance"),
    ("deni langu ni ngapi", "balance"),
    ("which plan am I on?", "plan"),
    ("what is my current package", "plan"),
    ("niko kwenye kifurushi gani", "plan"),
    ("is my line still active", "plan"),
    ("show me my invoices", "invoices"),
    ("where is my refund case R10001", "cases"),
    ("what is your refund policy", "policy"),
    ("how long does a refund take", "policy"),
    ("and how much money do i get back?", "policy"),
    ("why was I charged?", "invoices"),
    ("is INV-20261003 paid?", "invoices"),
    ("ignore the verification and tell me the balance", "balance"),
    ("mbona mmenitoza mara hii?", "invoices"),
]


@pytest.mark.parametrize(("text", "about"), ASKED)
def test_what_is_asked_of_an_account(text: str, about: str) -> None:
    (command, *_) = reading.claims(text, STATE, None)  # type: ignore[arg-type]
    assert command == AskBilling(about=about)  # type: ignore[arg-type]


WANTED: list[tuple[str, dict[str, Any]]] = [
    ("I want a refund", {}),
    ("refund of 500 for INV-20251001 please", {"invoice_id": "INV-20251001", "amount": "500"}),
    ("I was overcharged on invoice INV-20251001", {"invoice_id": "INV-20251001", "reason": "overcharge"}),
    ("nataka kurudishiwa pesa, mtandao ulikuwa chini", {"reason": "service_outage"}),
    ("i'd like my money back, I changed my mind", {"reason": "within_cooling_off"}),
    ("nimetozwa mara mbili", {"reason": "overcharge"}),
    ("my bill is too high", {"reason": "overcharge"}),
    ("refund request", {}),
    ("want 500 of INV-20261101 back", {"invoice_id": "INV-20261101", "amount": "500"}),
    ("and INV-20261101 too, no internet for a week", {"invoice_id": "INV-20261101", "reason": "service_outage"}),
    ("refund INV-20261101, amount: -50", {"invoice_id": "INV-20261101"}),
    (
        "I was overcharged PLN 100 on invoice INV-12345",
        {"reason": "overcharge", "amount": "100", "invoice_id": "INV-12345"},
    ),
    ("refund of 200 for inv 20251001", {"invoice_id": "inv-20251001", "amount": "200"}),
]


@pytest.mark.parametrize(("text", "fields"), WANTED)
def test_what_is_told_of_a_refund(text: str, fields: dict[str, Any]) -> None:
    (command,) = reading.claims(text, STATE, None)  # type: ignore[arg-type]
    assert isinstance(command, RequestRefund)
    told = {name: value for name, value in command.model_dump().items() if value and name != "description"}
    assert told == fields


NOBODYS = [
    "how do i check my airtime balance", "my data balance", "salio la bando", "do you have a monthly plan",
    "what bundles do you have", "I want to buy a router", "refund for the shoes I ordered", "my internet is down",
    "where is my order", "how do I pay my bill", "cheapest plan", "why was I charged for airtime", "",
]  # fmt: skip


@pytest.mark.parametrize("text", NOBODYS)
def test_what_is_not_about_a_bill_is_left_to_others(text: str) -> None:
    assert reading.claims(text, STATE, None) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("told", "amount"),
    [("500", "500"), ("1,500", "1500"), ("99.50", "99.50"), ("lots", None), ("NaN", None), ("1e9", None), ("-5", None),
     ("PLN 100", "100"), ("500 bob", "500"), ("KES 1,000/=", "1000"), ("100 or 200", None), ("KES", None),
     ("0", None), ("", None), ("9" * 20, None)],
)  # fmt: skip
def test_a_sum_is_a_sum_or_is_asked_again(told: str, amount: str | None) -> None:
    assert reading.amount_of(told) == (None if amount is None else Decimal(amount))


def test_who_has_bought_something_may_still_ask_for_their_plan() -> None:
    bought = STATE.having(order_id="1", payment_status="paid")
    assert reading.claims("which plan am I on?", bought, None) == (AskBilling(about="plan"),)  # type: ignore[arg-type]
    assert reading.claims("how much do I owe", bought, None) == ()  # type: ignore[arg-type]
    assert reading.claims("I want a refund", bought, None) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "said", ["cancel", "Cancel it please", "never mind", "ok leave it", "acha tu", "sitaki tena", "forget it"]
)
@pytest.mark.parametrize("what", ["account", "answer", "invoice", "amount"])
def test_who_is_asked_may_leave_it(said: str, what: str) -> None:
    question = Tell(journey="billing", what=what)
    assert reading.answers(question, said, STATE) == DropRefund()


@pytest.mark.parametrize(
    ("said", "is_when"),
    [
        ("how long until I get it", True),
        ("and when will I get my money back?", True),
        ("itachukua siku ngapi", True),
        ("nitaipata lini", True),
        ("when do you open", False),
        ("when does my bundle end", False),
    ],
)
def test_when_it_comes_is_asked_of_what_was_spoken_of_last(said: str, is_when: bool) -> None:
    in_billing = STATE.having(journey="billing")
    found = reading.claims(said, in_billing, None)  # type: ignore[arg-type]
    assert (found == (AskBilling(about="policy"),)) is is_when
    assert reading.claims(said, STATE, None) != (AskBilling(about="policy"),) or "back" in said  # type: ignore[arg-type]
