"""A rule of ages, of a last day and of months, said of the customer's own; and beside each what is not so."""

from datetime import date

import pytest

from journeys.check import Evidence, objections

TODAY = date(2026, 12, 1)
CHILDREN = "Children under 4 stay free. From 4 to 12 they pay half in their parents' room."
POOL = "Entry: Children under 6 are free; from 6 to 14 half price; from 15 full price"
OFFER = (
    "Promotions: Stay four, pay three\nAbout: The fourth night is free in Garden and Pool Terrace Rooms.\n"
    "Valid from: 2026-11-01\nValid until: 2026-12-15"
)
WARRANTY = (
    "Product: Phones and tablets; Warranty: 12 months\nProduct: Blenders; Warranty: 12 months\n"
    "Product: Headphones, chargers, cables; Warranty: 6 months"
)
BUSY = (
    "Busy hours are from 19:00 to 23:00. Below the lowest speed on three days running, you get a tenth of the month's "
    "fee back."
)
EARBUDS = "Warranty ya headphones, chargers na cables ni 6 months, so earbuds zikizima after miezi nane"


def is_sound(text: str, passage: tuple[str, str], *asked: str) -> bool:
    evidence = Evidence.of([], words=asked, passages=[passage], today=TODAY)
    return objections(text, evidence) == []


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Children under 4 stay free, so your 3-year-old pays nothing.", True),
        ("Children under 4 stay free, so your 3-year-old does not pay.", True),
        ("Children under 4 stay free, so your 8-year-old pays nothing.", False),
        ("Children under 4 stay free, so your 3-year-old pays half.", False),
        ("Children under 4 stay free, so your 3-year-old pays KES 1,000.", False),
        ("Children under 4 stay free, so both your children pay nothing.", False),
        ("From 4 to 12 they pay half, so your 8-year-old pays half.", True),
        ("From 4 to 12 they pay half, so your 3-year-old pays half.", False),
        ("From 4 to 12 they pay half, so your 8-year-old pays nothing.", False),
        ("Your 3-year-old stays free and your 8-year-old pays half.", True),
        ("Your 8-year-old stays free and your 3-year-old pays half.", False),
        ("Watoto chini ya miaka 4 hukaa bure, kwa hiyo wa miaka 3 halipi.", True),
        ("Watoto chini ya miaka 4 hukaa bure, kwa hiyo wa miaka 8 halipi.", False),
    ],
)
def test_what_a_child_of_an_age_pays(text: str, *, is_true: bool) -> None:
    asked = "Two adults and kids of 3 and 8. If we squeezed into an ordinary room, what would the children pay?"
    assert is_sound(text, (CHILDREN, "FAQ > Do you take children for free?"), asked) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("From 6 to 14 it is half price, so your 13-year-old pays half.", True),
        ("From 15 it is full price, so your 13-year-old pays the full price.", False),
        ("Children under 6 are free, so your 13-year-old is free.", False),
    ],
)
def test_who_pays_half_at_a_pool(text: str, *, is_true: bool) -> None:
    assert is_sound(text, (POOL, "Swimming pool > Entry"), "what does my son of 13 pay at the pool?") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("It is also valid only until 15 December 2026, so it does not reach your stay from 21 January.", True),
        ("It is valid until 15 December 2026, so your stay from 21 January is too late for it.", True),
        ("It is valid until 15 December 2026, so it will be over by 21 January.", True),
        ("It is valid until 15 December 2026, so it covers your stay from 21 January.", False),
        ("It is valid until 15 December 2026, so your stay from 21 January is in time.", False),
        ("It is valid until 15 March 2027, so it does not reach your stay from 21 January.", False),
        ("It is valid until 15 December 2026, so it does not reach 10 December.", False),
    ],
)
def test_a_stay_after_the_last_day_of_an_offer(text: str, *, is_true: bool) -> None:
    asked = "three nights from Thursday 21 January; I read about stay four pay three"
    assert is_sound(text, (OFFER, "Promotions > Stay four, pay three"), asked) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{EARBUDS} itakuwa imeisha na haitazicover.", True),
        (f"{EARBUDS} haitazicover.", True),
        (f"{EARBUDS} bado ziko covered.", False),
        (f"{EARBUDS} itazicover.", False),
        (
            "Headphones have a warranty of 6 months, so after eight months it will be over and will not cover them.",
            True,
        ),
        (
            "Headphones have a warranty of 6 months, so after eight months it will not be over and will cover them.",
            False,
        ),
        ("Warranty ya blenders ni 12 months, so earbuds zikizima after miezi nane ziko covered.", False),
    ],
)
def test_earbuds_are_headphones_and_eight_months_are_more_than_six(text: str, *, is_true: bool) -> None:
    asked = "na hizo earbuds zikizima after miezi nane mtanisort?"
    assert is_sound(text, (WARRANTY, "Warranty > How long it lasts"), asked) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Busy hours are from 19:00 to 23:00, so your 8pm tests count.", True),
        ("Busy hours are from 19:00 to 23:00, so your 8pm tests fall within them.", True),
        ("Busy hours are from 19:00 to 23:00, so your 8pm tests do not count.", False),
        ("Busy hours are from 19:00 to 23:00, so your 6pm tests count.", False),
    ],
)
def test_what_was_measured_within_busy_hours_counts(text: str, *, is_true: bool) -> None:
    asked = "I measured 12, 14 and 11 Mbps at 8pm, three days running"
    assert is_sound(text, (BUSY, "Slow internet > What your package promises"), asked) is is_true
