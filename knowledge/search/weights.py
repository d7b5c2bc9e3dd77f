"""What each word of a question weighs in this library: the rarer, the more."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from pgvector import SparseVector

from knowledge.search import postings
from knowledge.search.known import Known
from knowledge.search.postings import Sharing
from knowledge.search.question import SearchQuestion
from knowledge.search.terms.words import (
    BESIDE,
    K1,
    RELATED,
    SPACE,
    QueryConcept,
    as_asked,
    concepts_of,
    keys_asked,
    keys_of,
)

# In a handful of passages every word is rare: such a library is read as if it were part of a larger one.
_LEAST_PASSAGES = 200
# What customers ask of a passage leads to it, and then counts by how near their question is to this one.
LEADS_TO = 0.5
# A thing that is so much of a question must be spoken of by one of those that customers ask of the section: the flowers
# of "can you put flowers in the room".
TELLING = 0.27
# One thing in common is a coincidence, unless nothing else is asked about.
FEWEST_SHARED = 2
# Who asks what a thing costs is not answered by what only speaks of it.
PRICE = min(concepts_of("how much")[0])
# What customers say around their question, and no passage of the library says.
OF_LACKING = 0.3
# What a thing that is asked about may be found by, and its share of the question.
Part = tuple[frozenset[int], float]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A question's words: weights for passages that are not counted yet, and the shares of those that are.

    `unknown` is the part of the question that no counted passage speaks of; `parts` are the things it asks about;
    `leads` is what each of its words adds where customers ask with it."""

    weights: dict[int, float]
    sharing: Sharing
    unknown: float
    parts: tuple[Part, ...]
    leads: dict[int, float]

    @property
    def words(self) -> SparseVector:
        return SparseVector(self.weights, SPACE)

    @property
    def asks_price(self) -> bool:
        return any(PRICE in keys for keys, _ in self.parts)

    def said_in(self, heading: str) -> float:
        """The share of the question that a heading speaks of, 0 to 1."""
        return (K1 + 1) * sum(self.weights.get(key, 0.0) for key in keys_of(heading))

    def led_to(self, asked: Sequence[str]) -> float:
        """The part of a passage's share that is not its own words', but what customers ask of it."""
        said = frozenset[int]().union(*map(keys_asked, asked))
        return sum(weight for key, weight in self.leads.items() if key in said)

    def alike(self, asked: Sequence[str], rarity: "Rarity") -> float:
        """How near the question is to the nearest of those that customers ask, 0 to 1."""
        if not asked:
            return 0.0
        of_all = frozenset[int]().union(*map(keys_asked, asked))
        if any(share >= TELLING and keys.isdisjoint(of_all) for keys, share in self.parts):
            return 0.0
        mine = frozenset[int]().union(*(keys for keys, _ in self.parts))
        return max(self._alike(one, mine, rarity) for one in asked)

    def _alike(self, one: str, mine: frozenset[int], rarity: "Rarity") -> float:
        """The middle of how much of each the other speaks of: one word in common makes two questions not alike."""
        theirs, said = concepts_of(one), keys_asked(one)
        shared = [share for keys, share in self.parts if not keys.isdisjoint(said)]
        is_unpriced = self.asks_price and PRICE not in said
        if is_unpriced or len(shared) < min(FEWEST_SHARED, len(self.parts)):
            return 0.0
        weights = [rarity.of(keys) for keys in theirs]
        of_theirs = sum(weight for keys, weight in zip(theirs, weights, strict=True) if not keys.isdisjoint(mine))
        return math.sqrt(min(1.0, sum(shared)) * of_theirs / (sum(weights) or 1.0))


class Rarity:
    """What a thing tells by how few of these questions speak of it."""

    def __init__(self, asked: Iterable[str]) -> None:
        self._questions = 0
        self._counts: Counter[int] = Counter()
        for one in asked:
            self._questions += 1
            self._counts.update(keys_asked(one))

    def of(self, keys: frozenset[int]) -> float:
        """As if all its names were its commonest."""
        return _rarity(max(self._counts[key] for key in keys), self._questions) if keys else 0.0


def of(question: SearchQuestion, known: Known) -> Weighed:
    """Weights whose inner product with a passage's words is the share of the question it speaks of, 0 to 1."""
    counts = {word: passages for word, (passages, _) in known.words.items()}
    weights, unknown, parts = _weights(question, counts, max(known.bars.passages, _LEAST_PASSAGES))
    sharing = postings.share(weights, {word: places for word, (_, places) in known.words.items()})
    said = {key for keys, _ in parts for key in keys} if question.by_questions else set[int]()
    leads = {key: weights[as_asked(key)] for key in said if as_asked(key) in weights}
    return Weighed(weights, sharing, unknown, parts, leads)


def _weights(
    question: SearchQuestion, known: dict[int, int], passages: int
) -> tuple[dict[int, float], float, tuple[Part, ...]]:
    weights: dict[int, float] = {}
    parts: list[Part] = []
    whole = unknown = 0.0
    for one in question.asked:
        is_lacking = one.keys.isdisjoint(known)
        times = one.times * (OF_LACKING if one.may_lack and (one.keys - {*one.otherwise}).isdisjoint(known) else 1)
        mine, besides = _weigh(one, known, passages)
        # What a passage gets that speaks of it in one word; what is found besides comes on top.
        worth = times * sum(max(each.values()) for each in mine)
        whole += worth
        unknown += worth if is_lacking and not one.may_lack else 0.0
        parts.append((frozenset(one.keys), worth))
        if question.by_questions:
            weights |= {key: LEADS_TO * worth for key in map(as_asked, one.keys) if key in known}
        for key, weight in chain.from_iterable(each.items() for each in (*mine, besides)):
            weights[key] = max(times * weight, weights.get(key, 0.0))
    whole = whole or 1.0
    return (
        {key: weight / (whole * (K1 + 1)) for key, weight in weights.items()},
        unknown / whole,
        tuple((keys, worth / whole) for keys, worth in parts),
    )


def _weigh(one: QueryConcept, known: dict[int, int], passages: int) -> tuple[list[dict[int, float]], dict[int, float]]:
    """The word itself where documents use it, else what it is called there, and what it means; and what it is related
    to, which stands for them where they are unknown and comes besides where they are not.

    Words that stand for one count as one, as rare as all of them together: the rarest of them is not the likeliest."""
    others, called = ([key for key in keys if key in known] for keys in (one.others, one.otherwise))
    said = [one.word] if one.word in known else others
    meant = [one.meaning] if one.meaning in known else []
    related = [key for key in one.related if key in known]
    if not (said or meant):
        # What no page has is missed in every passage.
        return [_weighed(related or called or [one.word], 1.0, known, passages)], {}
    own = ((said, 1.0), (meant, BESIDE if said else 1.0))
    return [_weighed(keys, part, known, passages) for keys, part in own if keys], _weighed(
        [*related, *called], RELATED, known, passages
    )


def _weighed(keys: list[int], part: float, known: dict[int, int], passages: int) -> dict[int, float]:
    return dict.fromkeys(keys, part * _rarity(sum(known.get(key, 0) for key in keys), passages))


def _rarity(passages_with_it: int, passages: int) -> float:
    seen = min(passages_with_it, passages)
    return math.log(1 + (passages - seen + 0.5) / (seen + 0.5))
