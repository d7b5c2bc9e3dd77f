"""Forms of an item in a customer's words, read from the item's own values."""

import pytest

from journeys.local.purchase.choice import UnderstoodChoice, parse_choice

LITRES = {"size": ("5 L", "7 L", "11 L")}
GUESTS = {"guest": ("adult", "child 4-12")}
BOARD = {"board": ("bed and breakfast", "half board", "full board")}
WORTH = {"amount": ("50 bob", "100 bob", "500 bob")}


@pytest.mark.parametrize("words", ["the 7 litre one", "7L", "7-liter", "ya lita saba", "seven litres", "lita 7"])
def test_a_measure_is_read_however_it_is_written(words: str) -> None:
    said = parse_choice(words, LITRES)
    assert said.options == {"size": "7 L"}


def test_the_number_of_a_measure_is_no_quantity() -> None:
    said = parse_choice("one pressure cooker, the 7 litre one", LITRES, title="Pressure Cooker")
    assert (said.options, said.quantity, said.is_unclear) == ({"size": "7 L"}, 1, False)


@pytest.mark.parametrize(
    ("words", "options", "quantity"),
    [
        ("jiko la plate mbili", {}, None), ("nataka majiko mawili ya plate tatu", {}, 2),
        ("two cookers, 4 burner", {}, 2),
        ("buy 100 bob airtime for 0722000111", WORTH, None), ("2 of the 100 bob, to 0722000111", WORTH, 2),
    ],
)  # fmt: skip
def test_what_a_thing_has_and_a_phone_number_count_nothing(
    words: str, options: dict[str, tuple[str, ...]], quantity: int | None
) -> None:
    assert parse_choice(words, options).quantity == quantity


@pytest.mark.parametrize(("words", "size"), [("nyeusi large moja", "L"), ("2 black, Medium", "M"), ("small", "S")])
def test_a_size_is_read_spelled_out(words: str, size: str) -> None:
    assert parse_choice(words, {"size": ("S", "M", "L", "XL")}).options["size"] == size


def test_a_measure_that_there_is_not_chooses_nothing() -> None:
    assert "size" not in parse_choice("the 8 litre one", LITRES).options


@pytest.mark.parametrize(
    ("words", "quantity"), [("SMS Pack 200, moja tu", 1), ("two SMS Pack 200", 2), ("SMS Pack 200", None)]
)
def test_the_number_in_a_name_is_no_quantity(words: str, quantity: int | None) -> None:
    assert parse_choice(words, {}, title="SMS Pack 200").quantity == quantity


@pytest.mark.parametrize(
    ("words", "guest"),
    [
        ("for 4 adults", "adult"),
        ("watu wazima watatu", "adult"),
        ("my kid of 8 years", "child 4-12"),
        ("mtoto wa miaka saba", "child 4-12"),
    ],
)
def test_guests_are_known_by_word_and_by_age(words: str, guest: str) -> None:
    assert parse_choice(words, GUESTS).options == {"guest": guest}


@pytest.mark.parametrize(
    ("words", "quantity"),
    [
        ("for 4 adults", 4),
        ("watu wazima watatu", 3),
        ("watoto 7", 7),
        ("mtoto wa miaka saba", None),
        ("mtoto wa miaka 7", None),
        ("mtoi wa 7 years", None),
        ("mtoi ako na 7", None),
        ("my son is 7", None),
        ("watoto wa miaka 4-12", None),
        ("watoto wawili wa miaka 7 na 9", 2),
        ("watoi wawili wa 7 na 9", 2),
        ("two kids, 7 and 9", 2),
        ("3 children aged 7, 9 and 11", 3),
        ("watoto chini ya 12", None),
        ("watoto 3 chini ya miaka 12", 3),
        ("two kids under 12", 2),
        ("two under 12s", 2),
        ("one child over 4", 1),
    ],
)
def test_guests_are_counted_and_their_years_are_not(words: str, quantity: int | None) -> None:
    assert parse_choice(words, GUESTS).quantity == quantity


@pytest.mark.parametrize(
    ("words", "unknown"),
    [
        ("miaka kumi na tano", "15 years"),
        ("child 3 years", "3 years"),
        ("mtoto wa miaka miwili", "2 years"),
        ("a ticket for a child of 14", "14 years"),
        ("kid aged 13", "13 years"),
    ],
)
def test_an_age_out_of_range_is_said_to_be_and_is_neither_a_child_nor_a_number(words: str, unknown: str) -> None:
    said = parse_choice(words, GUESTS)
    assert (said.options, said.unknown) == ({}, (unknown,))
    assert said.quantity in {None, 1}


@pytest.mark.parametrize("words", ["two kids under 4", "watoto wawili chini ya miaka 4", "two kids over 12"])
def test_a_bound_of_an_age_is_held_to_the_years_of_a_form(words: str) -> None:
    said = parse_choice(words, GUESTS)
    assert (said.options, said.quantity) == ({}, 2)
    assert said.unknown


@pytest.mark.parametrize("words", ["watu wazima wawili na watoto chini ya 12", "two adults and the kids under 12"])
def test_the_ages_of_children_make_no_child_of_an_adult(words: str) -> None:
    assert parse_choice(words, GUESTS).options != {"guest": "child 4-12"}


@pytest.mark.parametrize(
    ("words", "options", "quantity"),
    [
        ("mtoto wa miaka 7", {}, None),
        ("watoto wawili wa miaka 7 na 9", {"guest": ("adult", "child")}, 2),
        ("two with a warranty of 2 years", {"warranty": ("1 year", "2 years")}, 2),
    ],
)
def test_ages_are_no_number_whatever_the_forms_are(
    words: str, options: dict[str, tuple[str, ...]], quantity: int | None
) -> None:
    assert parse_choice(words, options).quantity == quantity


def test_the_years_of_whoever_wears_it_tell_nothing_of_a_size() -> None:
    assert parse_choice("socks in 39-42 for my son of 14", {"size": ("35-38", "39-42")}).unknown == ()


@pytest.mark.parametrize(("words", "board"), [("on half board", "half board"), ("full", "full board")])
def test_what_tells_a_value_from_the_others_is_enough(words: str, board: str) -> None:
    assert parse_choice(words, BOARD).options == {"board": board}


@pytest.mark.parametrize("words", ["shilingi mia tano", "500 bob", "kes 500", "mia tano"])
def test_what_is_sold_by_its_worth_is_chosen_by_a_sum(words: str) -> None:
    said = parse_choice(words, WORTH)
    assert (said.options, said.quantity) == ({"amount": "500 bob"}, None)


def test_a_large_bare_number_is_a_measure_and_a_small_one_a_quantity() -> None:
    storage = {"storage": ("64 GB", "128 GB")}
    assert parse_choice("the 128 one", storage).options == {"storage": "128 GB"}
    assert parse_choice("2 of them", storage) == UnderstoodChoice(quantity=2)


def test_letters_for_a_size_are_no_litres() -> None:
    said = parse_choice("2 L black", {"size": ("S", "M", "L"), "colour": ("black", "red")})
    assert (said.options, said.quantity) == ({"size": "L", "colour": "black"}, 2)


def test_a_value_with_figures_inside_is_one_value() -> None:
    assert parse_choice("price of the 5x6 duvet", {"size": ("4x6", "5x6", "6x6")}).options == {"size": "5x6"}


def test_a_word_of_the_name_is_no_colour_that_is_missing() -> None:
    assert not parse_choice("one Chef's Knife Set with Block", {}, title="Chef's Knife Set with Block").unknown
