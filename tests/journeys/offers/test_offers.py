"""The offers journey: what runs and what it needs, a code applied, and every refusal in a sentence of its own."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journeys.local.purchase.codes import code_in
from journeys.offers.commands import ApplyCoupon
from journeys.offers.journey import JOURNEY
from journeys.reply import Buttons
from journeys.wording.phrases import LANGUAGES, phrases
from tests.journeys.orders.books import NUMBER, Books, Visit
from tools.contract import Refusal
from tools.offers.offers_get_applicable import OfferFacts

ORDERED: dict[str, Any] = {"order_id": f"id-{NUMBER}", "order_number": NUMBER, "order_totals": {"total": "9000"}}
REFUSALS = (
    "coupon_unknown", "coupon_not_started", "coupon_expired", "minimum_not_met", "coupon_used_up",
    "coupon_used_by_customer", "not_for_these_items", "not_stackable", "already_applied", "not_a_draft",
)  # fmt: skip


def offer(**changes: Any) -> OfferFacts:
    usual: dict[str, Any] = {
        "name": "Karibu", "description": "For your first order.", "code": "KARIBU10", "percent": Decimal("10.00"),
        "amount": None, "currency": "KES", "minimum_spend": Decimal("3000.00"), "ends_on": date(2026, 12, 31),
        "scope": ["Shoes"], "applies": True, "saving": Decimal("900.00"), "obstacle": None,
    }  # fmt: skip
    return OfferFacts.model_validate(usual | changes)


def visit(*running: OfferFacts, coupon: Refusal | None = None) -> Visit:
    return Visit(journey=JOURNEY, books=Books(offers=list(running), coupon=coupon))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_offer_is_told_with_its_conditions(language: str) -> None:
    talk = visit(offer(), offer(name="Free", code=None, percent=None, amount=Decimal(200))).having(
        response_language=language, **ORDERED
    )
    said = talk.say("kuna ofa?")
    for fact in ("10%", "KARIBU10", "KES 3,000", "31/12/2026", "Shoes", "KES 900", "KES 200"):
        assert fact in said
    assert isinstance(talk.reply, Buttons)
    assert [option.id for option in talk.reply.options] == [ApplyCoupon(code="KARIBU10").written()]


def test_no_offer_is_said_plainly_and_none_is_invented() -> None:
    assert "no offer running" in visit().say("nipunguzie bei")


@pytest.mark.parametrize(
    "text", ["nina code KARIBU10", "KARIBU10", "apply promo code karibu10", "tumia kuponi KARIBU10"]
)
def test_a_code_is_applied_and_leads_to_the_checkout_with_the_new_total(text: str) -> None:
    talk = visit().having(**ORDERED)
    said = talk.say(text)
    assert "KES 900 off" in said
    assert "KES 8,100" in said
    assert "order_apply_coupon" in talk.books.calls
    assert talk.state.controls.asked is not None
    assert talk.state.controls.asked.journey == "checkout"


def test_a_code_that_counts_is_remembered_for_an_order_that_is_made_anew() -> None:
    talk = visit().having(**ORDERED)
    talk.say("KARIBU10")
    assert talk.state.purchase.order_totals["codes"] == ["KARIBU10"]


def test_a_tap_on_an_offer_applies_it() -> None:
    talk = visit(offer()).having(**ORDERED)
    talk.say("any offers?")
    assert "KES 900 off" in talk.say("Use KARIBU10", tapped="offer:KARIBU10")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", REFUSALS)
def test_each_refusal_has_a_sentence_of_its_own(code: str, language: str) -> None:
    facts = {"minimum": "10000.00", "missing": "1000.00", "currency": "KES"} if code == "minimum_not_met" else {}
    talk = visit(coupon=Refusal(code=code, reason="No.", facts=facts)).having(response_language=language, **ORDERED)
    said = talk.say("nina code KARIBU10")
    expected = phrases()[f"coupon_refused_{code}"][language]
    assert said.startswith(expected.format(code="KARIBU10", minimum="KES 10,000", missing="KES 1,000"))
    assert talk.state.purchase.order_id == ORDERED["order_id"]


def test_a_code_without_an_order_is_kept_for_the_checkout() -> None:
    talk = visit()
    assert "as soon as you have chosen something" in talk.say("nina code KARIBU10")
    assert talk.state.purchase.order_totals == {"codes": ["KARIBU10"]}
    assert "order_apply_coupon" not in talk.books.calls


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("KARIBU10", "KARIBU10"), ("karibu10", "KARIBU10"), ("I have a coupon code SAVE-20", "SAVE-20"),
        ("nina code ya KARIBU10", "KARIBU10"), ("my voucher is JAMHURI", "JAMHURI"), ("niko na promo code", None),
        ("how do i use my voucher", None), ("kuna punguzo la viatu?", None), ("any discount on the fridge", None),
        ("apply", None), ("2", None), ("nina kuponi", None), ("weka KARIBU10 tafadhali", "KARIBU10"),
    ],
)  # fmt: skip
def test_a_code_is_told_from_words(text: str, code: str | None) -> None:
    assert code_in(text) == code


@settings(max_examples=100)
@given(
    percent=st.one_of(st.none(), st.decimals(1, 90, places=2)),
    amount=st.decimals(1, 100_000, places=2),
    minimum=st.one_of(st.none(), st.decimals(1, 100_000, places=2)),
    applies=st.booleans(),
    language=st.sampled_from(LANGUAGES),
)
def test_an_offer_is_told_with_its_own_figures_only(
    percent: Decimal | None, amount: Decimal, minimum: Decimal | None, applies: bool, language: str
) -> None:
    """Property 2: No Data Hallucination; what is said of an offer is what the tool told of it."""
    told = offer(
        percent=percent, amount=None if percent else amount, minimum_spend=minimum, applies=applies,
        saving=amount if applies else None, obstacle=None if applies else "minimum_not_met",
    )  # fmt: skip
    assert "{" not in visit(told).having(response_language=language, **ORDERED).say("offers?")
