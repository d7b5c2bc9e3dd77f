"""Measures in one form."""

import pytest

from journeys.language.units import ALL, ages_in, joined, units_in


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("7 Litres", "7l"), ("lita saba", "7l"), ("2.5 GB", "2p5gb"), ("GB 20", "20gb"), ("kilo mbili", "2kg"),
        ("90 minute massage", "90min massage"), ("24-inch", "24inch"), ("20000 mAh", "20000mah"),
    ],
)  # fmt: skip
def test_a_measure_is_one_word(text: str, one: str) -> None:
    assert joined(text, ALL) == one


def test_only_the_units_of_the_thing_are_read() -> None:
    assert units_in(["5 L", "11 L"]) == {"l"}
    assert joined("2 m of 5 l", frozenset({"l"})) == "2 m of 5l"


@pytest.mark.parametrize(
    ("text", "ages"), [("a kid of 8 years", [8]), ("miaka saba", [7]), ("miaka kumi na tano", [15]), ("two kids", [])]
)
def test_years_of_age(text: str, ages: list[int]) -> None:
    assert [*ages_in(text)] == ages
