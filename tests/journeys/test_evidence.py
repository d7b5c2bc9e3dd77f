"""What a reply may state: table-driven, a line a way of writing it."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from journeys.evidence import Evidence
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
    "2-litre pocket. Delivery costs KES 300 within 3 days. 10% off till 20 Nov 2026. Call +254 712 345 678 or see "
    "https://duka.co.ke/p/1?a=B. M-Pesa Paybill 247247, account SHOES7. Open 08:30 to 6pm."
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

TRUE = {
    "money": [
        "KES 5,000", "KES 5,000.00", "KES5000", "Ksh 5,000", "Ksh. 5,000", "Ksh.5000", "ksh5,000", "Sh 5,000", "5000/=",
        "5 000/=", "5,000/-", "5’000 bob", "5.000/=", "KES: 5,000", "5000", "5,000.", "(5,000/=)", "*5,000/=*", "_KES 5,000_",
        "5k", "~5k", "5K", "Ksh 5k", "KES 799", "KES 4,499.50", "4.4995k",
        "KES 4,499.50 - 5,000", "between KES 4,499.50 and 5,000", "Delivery ni KES 300", "KES 12,750", "Total: 12750.00",
    ],
    "words": [
        "elfu tano", "shilingi elfu tano", "elfu tano tu", "Bei: elfu tano", "five thousand shillings", "Five thousand",
        "5 thousand", "elfu 5", "5 elfu", "ngiri tano", "twelve thousand seven hundred and fifty",
        "elfu kumi na mbili na mia saba na hamsini", "mia tatu", "asilimia kumi", "ten percent", "two shoes", "the first one",
        "Nimepata viatu viwili", "moja kwa moja", "Grand opening", "soo nice", "Mia asks",
    ],
    "digits": ["٥٠٠٠", "５０００", "KES 5\u200b000", "KES 5\u00a0000", "KES ٥٬٠٠٠", "5️⃣0️⃣0️⃣0️⃣", "𝟱𝟬𝟬𝟬"],
    "percent": ["10%", "10 %", "10 percent", "asilimia 10", "15% off"],
    "stock": ["12 in stock", "3 left", "only 12 remaining", "zimebaki 3", "2 pieces left", "57 matches", "kuna 57"],
    "numbers": [
        "Nike Air 270", "Air 270 in stock", "size 42", "size 42 available", "sizes 40, 41 and 42 in stock", "2-litre",
        "2 litre", "within 3 days", "31",
    ],
    "links": [
        "https://duka.co.ke/p/1?a=B", "duka.co.ke/p/1?a=B.", "(https://DUKA.co.ke/p/1?a=B)", "https://duka.co.ke/shoes/",
        "*https://duka.co.ke/shoes*",
    ],
    "phones": ["+254712345678", "0712 345 678", "+254 712-345-678", "254712345678", "0722000111"],
    "codes": [
        "SKU-1042", "#SKU-1042", "order ORD-2026-0017", "ord-2026-0017", "ticket 88",
        "Ticket #88", "Paybill 247247", "account SHOES7", str(ITEM_ID), "order ABC123", "oda yako ABC123",
    ],
    "dates": [
        "20 Nov", "20 November 2026", "Nov 20, 2026", "20/11/2026", "2026-11-20", "20.11.26", "20th of November",
        "tarehe 20 Novemba", "1 December", "1 Desemba 2026", "25/11/2026", "14:45", "2:45 pm", "08:30", "8:30am", "6pm", "18:00",
    ],
    "her words": ["under KES 6,000", "chini ya 6,000", "below 6k", "within KES 6,500", "size 44"],
    "lists": [
        "1. Nike\n2. Puma\nReply with 1 or 2", "*1.* Nike *5,000/=*\n*2.* Puma", "1) a\n2) b\n3) c\nJibu 1-3",
        "1️⃣ Nike\n2️⃣ Puma", "Here are 2 options:\n1. a\n2. b", "No. 2 is red\n1. a\n2. b", "7. g\n8. h",
    ],
}  # fmt: skip

FALSE = {
    "money": [
        "KES 5,100", "KES 12", "Ksh 270", "Ksh 3", "KES 57", "5,100/=", "KES 5.100", "KES 9,499.50", "Puma is 4,499 only",
        "hello.5100 bob", "about 4.5k", "6k", "it is 6000", "KES 6,000", "KES 6,500", "2 for KES 10,000", "save KES 500",
        "KES 5,000 – 5,100", "between 4,000 and 5,000", "price: 12", "bei 12", "total is 12", "@ 12", "KES 7,777",
        "$5,000", "USD 5000", "€5,000", "1. a – KES 5,001", "KES 10", "Ksh 50", "over KES 2,000",
    ],
    "words": [
        "five thousand one hundred", "elfu sita", "elfu tano mia moja", "Bei ni elfu sita", "laki moja", "2 million",
        "5 hundred", "a hundred shillings", "five thousand and one shillings", "asilimia kumi na tisa", "twenty percent",
        "thao sita", "milioni mbili",
    ],
    "digits": ["٥١٠٠", "５１００", "KES 5\u200b100", "5️⃣1️⃣0️⃣0️⃣", "KES 5\u00a0100", "𝟱𝟭𝟬𝟬"],
    "percent": ["20%", "20 percent", "30% off", "12%", "50% now"],
    "stock": ["13 in stock", "270 in stock", "only 44 left", "zimebaki 4", "5000 in stock"],
    "numbers": ["size 45", "in 24 hours", "1. a\n2. b\n3. c for 4 days", "1. a\n2. b\nReply 1-9", "47. x", "2,000"],
    "links": [
        "https://duka.co.ke/p/2", "https://duka.co.ke.evil.com/p/1?a=B", "evil.co.ke", "www.evil.com", "bit.ly/x1",
        "wa.me/254712345679", "sales@duka.co.ke", "https://duka.co.ke/p/1?a=b",
    ],
    "phones": ["0712345679", "+254712345679", "call 0800 123 456", "+1 202 555 0100"],
    "codes": [
        "NLJ7RT61SV", "#1043", "order XYZ999", "Order no. 5000", "order number 12", "ORD-2026-0018", "ticket 89",
        "Paybill 247248", "iPhone15 Pro", "till 5000", "0198f3a4-5b6c-7d8e-9f00-112233445567",
    ],
    "dates": ["21 Nov", "20 Dec", "20/11/2027", "21/11/2026", "2026-11-21", "5th of May", "10:30", "at 8am", "20 Novemba 2025"],
}  # fmt: skip


def lines(table: dict[str, list[str]]) -> list[Any]:
    return [pytest.param(text, id=f"{kind}: {text}") for kind, texts in table.items() for text in texts]


@pytest.mark.parametrize("text", lines(TRUE))
def test_what_a_tool_told_may_be_stated_however_it_is_written(text: str) -> None:
    assert EVIDENCE.unsupported(text) == []


@pytest.mark.parametrize("text", lines(FALSE))
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
