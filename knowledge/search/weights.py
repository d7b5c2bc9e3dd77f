"""What each word of a question weighs in this library: the rarer, the more."""

import math
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
    concepts_of,
    keys_of,
)

# In a handful of passages every word is rare: such a library is read as if it were part of a larger one.
_LEAST_PASSAGES = 200
# The meaning of asking what a thing costs.
PRICE = min(concepts_of("how much")[0])
# What customers say around their question, and no passage of the library says.
OF_LACKING = 0.3


@dataclass(frozen=True, slots=True)
class Weighed:
    """A question's words: weights for passages that are not counted yet, and the shares of those that are.

    `unknown` is the part of the question that no counted passage speaks of."""

    weights: dict[int, float]
    sharing: Sharing
    unknown: float
    asks_price: bool

    @property
    def words(self) -> SparseVector:
        return SparseVector(self.weights, SPACE)

    def said_in(self, heading: str) -> float:
        """The share of the question that a heading speaks of, 0 to 1."""
        return (K1 + 1) * sum(self.weights.get(key, 0.0) for key in keys_of(heading))


def of(question: SearchQuestion, known: Known) -> Weighed:
    """Weights whose inner product with a passage's words is the share of the question it speaks of, 0 to 1."""
    counts = {word: passages for word, (passages, _) in known.words.items()}
    weights, unknown = _weights(question, counts, max(known.bars.passages, _LEAST_PASSAGES))
    sharing = postings.share(weights, {word: places for word, (_, places) in known.words.items()})
    return Weighed(weights, sharing, unknown, any(PRICE in one.keys for one in question.asked))


def _weights(question: SearchQuestion, known: dict[int, int], passages: int) -> tuple[dict[int, float], float]:
    weights: dict[int, float] = {}
    whole = unknown = 0.0
    for one in question.asked:
        is_lacking = one.keys.isdisjoint(known)
        times = one.times * (OF_LACKING if one.may_lack and (one.keys - {*one.otherwise}).isdisjoint(known) else 1)
        mine, besides = _weigh(one, known, passages)
        # What a passage gets that speaks of it in one word; what is found besides comes on top.
        worth = times * sum(max(each.values()) for each in mine)
        whole += worth
        unknown += worth if is_lacking and not one.may_lack else 0.0
        for key, weight in chain.from_iterable(each.items() for each in (*mine, besides)):
            weights[key] = max(times * weight, weights.get(key, 0.0))
    whole = whole or 1.0
    return {key: weight / (whole * (K1 + 1)) for key, weight in weights.items()}, unknown / whole


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
    return dict.fromkeys(keys, part * rarity(sum(known.get(key, 0) for key in keys), passages))


def rarity(of_them: int, all_of_them: int) -> float:
    """The weight of BM25 for a word that so many of all have."""
    seen = min(of_them, all_of_them)
    return math.log(1 + (all_of_them - seen + 0.5) / (seen + 0.5))
