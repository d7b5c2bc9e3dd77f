"""Days that follow from the days of the week of a rule and from the customer's stay, and beside each what does not."""

from datetime import date

import pytest

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
