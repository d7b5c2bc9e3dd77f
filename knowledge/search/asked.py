"""How likely a section answers a question, by what customers ask of it.

The weights were fitted by logistic regression: half of what customers ask of the demo businesses was looked for among
the other half, beside 600 questions of other trades. `make bench` tells how often the section is found so.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from knowledge.search.terms.words import concepts_of, keys_asked

# What a thing that is asked about may be found by, and its share of the question.
Part = tuple[frozenset[int], float]
# A thing that is so much of a question must be spoken of by one of those that customers ask of the section: the flowers
# of "can you put flowers in the room".
TELLING = 0.33
# Fewer things in common are a coincidence, unless no more are asked about.
FEWEST_SHARED = 3
# Who asks what a thing costs is not answered by what only speaks of it.
PRICE = min(concepts_of("how much")[0])
# How much the nearest question of a section counts, and those after it: one may be near by chance, three are not.
OF_NEAREST = (1.0, 0.5, 0.25)
# How near those are, how many of the things any of them speaks of, and the rank by its own words.
OF_LIKENESS, OF_SAID, OF_WORDS, BIAS = 7.35, 0.45, 2.4, -5.0
# Of a longer question more things are no more telling.
MOST_SAID = 6


class AskedOfSections:
    """A question beside all that customers ask of the sections it is compared with."""

    def __init__(self, parts: Sequence[Part], of_sections: Iterable[Sequence[str]]) -> None:
        self._parts = parts
        self._asks_price = any(PRICE in keys for keys, _ in parts)
        self._things = frozenset(chain.from_iterable(keys for keys, _ in parts))
        self._questions = 0
        self._counts: Counter[int] = Counter()
        self._rarities: dict[frozenset[int], float] = {}
        for one in chain.from_iterable(of_sections):
            self._questions += 1
            self._counts.update(keys_asked(one))
        self._own = [(keys, self._rarity(keys)) for keys, _ in parts]
        self._all = sum(weight for _, weight in self._own) or 1.0

    def likely(self, of_section: Sequence[str], by_words: float) -> float:
        """How likely the section answers of which customers ask this, 0 to 1; `by_words` is where it ranks without
        that. 0 where they ask nothing, or of other things."""
        said = frozenset[int]().union(*map(keys_asked, of_section))
        shared = [share for keys, share in self._parts if not keys.isdisjoint(said)]
        is_untold = any(share >= TELLING and keys.isdisjoint(said) for keys, share in self._parts)
        if is_untold or not of_section or len(shared) < min(FEWEST_SHARED, len(self._parts)):
            return 0.0
        near = sorted(map(self._near, of_section), reverse=True)[: len(OF_NEAREST)]
        likeness = sum(part * each for part, each in zip(OF_NEAREST, near, strict=False)) / sum(OF_NEAREST[: len(near)])
        of_things = sum(shared) * min(len(self._parts), MOST_SAID)
        return 1 / (1 + math.exp(-BIAS - OF_LIKENESS * likeness - OF_SAID * of_things - OF_WORDS * by_words))

    def _near(self, other: str) -> float:
        """The middle of how much of each the other speaks of, 0 to 1."""
        theirs = keys_asked(other)
        if self._things.isdisjoint(theirs) or (self._asks_price and PRICE not in theirs):
            return 0.0
        of_own = sum(weight for keys, weight in self._own if not keys.isdisjoint(theirs)) / self._all
        weighed = [(keys, self._rarity(keys)) for keys in concepts_of(other)]
        of_theirs = sum(weight for keys, weight in weighed if not keys.isdisjoint(self._things))
        return math.sqrt(of_own * of_theirs / (sum(weight for _, weight in weighed) or 1.0))

    def _rarity(self, keys: frozenset[int]) -> float:
        """What a thing tells by how few of the questions speak of it, as if all its names were its commonest."""
        if keys not in self._rarities:
            commonest = max(map(self._counts.__getitem__, keys), default=0)
            self._rarities[keys] = rarity(commonest, self._questions) if keys else 0.0
        return self._rarities[keys]


def rarity(of_them: int, all_of_them: int) -> float:
    """The weight of BM25 for a word that so many of all have."""
    seen = min(of_them, all_of_them)
    return math.log(1 + (all_of_them - seen + 0.5) / (seen + 0.5))
