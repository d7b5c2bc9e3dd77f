"""Reads what shall be brought, and where to, in a question about what that costs: "a gas cooker to Machakos"."""

import re
from dataclasses import dataclass
from typing import Final

from journeys.local.purchase.delivery import MOST_WORDS_OF_A_PLACE
from journeys.local.wordlists import tokens
from knowledge.search.terms.glossary import is_place

_BRINGS: Final = re.compile(
    r"\b(?:bring|deliver(?:y|ed)?|ship(?:ped|ping)?|send|(?:m|u)?(?:na|ta)?(?:ni|tu)?let(?:e|ea|ewa|wa|ee)(?:ni)?"
    r"|(?:i|zi)kilet(?:wa|ewa)|kuletewa|kuleta|peleka|usafirishaji|usafiri)\b",
    re.IGNORECASE,
)
_TO: Final = re.compile(
    r"\b(?:(?:delivered|(?:i|zi)kilet(?:wa|ewa)|kuletewa)(?: (?:to|in|hadi|mpaka|kwa))?|to|in|hadi|mpaka|kwa|huko|kule)"
    r" (?P<place>(?!(?:to|in|hadi|mpaka|kwa)\b)[^,.?!;:\d]{2,60})",
    re.IGNORECASE,
)
_ENDS: Final = re.compile(
    r"\b(?:how|what|and|na|ni|total|jumla|bei|cost|price|with|for|at|itakuwa|inakuwa|tafadhali|please|pls|plz)\b.*",
    re.IGNORECASE,
)
# What asks whether it can be done, and is no part of a thing's name.
_ABOUT: Final = re.compile(
    r"\b(?:(?:can|could|will|would|do|does) (?:you|u|ya)|mna(?:weza|eza)|una(?:weza|eza)|fee|cost of|price of)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Brought:
    """The words for the goods, and those for the place."""

    goods: str
    place: str


def read(text: str) -> Brought | None:
    """None where nothing is to be brought, or no place is named that is known as one."""
    if not _BRINGS.search(text):
        return None
    for found in _TO.finditer(text):
        place = _ENDS.sub("", found["place"]).strip()
        if 0 < len(place.split()) <= MOST_WORDS_OF_A_PLACE and any(map(is_place, tokens(place))):
            at = found.start("place")
            goods = f"{text[: found.start()]} {text[at + len(place) :]}"
            named = place.title() if place.islower() else place
            return Brought(goods=_ABOUT.sub(" ", _BRINGS.sub(" ", goods)).strip(), place=named)
    return None
