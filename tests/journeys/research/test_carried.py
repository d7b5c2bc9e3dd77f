"""What a report may say of an agreement: a strong model's sentences, their neighbours, and what turns them round."""

import pytest

from journeys.check.library.carried import uncarried
from journeys.check.library.units import Source, source

EARLY = source(
    "If you end the agreement within the minimum term, an early termination charge is owed. No charge is owed if you"
    " end it within 14 days of installation, or if the line was down for more than 10 days in a row.",
    "Service agreement Section 3: Ending it early",
)
KEPT = source(
    "| Equipment | Charge |\n| --- | --- |\n| Router | KES 4,800 |\n| Power adapter | KES 900 |",
    "Schedule of fees Section 4: Equipment that does not come back",
)
EQUIPMENT = source(
    "The ONT and the router stay our property. Return both in working order within 14 days. Ordinary wear is not"
    " charged.",
    "Service agreement Section 4: Equipment",
)
WEAR = source(
    "Scratches and faded plastic are ordinary wear. Water and burns are damage.", "Equipment guide Wear and damage"
)

TRUE = (
    ("A power adapter that does not come back is charged at KES 900.", (KEPT,)),
    ("If the router does not come back, KES 4,800 is charged.", (KEPT,)),
    ("Ordinary wear, such as the scratches on your router, is not charged.", (EQUIPMENT, WEAR)),
    ("If the line was down for more than 10 days in a row, no charge would be owed.", (EARLY,)),
    ("No charge would be owed if you ended it within 14 days of installation.", (EARLY,)),
    ("Because you end the agreement within the minimum term, an early termination charge is owed.", (EARLY,)),
)
UNTRUE = (
    ("A power adapter that comes back is charged at KES 900.", (KEPT,)),
    ("A router is not charged KES 4,800.", (KEPT,)),
    ("If the line was down for more than 10 days in a row, an early termination charge is owed.", (EARLY,)),
    ("A charge is owed if you end it within 14 days of installation.", (EARLY,)),
    ("If you end it within the minimum term, no charge is owed.", (EARLY,)),
    ("Ordinary wear, such as the scratches on your router, is not charged.", (EQUIPMENT,)),
    ("Ordinary wear, such as burns, is not charged.", (EQUIPMENT, WEAR)),
)


@pytest.mark.parametrize(("said", "sources"), TRUE)
def test_what_the_sources_say_in_other_words_stands(said: str, sources: tuple[Source, ...]) -> None:
    assert list(uncarried(said, sources)) == []


@pytest.mark.parametrize(("said", "sources"), UNTRUE)
def test_what_turns_them_round_does_not(said: str, sources: tuple[Source, ...]) -> None:
    assert list(uncarried(said, sources)) != []
