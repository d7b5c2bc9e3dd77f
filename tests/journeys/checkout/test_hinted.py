"""Beside an order an offer is told of that may be theirs, and what was noted is seen before they pay."""

from decimal import Decimal

import pytest

from journeys.checkout.hinted import hint
from tests.journeys.checkout.test_buying import OPENED, buying
from tools.offers.offers_get_applicable import OfferFacts


def offer(code: str, description: str) -> OfferFacts:
    return OfferFacts(
        name=code.title(), description=description, code=code, percent=Decimal(10), amount=None, currency="KES",
        minimum_spend=None, ends_on=None, scope=[], applies=True, saving=Decimal(200), obstacle=None,
    )  # fmt: skip


FIRST, COAST, SHOES = (
    offer("NEW10", "Ten percent off your first order with us."),
    offer("PWANI", "KES 1,500 off for residents of the coast."),
    offer("VIATU", "KES 500 off shoes."),
)  # fmt: skip


@pytest.mark.parametrize(
    ("offers", "said", "code"),
    [
        ([FIRST], ["add a kettle please"], "NEW10"),
        ([FIRST], ["ni mara yangu ya kwanza kununua kwenu"], "NEW10"),
        ([FIRST], ["this is my first time, I never bought from you"], "NEW10"),
        ([FIRST, SHOES], ["the blender I bought from you in June is dead"], "VIATU"),
        ([FIRST], ["we ordered from you last month"], ""),
        ([FIRST], ["blenda niliyonunua kwenu mwezi wa sita imekufa"], ""),
        ([FIRST], ["my last order came late"], ""),
        ([COAST], ["one day room please"], ""),
        ([COAST, SHOES], ["we are from Nairobi"], "VIATU"),
    ],
)
def test_an_offer_that_is_for_others_is_not_promoted(offers: list[OfferFacts], said: list[str], code: str) -> None:
    told = hint(offers, said, buying().state)
    assert [each.code for each in offers if str(each.code) in told] == ([code] if code else [])


def test_what_is_noted_is_seen_before_they_pay() -> None:
    chat = buying(*OPENED, "buy it", "42", "2", "deliver to my sister in Nakuru on friday, Wanjiru 0722334455")
    asked = chat.say("mpesa prompt to 0722000111")
    assert "my sister Wanjiru +254722334455" in asked
    assert "on friday" in asked
    assert asked.index("Total") < asked.index("on friday") < asked.index("+254722000111?")
