"""Days that customers name without their month, and what is told of them; beside each what is not so."""

from dataclasses import replace
from datetime import date

import pytest

from journeys.check import Evidence
from journeys.check.theirs.days_meant import meant
from tests.attacks.lying_model.contexts import PROPERTY, _beside, _cited, item, of, offers
from tests.journeys.check.test_plain_answers import is_sound

MONDAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("we come on Thursday 10 Dec, leaving Monday 14.", ["14 December"]),
        ("and if I cancel on the 5th?", ["5 December"]),
        ("tunaondoka Jumanne tarehe 1 na ndege ya jioni", ["1 December"]),
        ("arriving 28 December, leaving on the 2nd", ["2 January"]),
        ("a massage on Saturday at 4pm", ["5 December"]),
        ("we come on Thursday 10 Dec, leaving Tuesday 14.", []),
        ("is the 4th night free, on the 5th floor?", []),
        ("school opens on 5th jan", []),
        ("from 10 to 14 December", []),
        ("Saturday 4pm, or Friday 14:30", []),
    ],
)
def test_a_day_without_its_month_is_the_next_one(said: str, days: list[str]) -> None:
    assert meant([said], MONDAY) == days


def test_a_day_of_the_week_is_of_their_stay_too() -> None:
    assert "11 December" in meant(["dinner on Friday", "we come on Thursday 10 Dec, leaving Monday 14."], MONDAY)


def test_no_number_of_days_costs_time() -> None:
    assert len(meant([f"on the {day}th, " * 2_000 for day in (4, 5)], MONDAY)) <= 2


def stay(*asked: str) -> Evidence:
    told = _beside(
        item("oasis", "Family Cottage"), words="half board please", tenant="oasis", today=MONDAY,
        cited=_cited(f"{PROPERTY}#promotions", only=("Resident",)),
    )  # fmt: skip
    return replace(told, said=of(words=("half board please", *asked), today=MONDAY).said)


OFFER = (
    "Resident's weekend gives a fifth off half board from Thursday to Sunday, valid from 2026-10-01 until 2027-03-31"
)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{OFFER}, so it covers your stay from Thursday 17 to Sunday 20 December.", True),
        (f"{OFFER}, so it covers Friday 18 December.", True),
        (f"{OFFER}, so it covers your stay from Thursday 17 to Monday 21 December.", False),
        (f"{OFFER}, so it covers your stay from Thursday 24 to Sunday 27 December.", False),
        (f"{OFFER}, so it covers your stay from Thursday 17 to Sunday 21 December.", False),
        (f"{OFFER}, so it covers your stay from Wednesday 16 December.", False),
    ],
)
def test_an_offer_is_said_of_the_days_of_their_stay(text: str, *, is_true: bool) -> None:
    assert is_sound(text, stay("we come on Thursday 17 Dec, leaving Monday 21")) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The Family Cottage is KES 33,500 a night on half board, so Thursday 17 to Monday 21 December is 4 nights at "
         "KES "
         "33,500, KES 134,000 before any offer.", True),
        ("The Family Cottage is KES 33,500 a night on half board, so Thursday 17 to Monday 21 December is 5 nights at "
         "KES "
         "33,500, KES 167,500 before any offer.", False),
        ("The Family Cottage is KES 33,500 a night on half board, so Thursday 17 to Monday 28 December is 4 nights at "
         "KES "
         "33,500, KES 134,000 before any offer.", False),
        ("The Family Cottage is KES 33,500 a night on half board, so Thursday 17 to Monday 21 December is 4 nights at "
         "KES "
         "33,500, KES 130,000 before any offer.", False),
    ],
)  # fmt: skip
def test_nights_are_counted_to_the_day_that_they_leave_on(text: str, *, is_true: bool) -> None:
    told = of(
        item("oasis", "Family Cottage"), tenant="oasis", today=MONDAY,
        words=("we come on Thursday 17 Dec, leaving Monday 21, half board",),
    )  # fmt: skip
    assert is_sound(text, told) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Stay longer needs no code: 4 nights at KES 33,500 are KES 134,000, so 12% comes off the room.", True),
        ("Stay longer needs no code: 4 nights at KES 33,500 are KES 124,000, so 12% comes off the room.", False),
        ("Stay longer needs no code: 4 nights at KES 33,500 are KES 134,000, so 15% comes off the room.", False),
    ],
)
def test_what_is_counted_after_the_word_code_is_none(text: str, *, is_true: bool) -> None:
    told = of(
        item("oasis", "Family Cottage"), offers("oasis"), tenant="oasis", today=MONDAY,
        words=("we come on Thursday 17 Dec, leaving Monday 21, half board",),
    )  # fmt: skip
    assert is_sound(text, told) is is_true
