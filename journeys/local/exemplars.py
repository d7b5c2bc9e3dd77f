"""Learns the intents from the exemplars once, then scores any message in well under a millisecond."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from journeys.local import learned
from journeys.local.wordlists import any_of, tokens, wordlist
from knowledge import lexicon, own_words

# Enough that one odd exemplar does not bend its neighbours.
RIDGE = 0.35
_LONGEST_JUDGED = 60  # words; an essay's intent shows in its beginning
Row = tuple[NDArray[np.int64], NDArray[np.float32]]


@cache
def concept_words() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for concept, said in wordlist("concepts").items():
        for word in said["words"].split():
            table[word] = (*table.get(word, ()), concept)
    return table


@cache
def _concept_phrases() -> list[tuple[str, re.Pattern[str]]]:
    named = [concept for concept, said in wordlist("concepts").items() if "phrases" in said]
    return [(concept, any_of("concepts", concept, "phrases")) for concept in named]


@own_words.remembered(2_000)
def concepts(text: str) -> frozenset[str]:
    """Return the ideas a message speaks of, whatever the language."""
    kept = tokens(text)[:_LONGEST_JUDGED]
    joined = " ".join(kept)
    table = concept_words()
    found = {concept for token in kept for concept in table.get(token, ())}
    found |= {concept for concept, phrase in _concept_phrases() if phrase.search(joined)}
    if any(lexicon.kind(lexicon.concept(term) or "") in lexicon.THINGS for term in lexicon.terms(joined)):
        found.add("thing")
    return frozenset(found)


def _features(text: str) -> Iterator[str]:
    """Ideas, pairs of ideas, words, word pairs, and letters inside words: misspellings still count."""
    kept = tokens(text)[:_LONGEST_JUDGED]
    ideas = sorted(concepts(text))
    yield from (f"@{idea}" for idea in ideas for _ in range(3))
    yield from (f"@{left}+{right}" for left, right in combinations(ideas, 2) for _ in range(2))
    yield from kept
    for left, right in zip(["^", *kept], [*kept, "$"], strict=True):
        yield f"{left} {right}"
    for token in kept:
        padded = f"<{token}>"
        for size in (3, 4, 5):
            yield from (f"#{padded[at : at + size]}" for at in range(len(padded) - size + 1))


@dataclass(frozen=True, slots=True)
class Model:
    """A ridge classifier over TF-IDF features: one column of weights an intent."""

    labels: tuple[str, ...]
    places: Mapping[str, int]
    rarity: NDArray[np.float32]
    weights: NDArray[np.float32]
    rarest: float

    def scores(self, text: str) -> dict[str, float]:
        counts = Counter(_features(text))
        known = [(self.places[name], count) for name, count in counts.items() if name in self.places]
        if not known:
            return dict.fromkeys(self.labels, 0.0)
        at = np.array([place for place, _ in known])
        values = np.log1p([count for _, count in known]) * self.rarity[at]
        unseen = sum(log(1 + count) ** 2 for name, count in counts.items() if name not in self.places)
        # Half of what was never seen counts as length, so that strange messages score low everywhere.
        length = sqrt(float(values @ values) + 0.5 * unseen * self.rarest**2)
        result = (values / length) @ self.weights[at]
        return dict(zip(self.labels, result.tolist(), strict=True))


def learn(exemplars: Mapping[str, list[str]]) -> Model:
    """Solve the ridge regression in its dual form: one small system, the same result every time."""
    labels = tuple(exemplars)
    lines = [Counter(_features(line)) for lines in exemplars.values() for line in lines]
    frequency = Counter(name for line in lines for name in line)
    # Letters seen in one line only teach nothing and would be half of the matrix.
    kept = [name for name, count in frequency.items() if count > 1 or not name.startswith("#")]
    places = {name: place for place, name in enumerate(kept)}
    rarity = np.array([log(1 + len(lines) / frequency[name]) for name in kept], dtype=np.float32)
    rows = [_row(line, places, rarity) for line in lines]
    sizes = [len(said) for said in exemplars.values()]
    made_from = b"".join(at.tobytes() + values.tobytes() for at, values in rows) + repr(sizes).encode()
    solved = learned.kept("exemplars", made_from, lambda: {"weights": _solved(rows, sizes, len(places))})
    return Model(labels, places, rarity, solved["weights"], log(1 + len(lines)))


def _row(line: Counter[str], places: Mapping[str, int], rarity: NDArray[np.float32]) -> Row:
    """Where the line's features stand, and what each is worth."""
    known = [(places[name], count) for name, count in line.items() if name in places]
    at = np.array([place for place, _ in known])
    values = np.log1p([count for _, count in known]) * rarity[at]
    return at, values.astype(np.float32)


def _solved(rows: list[Row], sizes: list[int], width: int) -> NDArray[np.float32]:
    matrix = np.zeros((len(rows), width), dtype=np.float32)
    for line, (at, values) in enumerate(rows):
        matrix[line, at] = values
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    targets = np.repeat(np.eye(len(sizes), dtype=np.float32), sizes, axis=0)
    gram = matrix @ matrix.T + RIDGE * np.eye(len(rows), dtype=np.float32)
    weights: NDArray[np.float32] = matrix.T @ np.linalg.solve(gram, targets)
    return weights


@cache
@own_words.speaking_of(None)
def model() -> Model:
    return learn(wordlist("exemplars"))
