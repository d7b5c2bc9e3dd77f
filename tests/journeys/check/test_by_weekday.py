"""Days that follow from the days of the week of a rule and from the customer's stay, and beside each what does not."""

from datetime import date

import pytest

from journeys.check import Evidence, objections
from tests.attacks.lying_model.contexts import PROPERTY, _beside, _cited
from tests.journeys.check.test_plain_answers import is_sound

MONDAY = date(2026, 11, 30)
SW = "tunafika jumapili tarehe 6 desemba, tunaondoka jumatano tarehe 9. jahazi grill, bao, film: siku gani?"
EN = "we arrive on sunday 6 december and leave on wednesday 9. jahazi grill, bao, film: which day?"
CLOSED, FILM, BAO = (
    "Jahazi Grill imefungwa Jumatatu",
    "Filamu chini ya nyota ni kila Jumatano na Jumapili",
    "Bao lessons",
)


def is_so(text: str, language: str) -> bool:
    cited = _cited(PROPERTY, only=("Jahazi", "Film", "Board and"))
    words = SW if language == "sw" else EN
    return is_sound(text, _beside(words=words, cited=cited, tenant="oasis", today=MONDAY), language)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{CLOSED}, kwa hiyo mnaweza kula Jumapili tarehe 6 au Jumanne tarehe 8.", True),
        (f"{CLOSED}, kwa hivyo mnaweza kula Jumapili au Jumanne.", True),
        (f"{CLOSED}, kwa hiyo mnaweza kula Jumatatu tarehe 7.", False),
        (f"{CLOSED}, kwa hiyo mnaweza kula Jumapili tarehe 7.", False),
        (f"{CLOSED}, kwa hiyo mnaweza kula Jumapili tarehe 6 au Jumatatu tarehe 7.", False),
        (f"{FILM}, kwa hiyo mtaipata Jumapili tarehe 6 Desemba, usiku mnaofika; Jumatano tarehe 9 ni siku mnayoondoka.",
         True),
        (f"{FILM}, kwa hiyo mtaipata Jumanne tarehe 8 Desemba.", False),
        (f"{FILM}, kwa hiyo mtaipata Jumapili tarehe 6 Desemba, siku mnayoondoka.", False),
    ],
)  # fmt: skip
def test_the_days_on_which_it_is_on(text: str, *, is_true: bool) -> None:
    assert is_so(text, "sw") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{BAO} are every Tuesday at 17:00, so for you that is Tuesday 8 December.", True),
        (f"{BAO} are every Tuesday at 17:00, so for you that is Monday 7 December.", False),
        (f"{BAO} are every Tuesday at 17:00, so for you that is Tuesday 15 December.", False),
        ("Film under the stars is every Wednesday and Sunday at 20:00, so you catch it on Sunday 6 December, the night "
         "you arrive.", True),
        ("Film under the stars is every Wednesday and Sunday at 20:00, so you catch it on Sunday 6 December, the night "
         "you leave.", False),
        ("Film under the stars is every Wednesday and Sunday, so you catch it on Monday 7 December.", False),
        ("Film under the stars is every day, so you catch it on Tuesday 8 December.", False),
    ],
)  # fmt: skip
def test_the_day_of_their_stay(text: str, *, is_true: bool) -> None:
    assert is_so(text, "en") is is_true


AREA = "Area: Thika, Ngong; Fee: KES 400; When it arrives: 1 to 2 working days"
NEXT_DAY = "Orders inside Nairobi arrive on the next working day."


@pytest.mark.parametrize(
    ("rule", "text", "is_true"),
    [
        (
            AREA,
            "Ngong takes 1 to 2 working days, so paid on Monday it comes by Wednesday, before Thursday.",
            True,
        ),
        (AREA, "Ngong takes 1 to 2 working days, so paid on Monday it is with you by Tuesday.", False),
        (AREA, "Ngong takes 1 to 2 working days, so paid on Monday it comes before Wednesday.", False),
        (AREA, "Ngong takes 1 to 2 working days, so ordered on Friday it comes on Monday or Tuesday.", True),
        (AREA, "Ngong takes 1 to 2 working days, so ordered on Friday it comes by Sunday.", False),
        (AREA, "Ngong takes 1 to 2 working days, so ordered on Wednesday it comes by Friday.", False),
        (AREA, "Ngong huchukua siku 1 hadi 2 za kazi, kwa hivyo ukilipa Jumatatu itafika kabla ya Alhamisi.", True),
        (AREA, "Ngong huchukua siku 1 hadi 2 za kazi, kwa hivyo ukilipa Jumatatu itafika kabla ya Jumatano.", False),
        (NEXT_DAY, "It arrives on the next working day, so paid on Friday you get it on Saturday.", True),
        (NEXT_DAY, "It arrives on the next working day, so paid on Friday you get it on Friday.", False),
    ],
)
def test_working_days_are_counted_from_a_day_of_theirs(rule: str, text: str, *, is_true: bool) -> None:
    asked = ["I pay on Monday or Friday, will it be in Ngong before Thursday? nalipa Jumatatu"]
    evidence = Evidence.of([], words=asked, passages=[(rule, "Delivery > Areas")], today=date(2026, 11, 30))
    assert (objections(text, evidence) == []) is is_true
