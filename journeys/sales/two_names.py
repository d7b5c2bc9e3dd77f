"""Reads the two names that a message sets beside each other: "between the blender and the mixer"."""

import re

from journeys.local import comparisons, two_measures
from journeys.sales.commands import LONGEST_WORDS, Compare

# "A or B" names nothing that could be looked for; a longer part is a sentence.
SHORTEST_NAME, LONGEST_NAME = 3, 60
_COMPARED = r"\b(?:between|btwn|compare(?! (?:with|to)\b)|kati ya|tofauti ya|\w{0,5}linganish\w{1,6})\s"
_BETWEEN = re.compile(
    rf"{_COMPARED}\s*(?P<first>(?!\s|{_COMPARED})(?:(?!{_COMPARED}).)+?)\s"
    r"(?:and|na|with|vs|versus|or|ama|au)\s+(?P<second>\S.*)",
    re.IGNORECASE,
)
_COMPARES_WITH = re.compile(
    r"\bhow (?:do|does|would) (?P<first>\S.{1,60}?) compare (?:with|to|and) (?P<second>\S.*)", re.IGNORECASE
)
# "One cottage", "the blender": neither is part of the name.
_COUNTED = re.compile(r"\A(?:the|an?|one|two|both|\d{1,2})\s+", re.IGNORECASE)
_NUMBER = re.compile(r"\b\d{1,5}\b")
_BARE_NUMBER = re.compile(
    r"\W{0,3}(?:(?:the|that|ile|ya|za|la) ){0,2}(?P<number>\d{1,5})(?: ones?)?\W{0,3}", re.IGNORECASE
)
_OR = re.compile(r"\s(?:or|ama|au|vs\.?|versus)\s", re.IGNORECASE)
_AFTER_NAMES = re.compile(r"[,?.!]|\s(?:ipi|lipi|gani|zipi|which|what|is|are|on|in|for)\b", re.IGNORECASE)


def compared(text: str) -> Compare | None:
    """Two things named beside each other, else those shown last."""
    if not comparisons.compares(text):
        return None
    if measured := two_measures.named(text):
        named: tuple[str, ...] = measured
    elif parts := _COMPARES_WITH.search(text) or _BETWEEN.search(text):
        named = _in_full(parts["first"], _AFTER_NAMES.split(parts["second"])[0])
    else:
        named = _either(text)
    return Compare(items=tuple(_COUNTED.sub("", name.strip())[:80] for name in named), question=text[:LONGEST_WORDS])


def _in_full(first: str, second: str) -> tuple[str, str]:
    """Of "the 43 inch TV and the 55" the second is a TV of 55 inches."""
    number, bare = _NUMBER.search(first), _BARE_NUMBER.fullmatch(second)
    if number is None or bare is None:
        return first, second
    return first, f"{first[: number.start()]}{bare['number']}{first[number.end() :]}"


def _either(text: str) -> tuple[str, ...]:
    """The names on both sides of an "or"."""
    text = comparisons.without_question(text)
    found = _OR.search(text)
    if found is None:
        return ()
    named = text[: found.start()][-LONGEST_NAME:], _AFTER_NAMES.split(text[found.end() :][:LONGEST_NAME])[0]
    return named if all(len(name.strip()) >= SHORTEST_NAME for name in named) else ()
