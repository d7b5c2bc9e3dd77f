"""Days that follow by the calendar, and limits that are applied to what customers said; beside each what does not."""

from dataclasses import replace
from datetime import date
from time import process_time

import pytest

from journeys.check import Evidence
from tests.attacks.lying_model.contexts import _cited, _library, of
from tests.journeys.check.test_plain_answers import is_sound

DELIVERY, RETURNS, WARRANTY = (f"duka/library/{name}.md" for name in ("delivery", "returns", "warranty"))
MONDAY = date(2026, 11, 30)


def told(path: str, words: str, *, today: date = MONDAY) -> Evidence:
    return replace(_library(path, words=words), today=today)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("It takes 1 to 2 working days, so you get it on Tuesday 1 December or Wednesday 2 December.", True),
        ("It takes 1 to 2 working days, so for an order today, Monday 30 November, you get it on Tuesday 1 or "
         "Wednesday 2 December.", True),
        ("It takes 1 to 2 working days, so you get it on Tuesday 2 December.", False),
        ("It takes 1 to 2 working days, so you get it on Thursday 3 December.", False),
        ("It takes 1 to 2 working days, so you get it on 1 December and a gift with it.", False),
        ("It takes 1 to 2 working days, so you get it by Wednesday 2 December, before the 5th of December.", True),
        ("It takes 3 to 5 working days, so you get it by Monday 7 December, before the 5th of December.", False),
    ],
)  # fmt: skip
def test_working_days_lead_from_today(text: str, *, is_true: bool) -> None:
    asked = "we are in Ruiru, or Nyeri. which day do I get it? I need it before the 5th of December"
    assert is_sound(text, told(DELIVERY, asked)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Shoes may be exchanged for another size within 30 days, so if you receive them on 1 or 2 December, 5 January "
         "is too late.", True),
        ("Shoes may be exchanged for another size within 30 days, so if you receive them on 1 or 2 December, 5 January "
         "is in time.", False),
        ("Shoes may be exchanged for another size within 30 days, so if you receive them on 10 December, 5 January is "
         "in time.", True),
        ("Shoes may be exchanged for another size within 30 days, so if you receive them on 10 December, 5 January is "
         "too late.", False),
    ],
)  # fmt: skip
def test_their_day_is_in_time_or_too_late(text: str, *, is_true: bool) -> None:
    assert is_sound(text, told(RETURNS, "he tries them on 5th jan, can I still change them?")) is is_true


@pytest.mark.parametrize(
    ("words", "text", "is_true"),
    [
        ("Blenda niliyonunua mwezi wa sita mwaka huu imekufa",
         "Vifaa vidogo vya jikoni vina waranti ya miezi 12, kwa hiyo blenda ya Juni 2026 bado ina waranti hadi Juni "
         "2027.", True),
        ("Blenda niliyonunua mwezi wa sita mwaka huu imekufa",
         "Vifaa vidogo vya jikoni vina waranti ya miezi 12, kwa hiyo blenda ya Juni 2026 bado ina waranti hadi Juni "
         "2028.", False),
        ("Blenda niliyonunua mwezi wa sita mwaka jana imekufa",
         "Vifaa vidogo vya jikoni vina waranti ya miezi 12, kwa hiyo blenda ya Juni 2025 bado ina waranti hadi Juni "
         "2026.", False),
        ("Headphones nilizonunua mwezi wa sita mwaka huu zimekufa",
         "Vifaa vidogo vya jikoni vina waranti ya miezi 12, kwa hiyo headphones za Juni 2026 bado zina waranti hadi "
         "Juni 2027.", False),
    ],
)  # fmt: skip
def test_months_lead_from_the_month_that_they_named(words: str, text: str, *, is_true: bool) -> None:
    assert is_sound(text, told(WARRANTY, words), "sw") is is_true


RESORT = _cited(
    "oasis/library/property.json", only=("Kobe", "Arcade", "Promotions", "Jahazi", "Spa", "Casino", "cancel")
)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Kids' club Kobe is for children from 4 to 12, so your 7 year old fits.", True),
        ("Kids' club Kobe is for children from 4 to 12, so your 13 year old fits.", False),
        ("Kids' club Kobe is for children from 4 to 12, so at 13 he is too old.", True),
        ("Kids' club Kobe is for children from 4 to 12, so at 7 she is too young.", False),
        ("Kids' club Kobe is for children from 4 to 12, so your 9 year old fits.", False),
        ("Kids' club Kobe is open 09:00-17:00 and closed on Mondays, so it is open on Saturday.", True),
        ("Kids' club Kobe is open 09:00-17:00 and closed on Mondays, so it is open on Monday.", False),
        ("Resident's weekend is valid from 2026-10-01 until 2027-03-31, so it covers your stay from Thursday 10 to "
         "Sunday 13 December.", True),
        ("Resident's weekend is valid from 2026-10-01 until 2027-03-31, so it covers your stay from Thursday 10 to "
         "Sunday 20 December.", False),
    ],
)  # fmt: skip
def test_a_limit_is_applied_to_what_they_said(text: str, *, is_true: bool) -> None:
    asked = "kids are 7 and 13, can they join on Saturday, or Monday? we stay from Thursday 10 to Sunday 13 December"
    known = replace(of(words=(asked,), tenant="oasis", passages=RESORT), today=MONDAY)
    assert is_sound(text, known) is is_true


@pytest.mark.parametrize(
    "text",
    [
        "Cancel 3000 years before arrival, so until 3 December for your arrival on 5 December.",
        "It takes 1 to 3000 working days, so you get it on Tuesday 1 December.",
        "It takes 9999 months, so you get it on Tuesday 1 December.",
        "It takes 1 to 9999 weeks, so you get it on Tuesday 1 December.",
    ],
)
def test_a_span_that_nobody_plans_by_costs_no_time_and_breaks_nothing(text: str) -> None:
    asked = " and ".join(f"{day} December" for day in range(1, 31))
    known = told(DELIVERY, asked)
    began = process_time()
    assert not is_sound(text, known)
    assert process_time() - began < 2
