"""What people tell of themselves beside the thing they want is no thing to search for."""

import pytest

from journeys.local import circumstances
from journeys.local.purchase import choice
from journeys.local.wants import parse
from journeys.local.wordlists import plain

GUESTS = [
    ("rooms for 2 adults and 2 kids", 4),
    ("2 adults 3 children", 5),
    ("a room for a family of 4", 4),
    ("family of six, any cottage?", 6),
    ("vyumba vya watu watano", 5),
    ("chumba cha watu 3", 3),
    ("we are 10 people looking for a boat", 10),
    ("dinner for two on friday", 2),
    ("2 adults and a baby", 3),
    ("my husband and I want a massage together", 2),
    ("mimi na mke wangu tunataka chumba", 2),
    ("shoes for my wife", None),
    ("a boat trip", None),
    ("shoes for 2500", None),
    ("rice for 250 bob", None),
    ("2 shirts and 3 socks", None),
    ("2 kids shoes", None),
    ("i want 3 adult bikes", None),
    ("size 42 shoes for men", None),
]


@pytest.mark.parametrize(("text", "guests"), GUESTS)
def test_how_many_they_are(text: str, guests: int | None) -> None:
    assert parse(text).guests == guests


THINGS = [
    ("do you have rooms for next weekend?", {"rooms"}),
    ("boat trip tomorrow at 4pm", {"boat", "trip"}),
    ("masaji kesho asubuhi", {"masaji"}),
    ("table for 2 at 7pm", {"table"}),
    ("a cottage from 12 to 15 december", {"cottage"}),
    ("chumba tarehe 3 hadi 5 januari", {"chumba"}),
    ("cottage december 20 to 23", {"cottage"}),
    ("i'd like to book the dhow for friday", {"dhow"}),
    ("ocean room for 3 nights", {"ocean", "room"}),
    ("nataka chumba kwa siku tatu, watu wawili", {"chumba"}),
    ("bando la siku tatu", {"bando", "siku", "tatu"}),
    ("school shoes for a 7 year old", {"school", "shoes", "kids"}),
    ("shoes for a 30 year old man", {"shoes", "man"}),
    ("viatu vya mtoto wa miaka 7", {"viatu", "mtoto"}),
    ("what's the cheapest room you've got", {"room"}),
    ("a gift for my wife", {"gift", "women"}),
    ("weekend bundle", {"weekend", "bundle"}),
    ("2 kids shirts", {"2", "kids", "shirts"}),
    ("bundle for a week", {"bundle", "week"}),
    ("story books for kids", {"story", "books", "kids"}),
]


@pytest.mark.parametrize(("text", "things"), THINGS)
def test_only_the_thing_is_searched_for(text: str, things: set[str]) -> None:
    assert set(parse(text).terms) == things


def test_the_hour_is_no_number_of_pieces() -> None:
    assert choice.parse_choice("book two for tomorrow at 4", {}).quantity == 2
    assert choice.parse_choice("two, at 9am on friday", {}).quantity == 2
    hours = {"hour": ["9 am", "4 pm"]}
    assert choice.parse_choice("two at 4 pm", hours).options == {"hour": "4 pm"}


def test_what_is_left_out_is_left_out_by_kind() -> None:
    said = plain("watoto wa miaka mitatu kesho")
    assert "miaka mitatu" in circumstances.without(said, "when", "stay")
    assert "kesho" not in circumstances.without(said, "when", "stay")


@pytest.mark.parametrize(("text", "size"), [("size medium", "M"), ("dress size large", "L"), ("size m", "M")])
def test_a_size_may_be_spelled_out(text: str, size: str) -> None:
    assert parse(text).sizes == (size,)
