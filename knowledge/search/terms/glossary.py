"""Everyday Swahili words in English, so that a question in one finds documents in the other without a model."""

import tomllib
from functools import lru_cache
from pathlib import Path

_PERSONS = ("ni", "u", "a", "tu", "m", "wa", "i", "zi", "ya", "li", "ki", "vi", "ku", "")
_TENSES = ("na", "li", "ta", "me", "ka", "ki", "nge", "")
_SHORTEST_ROOT = 4


@lru_cache(maxsize=20_000)
def in_english(word: str) -> tuple[str, ...]:
    """The English words for it; none when it is not known to be Swahili."""
    known = _glossary()
    return known.get(word) or known.get(f"-{_root(word)}", ())


def is_grammar(word: str) -> bool:
    """Whether a Swahili word carries nothing to search for: "nani", "gani", "ilikuwa"."""
    return _glossary().get(word) == ()


def _root(word: str) -> str:
    """A verb without its person and tense: "anaandika" is "andika"."""
    known = _glossary()
    for person in _PERSONS:
        for tense in _TENSES:
            root = word.removeprefix(person + tense) if word.startswith(person + tense) else ""
            if len(root) >= _SHORTEST_ROOT and f"-{root}" in known:
                return root
    return word


@lru_cache(maxsize=1)
def _glossary() -> dict[str, tuple[str, ...]]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {word: tuple(english.split()) for words in table.values() for word, english in words.items()}
