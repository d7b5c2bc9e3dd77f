"""How much is wanted, in the unit that a thing is sold in: in any order, language and way of writing."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from journeys.local.purchase import measured
from journeys.local.purchase.choice import parse_choice

BOARD = {"board": ("bed and breakfast", "half board", "full board")}


@pytest.mark.parametrize(
    ("unit", "words", "quantity"),
    [
        ("night", "3 nights", "3"), ("night", "usiku mbili", "2"), ("night", "nights 4 please", "4"),
        ("night", "kumi na mbili usiku", "12"), ("night", "usiku kumi na mbili", "12"), ("night", "5nights", "5"),
        ("night", "the garden room for 3 nights, 2 people", "3"), ("night", "twenty five nights", "25"),
        ("night", "two rooms for three nights", "6"), ("night", "vyumba viwili usiku tatu", "6"),
        ("night", "usiku tatu vyumba viwili", "6"), ("night", "2 double rooms, 3 nights", "6"),
        ("ticket", "tiketi tano", "5"), ("ticket", "5 tickets", "5"), ("person", "watu wanne", "4"),
        ("box", "masanduku mawili", "2"), ("hour", "masaa mawili", "2"), ("day", "siku tatu", "3"),
        ("kg", "1.5 kg", "1.5"), ("kg", "1,5kg", "1.5"), ("kg", "kilo mbili na nusu", "2.5"),
        ("kg", "kilo na nusu", "1.5"), ("kg", "nusu kilo", "0.5"), ("kg", "half a kilo", "0.5"),
        ("kg", "kilo nusu", "0.5"), ("kg", "robo kilo", "0.25"), ("kg", "500g", "0.5"), ("kg", "gramu 250", "0.25"),
        ("kg", "two and a half kilos", "2.5"), ("kg", "2 kilos and a half", "2.5"), ("kg", "2½ kg", "2.5"),
        ("kg", "½ kg", "0.5"), ("kg", "kilo moja", "1"), ("kg", "1.5", "1.5"), ("kg", "mbili na nusu", "2.5"),
        ("litre", "lita tano", "5"), ("litre", "750 ml", "0.75"), ("metre", "mita tatu na nusu", "3.5"),
    ],
)  # fmt: skip
def test_a_quantity_is_read_with_its_unit(unit: str, words: str, quantity: str) -> None:
    said = parse_choice(words, {}, unit=unit)
    assert (said.quantity, said.is_unclear) == (Decimal(quantity), False)


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("night", "saa 3 usiku"), ("night", "at saa tatu usiku"), ("night", "good night"), ("night", "tonight"),
        ("kg", "kilos"), ("kg", "the big one"), ("hour", "saa 3 asubuhi"), ("person", "people say it is good"),
    ],
)  # fmt: skip
def test_what_only_sounds_like_one_is_none(unit: str, words: str) -> None:
    assert measured.parse_measure(words, unit) is None


@pytest.mark.parametrize("words", ["1.5 nights", "usiku 2.5", "0 nights", "2 or 3 nights", "-2 nights"])
def test_nobody_buys_half_a_night_or_two_or_three(words: str) -> None:
    said = parse_choice(words, {}, unit="night")
    assert (said.quantity, said.is_unclear) == (None, True)


def test_the_form_is_read_beside_the_quantity() -> None:
    said = parse_choice("half board for usiku mbili", BOARD, unit="night")
    assert (said.options, said.quantity) == ({"board": "half board"}, 2)


def test_of_pieces_a_measure_is_no_quantity() -> None:
    assert parse_choice("3 nights", {}).quantity == 3
    assert parse_choice("1.5 kg", {}).is_unclear


def test_the_unit_of_several_lines_is_the_one_that_is_named() -> None:
    assert measured.named("make it 4 nights", ["ticket", "night"]) == "night"
    assert measured.named("make it 4", ["night", "night"]) == "night"
    assert measured.named("make it 4", ["ticket", "night"]) == "piece"


@given(whole=st.integers(1, 999), decimals=st.integers(0, 99), unit=st.sampled_from(["kg", "litre", "metre"]))
def test_every_figure_is_read_as_it_is_written(whole: int, decimals: int, unit: str) -> None:
    names = {"kg": "kg", "litre": "litres", "metre": "metres"}
    found = measured.parse_measure(f"{whole}.{decimals:02d} {names[unit]}", unit)
    assert found is not None
    assert found.quantity == Decimal(f"{whole}.{decimals:02d}")


@given(text=st.text(max_size=60), unit=st.sampled_from(["night", "kg", "ticket"]))
def test_no_text_breaks_the_reader(text: str, unit: str) -> None:
    parse_choice(text, {}, unit=unit)


@pytest.mark.parametrize(
    ("text", "nights"),
    [
        ("great, from 11 to 13 december", 2),
        ("from Monday 7 Dec to Thursday 10 Dec, half board", 3),
        ("kuanzia tarehe 5 hadi 8 januari", 3),
        ("tarehe 24 mpaka 27", 3),
        ("11-14 dec", 3),
        ("2 rooms from 3rd to 6th January", 6),
        ("4 nights from 10 to 14 dec", 4),
        ("28 dec to 2 jan", 5),
        ("from 28th December till Saturday 2nd January, half board", 5),
        ("kuanzia tarehe 29 novemba hadi tarehe 3 desemba", 4),
        ("from dec 30 to 2", 3),
    ],
)
def test_from_one_day_to_another_are_so_many_nights(text: str, nights: int) -> None:
    found = measured.parse_measure(text, "night")
    assert found is not None
    assert found.quantity == nights


@pytest.mark.parametrize(
    "text",
    [
        "2 to 3 nights",
        "from 2 to 4 people",
        "26 feb to 2 march",
        "from 9:00 to 17:00",
        "13 to 11 december",
        "dec 24",
        "13 december to 11 december",
        "tarehe 30 hadi 2",
        "31 november to 2 december",
    ],
)
def test_what_is_no_span_of_days_is_not_counted(text: str) -> None:
    assert measured.parse_measure(text, "night") is None
