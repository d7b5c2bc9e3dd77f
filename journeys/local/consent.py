"""The words that begin and end messages: obeyed as the whole message, asked about inside another one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from journeys.local.wordlists import steady, tokens, word_set
from tenants.consent.words import ByLanguage, Kind, house_words

SILENCE: Final = (
    r"\b(?:stop|quit|dont|do not|acha|acheni|wacha|msini) ?(?:ever )?"
    r"(?:text|texting|message|messaging|contacting|contact|writing|kunitext|kuniandikia|tumie|andikie)"
    r"(?: to)?(?: me)?(?: again| anymore| tena| ujumbe| messages| texts)*"
)
_WANTS_SILENCE = re.compile(rf"(?:(?:please|kindly|just|tafadhali|ok|okay) )?{SILENCE}(?: please| tafadhali)?")
# A longer message with STOP in it is about something else.
_LONGEST: Final = 14


@dataclass(frozen=True, slots=True)
class ConsentWord:
    """A word that is the whole message; its language, where the word is of one."""

    kind: Kind
    language: str


Own = Mapping[Kind, ByLanguage]
"""A tenant's own words."""


def consent_word(text: str, own: Own | None = None) -> ConsentWord | None:
    """The kind of word that is the whole message, whatever marks, capitals or pictures stand around it."""
    said = tokens(text)
    if len(said) > 1 and all(len(word) == 1 for word in said):
        said = ["".join(said)]  # S.T.O.P
    for words in (" ".join(said), steady(" ".join(said))):
        found = _house().get(words) or _of(own or {}).get(words)
        if found:
            return found
    return ConsentWord("stop", "en") if _WANTS_SILENCE.fullmatch(" ".join(said)) else None


def is_inside(text: str) -> bool:
    """Whether such a word stands in a sentence that says nothing else, so that it is worth asking what is meant."""
    said = tokens(text)
    if not 1 < len(said) <= _LONGEST:
        return False
    words, meant = frozenset(said), word_set("consent", "inside", "meant")
    is_meant = bool(meant & words) or {"opt", "out"} <= words
    around = word_set("consent", "inside", "around")
    if fewer := words & word_set("consent", "inside", "fewer"):
        around |= fewer | word_set("consent", "inside", "sending")
    return is_meant and words <= meant | around


def is_ordinary(text: str) -> bool:
    """Whether the word has a plain meaning besides, which a question of ours may have asked for."""
    return " ".join(tokens(text)) in word_set("consent", "ordinary", "words")


@cache
def _house() -> Mapping[str, ConsentWord]:
    return _of(house_words())


def _of(words: Own) -> dict[str, ConsentWord]:
    """The first language that has a word keeps it."""
    found: dict[str, ConsentWord] = {}
    for kind, by_language in words.items():
        for language, phrases in by_language.items():
            for phrase in phrases:
                found.setdefault(" ".join(tokens(phrase)), ConsentWord(kind, language))
    found.pop("", None)
    return found
