"""Everyday Swahili words in English, so that a question in one finds documents in the other without a model."""

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_PERSONS = "ni|u|a|tu|m|wa|i|zi|ya|li|ki|vi|ku"
_TENSES = "na|li|ta|me|mesha|ka|ki|ku|nge|ja|sha"
_OBJECTS = "ni|ku|m|wa|i|zi|ya|li|ki|vi|u|tu|ji"
_SHORTEST_ROOT = 3
_RELATIVES = "ye|yo|zo|lo|cho|vyo|po|o"
# What stands before a verb's root, in this order, each of them or none: "inayoitwa", "usiiwashe", "havijavaliwa".
_BEFORE = f"(?P<denied>ha|hu)??(?:{_PERSONS})??(?P<not>si)??(?P<tense>{_TENSES})??(?:{_RELATIVES})??(?:{_OBJECTS})??"


class Verb(NamedTuple):
    """A Swahili verb of the glossary as it stands in a sentence."""

    root: str
    is_denied: bool


@lru_cache(maxsize=20_000)
def in_english(word: str) -> tuple[str, ...]:
    """The English words for it; none when it is not known to be Swahili."""
    known = _glossary()
    if word in known:
        return known[word]
    verb = verb_in(word)
    return known[f"-{verb.root}"] if verb else ()


def is_grammar(word: str) -> bool:
    """Whether a Swahili word carries nothing to search for: "nani", "gani", "ilikuwa"."""
    return _glossary().get(word) == ()


@lru_cache(maxsize=20_000)
def verb_in(word: str) -> Verb | None:
    """A verb without what stands before its root, in any mood: "anaandika" and "tuandike" are "andika".

    "hu" denies only with a tense or at the end ("hutalipa", "hulipi"); else it is what usually is ("huchukua")."""
    found = _verbs().fullmatch(word)
    if found is None:
        return None
    stem, ending = found["stem"], found["ending"] or ""
    root = stem if f"-{stem}" in _glossary() and not ending else f"{stem}a"
    is_habit = found["denied"] == "hu" and not found["tense"] and ending != "i"
    if len(root) < _SHORTEST_ROOT or f"-{root}" not in _glossary():
        return None
    return Verb(root, bool(found["not"]) or (found["denied"] is not None and not is_habit))


@lru_cache(maxsize=1)
def _verbs() -> re.Pattern[str]:
    """Every verb of the glossary with all that may stand before it, the longest root first."""
    roots = sorted((word[1:] for word in _glossary() if word.startswith("-")), key=len, reverse=True)
    stems = "|".join(re.escape(root.removesuffix("a")) for root in roots)
    return re.compile(f"{_BEFORE}(?P<stem>{stems})(?P<ending>[aei])?")


@lru_cache(maxsize=1)
def _glossary() -> dict[str, tuple[str, ...]]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {word: tuple(english.split()) for words in table.values() for word, english in words.items()}
