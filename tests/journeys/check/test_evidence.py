"""What a reply may state: table-driven, the ways of writing stand in written.toml."""

import tomllib
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from journeys.check import Evidence
from journeys.check.reading.facts import facts_in
from tools.contract import Call, Refusal, Result

ITEM_ID = UUID("0198f3a4-5b6c-7d8e-9f00-112233445566")


class Item(Result):
    item_id: str
    title: str
    price: Decimal
    currency: str = "KES"
    stock: int
    description: str = ""
    options: dict[str, list[str]] = {}


class Filters(Result):
    price_max: Decimal | None = None


class Found(Result):
    items: list[Item]
    total_estimate: int
    filters: Filters = Filters()


class Order(Result):
    order_id: UUID
    order_number: str
    ticket: int
    totals: dict[str, Decimal]
    discount_percent: int
    eta: date
    placed_at: datetime
    paid: bool = True
    phone: str = "+254 722 000 111"


def call(answer: Result | Refusal) -> Call:
    return Call(tool="any", effect="read", arguments={"price": "7777"}, answer=answer, milliseconds=1)


ABOUT_NIKE = (
    "2-litre pocket. Delivery costs KES 300 within 3 days. 10% off till 20 Nov 2026. "
    "Call +254 712 345 678 or see https://duka.co.ke/p/1?a=B. M-Pesa Paybill 247247, account SHOES7. Open 08:30 to 6pm."
)
NIKE = Item(
    item_id="SKU-1042", title="Nike Air 270", price=Decimal("5000"), stock=12,
    description=ABOUT_NIKE, options={"size": ["40", "41", "42"]},
)  # fmt: skip
PUMA = Item(item_id="p", title="Puma", price=Decimal("4499.50"), stock=3)
ORDER = Order(
    order_id=ITEM_ID, order_number="ORD-2026-0017", ticket=88, totals={"KES": Decimal("12750.00")},
    discount_percent=15, eta=date(2026, 12, 1), placed_at=datetime(2026, 11, 25, 14, 45, tzinfo=UTC),
)  # fmt: skip
CALLS = [
    call(Found(items=[NIKE, PUMA], total_estimate=57, filters=Filters(price_max=Decimal(6500)))),
    call(ORDER),
    call(Refusal(code="out_of_stock", reason="Only 2 left of size 39.")),
]
EVIDENCE = Evidence.of(
    CALLS,
    extra=["https://duka.co.ke/shoes", Decimal("799"), 31],
    words=["chini ya 6000, size 44, oda ABC123, 30% off?"],
)

WRITTEN = tomllib.loads(Path(__file__).with_name("written.toml").read_text(encoding="utf-8"))


def lines(table: dict[str, list[str]]) -> list[Any]:
    return [pytest.param(text, id=f"{kind}: {text}") for kind, texts in table.items() for text in texts]


@pytest.mark.parametrize("text", lines(WRITTEN["true"]))
def test_what_a_tool_told_may_be_stated_however_it_is_written(text: str) -> None:
    assert EVIDENCE.unsupported(text) == []


@pytest.mark.parametrize("text", lines(WRITTEN["false"]))
def test_what_no_tool_told_may_not(text: str) -> None:
    assert EVIDENCE.unsupported(text) != []


def test_the_fragments_are_named_as_they_are_written() -> None:
    text = "Nike at KES 5,000 or KES 4,800, see https://evil.com/x, call 0700000000"
    assert EVIDENCE.unsupported(text) == ["https://evil.com/x", "KES 4,800", "0700000000"]


def test_a_fact_beside_a_true_one_is_still_found() -> None:
    assert EVIDENCE.unsupported("KES 5,000 (was KES 6,200)") == ["KES 6,200"]


def test_her_own_figure_is_an_echo_only_as_a_limit() -> None:
    evidence = Evidence.of([], words=["ni 3000 sio?"])
    assert evidence.unsupported("Viatu chini ya KES 3,000") == []
    assert evidence.unsupported("Ndio, ni KES 3,000") == ["KES 3,000"]
    assert evidence.unsupported("Yes, it is 3000") == ["3000"]


def test_what_a_search_repeats_of_the_question_is_no_price() -> None:
    found = call(Found(items=[], total_estimate=0, filters=Filters(price_max=Decimal(2500))))
    assert Evidence.of([found]).unsupported("Nothing under KES 2,500") == []
    assert Evidence.of([found]).unsupported("It costs KES 2,500") == ["KES 2,500"]


def test_without_evidence_plain_talk_passes_and_facts_do_not() -> None:
    evidence = Evidence.of([])
    assert evidence.unsupported("Habari! How can I help you today? 😊 Two minutes, please.") == []
    assert evidence.unsupported("We open at 9:00 and shirts cost 500 bob") == ["9:00", "500 bob"]
    assert evidence.unsupported("") == []


def test_state_from_an_earlier_turn_counts_when_it_is_handed_in() -> None:
    shown = {"title": "Bata", "price": "1999.00", "currency": "KES"}
    assert Evidence.of([], extra=[[shown]]).unsupported("Bata costs KES 1,999") == []
    assert Evidence.of([]).unsupported("Bata costs KES 1,999") == ["KES 1,999"]


def test_a_value_that_is_no_number_does_no_harm() -> None:
    odd = [None, True, float("nan"), float("inf"), b"5000", {}, [[]], {"price": None}, object()]
    assert Evidence.of([], extra=odd).unsupported("KES 5,000") == ["KES 5,000"]
    assert Evidence.of([], extra=odd).unsupported("KES 1") == ["KES 1"]


@pytest.mark.parametrize("field", [{"total": 57}, {"paid_items": 57}, {"stock": Decimal(57)}, {"size": "57"}])
def test_a_number_is_money_only_in_a_field_of_money(field: dict[str, Any]) -> None:
    assert Evidence.of([], extra=[field]).unsupported("57 of them") == []
    assert Evidence.of([], extra=[field]).unsupported("KES 57") == ["KES 57"]


def test_an_id_supports_no_figure() -> None:
    evidence = Evidence.of([], extra=[{"id": 6612, "variant_id": "7713", "order_number": 8814}])
    assert evidence.unsupported("order number 8814") == []
    assert evidence.unsupported("It has 6612 steps and 7713 parts") == ["6612", "7713"]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("We are open from nine.\n\nAfter three wrong PINs the SIM asks for the PUK.", {"nine"}),
        ("After ten wrong PUKs the SIM is dead.\nThe shop opens at six.", {"six"}),
    ],
)
def test_an_hour_in_words_is_one_where_its_line_speaks_of_opening(text: str, hours: set[str]) -> None:
    assert {fact.text for fact in facts_in(text)[0] if fact.kind == "time"} == hours
