"""Who may come with whom, and who counts as what: a rule for the younger, a price for children."""

import pytest

from tests.attacks.lying_model.contexts import PROPERTY, _beside, _cited, item, of
from tests.journeys.check.test_plain_answers import is_sound

SPA = "The spa is for 16 and above, younger guests with a parent"
SPA_SW = "Spa ni ya miaka 16 na zaidi, wadogo wakiwa na mzazi"
US = "how much is shimba hills for us 4? 2 adults, girl of 15 and boy of 8"


@pytest.mark.parametrize(
    ("text", "language", "is_true"),
    [
        (f"{SPA}, so at 15 she can have a treatment with you.", "en", True),
        (f"{SPA}, so your girl of 15 may come with a parent.", "en", True),
        (f"{SPA}, so at 15 she cannot come alone.", "en", True),
        (f"{SPA}, so at 15 she can have a treatment alone.", "en", False),
        (f"{SPA}, so at 15 she cannot have a treatment with you.", "en", False),
        (f"{SPA}, so your girl of 15 may not come even with a parent.", "en", False),
        (f"{SPA_SW}, kwa hivyo wa miaka 15 anaweza kuja nawe.", "sw", True),
        (f"{SPA_SW}, kwa hivyo wa miaka 15 anaweza kuja peke yake.", "sw", False),
        (f"{SPA_SW}, kwa hivyo wa miaka 15 hawezi kuja nawe.", "sw", False),
    ],
)
def test_who_is_younger_comes_with_a_parent(text: str, language: str, *, is_true: bool) -> None:
    words = "can our girl of 15 have a treatment at the spa with me?"
    told = _beside(words=words, cited=_cited(PROPERTY, only=("Spa",)), tenant="oasis")
    assert is_sound(text, told, language) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (
            "3 adults at KES 12,500 are KES 37,500, and with 1 child at KES 7,500 it is KES 45,000 for the 4 of you.",
            True,
        ),
        ("Your girl of 15 pays as an adult: 3 adults at KES 12,500 are KES 37,500.", True),
        ("3 adults at KES 12,500 are KES 35,500.", False),
        ("6 adults at KES 12,500 are KES 75,000 for all of you.", False),
        ("2 adults at KES 12,500 are KES 37,500.", False),
    ],
)
def test_those_whose_age_is_told_count_as_grown_ups_or_children(text: str, *, is_true: bool) -> None:
    assert is_sound(text, of(item("oasis", "Shimba Hills Day Safari"), words=(US,), tenant="oasis"), "en") is is_true
