"""What people call what documents call otherwise: without a model nobody else knows that a contract is an agreement."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from knowledge import lexicon
from knowledge.text import fold

Sense = frozenset[str]


@cache
def _told() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("thesaurus.toml").read_text(encoding="utf-8"))


@cache
def _rows() -> list[tuple[re.Pattern[str], Sense, tuple[str, ...]]]:
    """Each thing: how it is said, what all its words stand for, and the words themselves."""
    rows = []
    for row in _told()["alike"]:
        said = "|".join(re.escape(fold(words)) for words in sorted(row, key=len, reverse=True))
        single = [words for words in row if " " not in words]
        sense = frozenset(lexicon.concept(word) or lexicon.stem(word) for word in map(fold, single))
        rows.append((re.compile(rf"(?<!\w)(?:{said})(?:e?s|e?d|ing)?(?!\w)"), sense, tuple(row)))
    return rows


@cache
def little() -> frozenset[str]:
    """Words that say nothing of a question's matter, as written: their concepts may say much elsewhere."""
    return frozenset(fold(_told()["little"]).split())


def things_in(text: str) -> Iterator[tuple[str, Sense]]:
    """What is named in a text by any of its names: as it was said, and all that it may be called."""
    rest = fold(text)
    for pattern, sense, _ in _rows():
        if found := pattern.search(rest):
            yield found[0], sense


def without(text: str) -> str:
    """The text, folded, without what `things_in` finds."""
    rest = fold(text)
    for pattern, _, _ in _rows():
        rest = pattern.sub(" ", rest)
    return rest


def in_their_words(text: str) -> str:
    """How documents may call the things of a text: two words for each."""
    rest = fold(text)
    return " ".join(word for pattern, _, row in _rows() if pattern.search(rest) for word in row[:2])
