"""Reads the errands of a message, each with its parts and how sure that is."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Final, cast

import pycrfsuite

from journeys.reader.features import IsOwn, features, with_acts
from journeys.reader.marked import OUTSIDE, Act, Part, WrittenWord, tokens_of

LEARNED: Final = Path(__file__).parent / "learned"
ALIKE: Final = ("order", "change")
"""Both take a thing, beside or in the place of another; what is sure of the one or the other is sure."""
MOST_WORDS: Final = 120
"""A longer message is a letter, which is not read at once."""


@dataclass(frozen=True, slots=True)
class Errand:
    """One thing that a message wants, tells or asks: `text` is as they wrote it, and so is each part.

    `sure` is from 0 to 1, as the training reckons it."""

    act: Act
    text: str
    parts: tuple[tuple[Part, str], ...] = ()
    sure: float = 1.0
    start: int = field(default=0, compare=False)

    def part(self, part: Part) -> str:
        """The first such part; empty where there is none."""
        return next((words for name, words in self.parts if name == part), "")

    def each_part(self, part: Part) -> tuple[str, ...]:
        return tuple(words for name, words in self.parts if name == part)


def read(text: str, at: Collection[str], is_own: IsOwn, learned: Path = LEARNED) -> tuple[Errand, ...]:
    """The errands in their order; none of a text without words, or of one that is too long.

    `at` says what the conversation is at, in the words of `marked.At`; `is_own` whether the business writes a word.
    `learned` is the folder that `train` has written."""
    tokens = tokens_of(text)
    if not tokens or len(tokens) > MOST_WORDS:
        return ()
    seen = features(tokens, at, is_own)
    acts, sure = _labelled(learned / "acts.crf", seen)
    parts, _ = _labelled(learned / "parts.crf", with_acts(seen, acts))
    return tuple(
        _errand(text, tokens[start:end], acts[start], parts[start:end], min(sure[start:end]))
        for start, end in _runs(acts)
    )


def _errand(text: str, tokens: Sequence[WrittenWord], act: str, parts: Sequence[str], sure: float) -> Errand:
    first, last = tokens[0].start, tokens[-1].end
    after = text[last:].lstrip()
    mark = "?" if after.startswith("?") else ""
    found = tuple(
        (cast(Part, parts[start].partition("-")[2]), text[tokens[start].start : tokens[end - 1].end])
        for start, end in _runs(parts)
    )
    return Errand(
        act=cast(Act, act.partition("-")[2]), text=text[first:last] + mark, parts=found, sure=sure, start=first
    )


def _runs(labels: Sequence[str]) -> list[tuple[int, int]]:
    """Where each labelled stretch begins and ends."""
    runs: list[tuple[int, int]] = []
    for place, label in enumerate(labels):
        if label == OUTSIDE:
            continue
        before = labels[place - 1] if place else OUTSIDE
        goes_on = label.startswith("I-") and before != OUTSIDE and before[2:] == label[2:]
        if goes_on and runs:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return runs


def _labelled(model: Path, seen: list[list[str]]) -> tuple[list[str], list[float]]:
    """The likeliest labels, and of each how likely its name is, wherever it begins."""
    with _reading:  # the tagger keeps the message inside itself, and turns run in threads
        tagger = _tagger(model)
        tagger.set(seen)
        labels = list(tagger.tag())
        return labels, [_marginal(tagger, label, place) for place, label in enumerate(labels)]


def _marginal(tagger: Any, label: str, place: int) -> float:
    if label == OUTSIDE:
        return float(tagger.marginal(label, place))
    known = _labels(tagger)
    alike = ALIKE if label[2:] in ALIKE else (label[2:],)
    names = (f"{start}-{name}" for name in alike for start in "BI")
    return float(sum(tagger.marginal(each, place) for each in names if each in known))


@lru_cache(maxsize=2)
def _labels(tagger: Any) -> frozenset[str]:
    return frozenset(tagger.labels())


@lru_cache(maxsize=4)
def _tagger(model: Path) -> Any:
    tagger = pycrfsuite.Tagger()
    tagger.open(str(model))
    return tagger


_reading: Final = Lock()
