"""What is eaten with a room, as guests say it, by the name that hotels give it: "with breakfast", "all meals"."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

# The longest first: of "breakfast and dinner" the breakfast alone is no board.
_SAID: Final[Mapping[str, re.Pattern[str]]] = {
    "full board": re.compile(
        r"\b(?:(?:with |on )?(?:all|three) (?:of )?(?:the |our )?(?:three )?meals(?: a day)?"
        r"|milo (?:yote(?: mitatu)?|mitatu)|breakfast,? lunch and dinner)\b",
        re.IGNORECASE,
    ),
    "half board": re.compile(
        r"\b(?:(?:with )?(?:breakfast and (?:dinner|supper)|two meals)|(?:kifungua kinywa|chai ya asubuhi) na (?:chajio"
        r"|chakula cha (?:jioni|usiku)))\b|\A\W*(?:(?:and|na) )?with (?:dinner|supper)(?: too| as well)?\W*\Z",
        re.IGNORECASE,
    ),
    "bed and breakfast": re.compile(
        r"\b(?:(?:just |only )?(?:just|only|with|plus|and just) breakfast|breakfast (?:only|alone)"
        r"|b(?:ed)? ?(?:and|n|&|\+|/) ?b(?:reakfast)?"
        r"|(?:na|pamoja na) (?:kifungua kinywa|kiamsha kinywa|chai ya asubuhi)"
        r"|(?:kifungua kinywa|kiamsha kinywa|chai ya asubuhi) (?:tu|pekee))\b",
        re.IGNORECASE,
    ),
}
# Whether it is in the price, and when it is served, is asked of the meal itself.
_OF_THE_MEAL: Final = re.compile(
    r"\A\W*(?:(?:and|so|na|je|hi) )?(?:is|are|does|do)\b"
    r"|\b(?:included?|what time|when|saa ngapi|lini|kimo|imo|zimo|inajumuisha)\b",
    re.IGNORECASE,
)


_JOINS: Final = re.compile(r"\b(?:and|n|na|plus)\b|[&+,]", re.IGNORECASE)
_A_ROOM: Final = re.compile(r"\b(?:rooms?|chumba|vyumba|villa|cottage|suite|nights?|stay|kulala)\b", re.IGNORECASE)
_NAMES: Final = re.compile(
    r"\W{0,3}(?:on |with |the |kwa |ya )?(?:full board|half board|bed/breakfast|bnb)\W{0,3}", re.IGNORECASE
)


def in_one_word(text: str) -> str:
    """The text in which no board is two things: "bed and breakfast" is no breakfast beside a bed."""
    is_of_a_room = _A_ROOM.search(text) is not None and _OF_THE_MEAL.search(text) is None
    for name, said in _SAID.items():
        for found in [found[0] for found in said.finditer(text) if is_of_a_room or _JOINS.search(found[0])]:
            text = text.replace(found, f" {name.replace(' and ', '/')} ")
    return text


def is_one(text: str) -> bool:
    """Whether nothing but a board is named, as `in_one_word` writes it."""
    return _NAMES.fullmatch(text) is not None


def as_written(text: str, options: Mapping[str, Sequence[str]]) -> str:
    """The text with the board that it speaks of by its name, where the item comes in such boards."""
    named = {value.casefold(): value for values in options.values() for value in values}
    is_said = any(value in text.casefold() for value in named)
    if not named.keys() & _SAID.keys() or is_said or _OF_THE_MEAL.search(text):
        return text
    board = next((each for each in _SAID if each in named and _SAID[each].search(text)), None)
    return _SAID[board].sub(f" {named[board]} ", text, count=1) if board else text
