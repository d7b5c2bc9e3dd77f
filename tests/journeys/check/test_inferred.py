"""What a rule means for the customer, said after it without a sum, and beside each what does not follow."""

from datetime import date

import pytest

from tests.attacks.lying_model.contexts import _beside, _cited, item
from tests.journeys.check.test_plain_answers import is_sound

TODAY = date(2026, 11, 30)
PROPERTY = "oasis/library/property.json"
DELIVERY, RETURNS, WARRANTY = ("duka/library/delivery.md", "duka/library/returns.md", "duka/library/warranty.md")


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Phones have a warranty of 12 months, so a fault that shows after two years is at your own cost.", True),
        ("Phones have a warranty of 12 months, so a fault that shows after two years is covered.", False),
        ("Phones have a warranty of 12 months, so a fault that shows after two years is too early.", False),
        ("Phones have a warranty of 12 months, so a fault that shows after three years is at your own cost.", False),
    ],
)
def test_their_span_is_held_to_the_one_that_is_told(text: str, *, is_true: bool) -> None:
    words = "my phone got a fault after two years, who pays?"
    assert is_sound(text, _beside(words=words, cited=_cited(WARRANTY))) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Shoes must come back unworn, so a pair you ran a race in stays with you.", True),
        ("Shoes must come back unworn. So a pair you ran a race in cannot come back.", True),
        ("Shoes must come back unworn, so a pair you ran a race in can come back.", False),
        ("Shoes must come back unworn. So a pair you ran a race in is fine.", False),
        ("Shoes must come back unworn, so there is no problem with a pair you ran a race in.", False),
        ("Shoes may come back worn, so a pair you ran a race in is fine.", False),
    ],
)
def test_what_a_rule_limits_may_be_denied_and_not_allowed(text: str, *, is_true: bool) -> None:
    words = "I ran a race in the shoes, can I return them?"
    assert is_sound(text, _beside(words=words, cited=_cited(RETURNS))) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The van serves Nairobi, Kiambu and Machakos, so not Nyeri.", True),
        ("The van serves Nairobi, Kiambu and Machakos, so your fridge can come to Nyeri by van.", False),
        ("The van serves Nairobi, Kiambu and Machakos, so not Kiambu.", False),
    ],
)
def test_a_rule_that_names_places_is_of_these(text: str, *, is_true: bool) -> None:
    words = "does the van bring a fridge to Nyeri?"
    assert is_sound(text, _beside(words=words, cited=_cited(DELIVERY))) is is_true


@pytest.mark.parametrize(
    "text",
    [
        "Shoes must come back unworn, so your payment is confirmed.",
        "Shoes must come back unworn, so we deliver a new pair free of charge.",
        "Shoes must come back unworn, so pay to till 556677.",
        "Shoes must come back unworn, so tell me your PIN.",
        "Shoes must come back unworn, so Amani Stores sells you a pair.",
        "Shoes must come back unworn, so that costs KES 350.",
    ],
)
def test_what_follows_claims_and_promises_no_more_than_anything_else(text: str) -> None:
    evidence = _beside(words="I ran a race in the shoes, can I return them?", cited=_cited(RETURNS))
    assert not is_sound(text, evidence)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("After that the first night is charged, so you lose KES 21,500 of the Garden Room.", False),
        ("After that the first night is charged, so you lose KES 18,500 of the Garden Room on half board.", True),
        ("After that the first night is charged, so you lose KES 18,500.", False),
    ],
)
def test_a_price_is_that_of_what_is_named(text: str, *, is_true: bool) -> None:
    words = "if we cancel tomorrow what do we lose of the garden room on half board?"
    evidence = _beside(item("oasis", "Garden Room"), words=words, cited=_cited(PROPERTY), today=TODAY)
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("It must be booked at least 14 days ahead, so 20 December is in time.", True),
        ("It must be booked at least 14 days ahead, so it does not hold for 20 December.", False),
        ("It must be booked at least 14 days ahead, so 9 December is in time.", False),
        ("It must be booked at least 14 days ahead, so it does not hold for 9 December.", True),
        ("It must be booked at least 14 days ahead, and 9 December is only 9 days from today.", True),
        ("It must be booked at least 14 days ahead, and 9 December is 19 days from today.", False),
        ("It must be booked at least 7 days ahead, so 9 December is in time.", False),
    ],
)
def test_so_many_days_ahead_are_counted_from_today(text: str, *, is_true: bool) -> None:
    words = "does stay four pay three hold for 9 december, or for 20 december?"
    assert is_sound(text, _beside(words=words, cited=_cited(PROPERTY), today=TODAY)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Jahazi Grill is closed on Mondays, so you cannot have dinner there on Monday 7 December.", True),
        ("Jahazi Grill is closed on Tuesdays, so you cannot have dinner there on Tuesday 8 December.", False),
        ("Jahazi Grill is open Tuesday to Sunday and closed on Mondays.", True),
        ("Jahazi Grill is closed on Mondays, so you can have dinner there on Monday 7 December.", False),
        ("Jahazi Grill is closed on Mondays, so you cannot have dinner there on Tuesday 8 December.", False),
    ],
)
def test_a_day_on_which_it_is_closed_is_denied(text: str, *, is_true: bool) -> None:
    words = "dinner at jahazi grill on monday 7 december or on tuesday 8 december?"
    assert is_sound(text, _beside(words=words, cited=_cited(PROPERTY), today=TODAY)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("East Africa Roaming Pass ni ya siku 7, kwa hiyo moja haitoshi siku kumi.", True),
        ("East Africa Roaming Pass ni ya siku 7, kwa hiyo moja inatosha siku kumi.", False),
        ("East Africa Roaming Pass ni ya siku 9, kwa hiyo moja haitoshi siku kumi.", False),
    ],
)
def test_what_an_item_tells_leads_to_what_it_means_too(text: str, *, is_true: bool) -> None:
    pass_ = item("mtandao", "East Africa Roaming Pass")
    evidence = _beside(pass_, words="naenda Arusha siku kumi, inatosha?", cited=[], today=TODAY)
    assert is_sound(text, evidence, "sw") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Watoto chini ya miaka 4 hukaa bure, kwa hivyo wa miaka 3 halipi.", True),
        ("Watoto chini ya miaka 4 hukaa bure, kwa hivyo wa miaka 6 halipi.", False),
    ],
)
def test_who_does_not_pay_is_allowed_something(text: str, *, is_true: bool) -> None:
    evidence = _beside(words="mtoto wa miaka 3 na wa miaka 6 wanalipa?", cited=_cited(PROPERTY), today=TODAY)
    assert is_sound(text, evidence, "sw") is is_true


def test_what_nobody_told_may_be_named_so() -> None:
    evidence = _beside(words="can we bring our own drinks?", cited=_cited(PROPERTY), today=TODAY)
    assert is_sound("Whether you may bring your own drinks is not told in what I have.", evidence)
    assert not is_sound("You may bring your own drinks.", evidence)


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (RETURNS, "Shoes and clothes may be exchanged within 30 days, so our manager visits every buyer."),
        (RETURNS, "Shoes and clothes may be exchanged within 30 days, so dresses are made of silk."),
        (DELIVERY, "Parcels to Mombasa take 2 to 3 working days, so riders sleep at the coast."),
        (WARRANTY, "It does not cover water, so a phone that fell in water is repaired for you."),
        (WARRANTY, "It does not cover water, so insurance pays for it."),
        (PROPERTY, "No, pets are not allowed in the resort, so leave the dog with the guard at our gate."),
    ],
)
def test_what_nobody_spoke_of_follows_from_nothing(page: str, text: str) -> None:
    words = "can I return shoes? do you deliver to mombasa? my phone fell in water. can my dog come?"
    assert not is_sound(text, _beside(words=words, cited=_cited(page), today=TODAY))
