"""The larger and the smaller of what comes in measures."""

import pytest

from journeys.local.purchase import choice

PADLOCK = {"size": ("40 mm", "60 mm")}
TANK = {"size": ("500 L", "1000 L", "5000 L")}


@pytest.mark.parametrize(
    ("said", "options", "size"),
    [
        ("nipe kubwa", PADLOCK, "60 mm"),
        ("the small one", PADLOCK, "40 mm"),
        ("the biggest", TANK, "5000 L"),
        ("smallest please", TANK, "500 L"),
    ],
)
def test_the_one_at_the_end_is_meant(said: str, options: dict[str, tuple[str, ...]], size: str) -> None:
    assert choice.parse_choice(said, options).options == {"size": size}


@pytest.mark.parametrize(
    ("said", "options"),
    [("kubwa", TANK), ("kubwa", {"size": ("40", "41")}), ("big", {"size": ("5 L", "6 kg")}), ("60 mm", {"size": ()})],
)
def test_of_many_or_of_no_measures_nothing_is_guessed(said: str, options: dict[str, tuple[str, ...]]) -> None:
    assert not choice.parse_choice(said, options).options


def test_sides_are_read_in_words() -> None:
    assert choice.parse_choice("futi tano kwa sita", {"size": ("4x6", "5x6")}).options == {"size": "5x6"}
