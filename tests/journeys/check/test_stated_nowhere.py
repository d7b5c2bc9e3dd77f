"""That a catalog or a page tells nothing of a thing may be said, unless it does; not that there is none."""

import pytest

from journeys.check import Evidence, objections
from tests.attacks.lying_model.contexts import PROPERTY, _beside, _cited, item, of

VILLA, WORDS = "Beachfront Villa Tumaini", "cook ako kwa bei ama analipwa side? na extra bed?"
BED = ("Extra bed: KES 3,000 a night.", "Rooms")


def is_sound(text: str, evidence: Evidence) -> bool:
    return not objections(text, evidence, language="mixed")


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Hakuna malipo ya kando ya mpishi yaliyotajwa kwenye katalogi.", True),
        ("Hakuna malipo ya ziada ya mpishi yaliyotajwa kwenye katalogi.", True),
        ("Hakuna charge ya side ya cook imetajwa kwa catalog.", True),
        ("No extra charge for the cook is stated in the catalog.", True),
        ("The catalog states no extra charge for the cook.", True),
        ("Hakuna mpishi aliyetajwa kwenye katalogi.", False),
        ("Hakuna bwawa lililotajwa kwenye katalogi.", False),
        ("No pool is mentioned in the catalog.", False),
    ],
)
def test_a_charge_that_is_stated_nowhere(text: str, *, is_true: bool) -> None:
    cited = _beside(item("oasis", VILLA), words=WORDS, cited=_cited(PROPERTY, only=("Tumaini",)), tenant="oasis")
    assert is_sound(text, cited) is is_true
    assert is_sound(text, of(item("oasis", VILLA), words=(WORDS,), tenant="oasis")) is is_true


@pytest.mark.parametrize(
    "text",
    [
        "Hakuna malipo ya kando ya mpishi.",
        "There is no extra charge for the cook.",
        "No charge for an extra bed is stated in the catalog.",
        "The catalog states no charge for an extra bed.",
    ],
)
def test_that_there_is_none_is_not_said(text: str) -> None:
    passages = [BED, *_cited(PROPERTY, only=("Tumaini",))]
    assert not is_sound(text, of(item("oasis", VILLA), words=(WORDS,), tenant="oasis", passages=passages))
