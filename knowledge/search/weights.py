"""What each word of a question weighs in this library: the rarer, the more."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from pgvector import SparseVector

from knowledge.search import postings
from knowledge.search.known import Known
from knowledge.search.postings import Sharing
from knowledge.search.question import SearchQuestion
from knowledge.search.terms.words import BESIDE, K1, SPACE, QueryConcept

# In a handful of passages every word is rare: such a library is read as if it were part of a larger one.
_LEAST_PASSAGES = 200
# What customers say around their question, and no passage of the library says.
OF_LACKING = 0.3


@dataclass(frozen=True, slots=True)
class Weighed:
    """A question's words: weights for passages that are not counted yet, and the shares of those that are.

    `unknown` is the part of the question that no counted passage speaks of."""

    words: SparseVector
    sharing: Sharing
    unknown: float


def of(question: SearchQuestion, known: Known) -> Weighed:
    """Weights whose inner product with a passage's words is the share of the question it speaks of, 0 to 1."""
    counts = {word: passages for word, (passages, _) in known.words.items()}
    weights, unknown = _weights(question, counts, max(known.bars.passages, _LEAST_PASSAGES))
    sharing = postings.share(weights, {word: places for word, (_, places) in known.words.items()})
    return Weighed(SparseVector(weights, SPACE), sharing, unknown)


def _weights(question: SearchQuestion, known: dict[int, int], passages: int) -> tuple[dict[int, float], float]:
    weights: dict[int, float] = {}
    whole = unknown = 0.0
    for one in question.asked:
        is_lacking = not any(key in known for key in (one.word, *one.others, one.meaning))
        times = one.times * (OF_LACKING if is_lacking and one.may_lack else 1)
        mine = {key: times * weight for key, weight in _weigh(one, known, passages)}
        worth = _worth(one, mine)
        whole += worth
        unknown += worth if is_lacking and not one.may_lack else 0.0
        for key, weight in mine.items():
            weights[key] = max(weight, weights.get(key, 0.0))
    return {key: weight / (whole * (K1 + 1)) for key, weight in weights.items()}, unknown / (whole or 1.0)


def _weigh(one: QueryConcept, known: dict[int, int], passages: int) -> Iterable[tuple[int, float]]:
    """The word itself where documents use it, else what it is called there, and what it means.

    Words that stand for one count as one, as rare as all of them together: the rarest of them is not the likeliest."""
    said = [one.word] if one.word in known else [key for key in one.others if key in known]
    meant = one.meaning if one.meaning in known else None
    if not said and meant is None:
        said = [one.word]  # it is missed in every passage
    spread = sum(known.get(key, 0) for key in said)
    for key in said:
        yield key, _rarity(spread, passages)
    if meant is not None:
        yield meant, _rarity(known[meant], passages) * (BESIDE if said else 1)


def _worth(one: QueryConcept, mine: dict[int, float]) -> float:
    """What a passage would get that speaks of it in one word."""
    return max((weight for key, weight in mine.items() if key != one.meaning), default=0.0) + mine.get(
        one.meaning or -1, 0.0
    )


def _rarity(passages_with_it: int, passages: int) -> float:
    seen = min(passages_with_it, passages)
    return math.log(1 + (passages - seen + 0.5) / (seen + 0.5))
