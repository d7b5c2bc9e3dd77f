"""What each word of a question weighs in this library: the rarer, the more; and the bars of the library."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import connection
from pgvector import SparseVector

from knowledge.search import postings
from knowledge.search.postings import Sharing
from knowledge.search.question import Question
from knowledge.search.words import BESIDE, K1, SPACE, Asked
from tenants.scope import current_tenant_id

# In a handful of passages every word is rare: such a library is read as if it were part of a larger one.
_LEAST_PASSAGES = 200
# Written out, for every search asks them.
_BARS = """
SELECT passages, unlike, threshold, threshold_by_words, strong FROM "knowledge_calibration"
WHERE tenant_id = %s AND model = %s
"""
_KNOWN = 'SELECT word, passages, places FROM "knowledge_word" WHERE tenant_id = %s AND word = ANY(%s::integer[])'


@dataclass(frozen=True, slots=True)
class Bars:
    """The figures of a calibration that a search needs; the defaults serve until there is one."""

    passages: int = 0
    unlike: float = 0.1
    threshold: float = 0.18
    threshold_by_words: float = 0.25
    strong: float = 0.35


@dataclass(frozen=True, slots=True)
class Weighed:
    """A question's words: weights for passages that are not counted yet, and the shares of those that are."""

    words: SparseVector
    sharing: Sharing


def bars(model: str) -> Bars:
    """Of the tenant in scope."""
    with connection.cursor() as cursor:
        cursor.execute(_BARS, [current_tenant_id(), model])
        found = cursor.fetchone()
    return Bars(*found) if found else Bars()


def of(question: Question, passages: int) -> Weighed:
    """So that the inner product with a passage's words is the share of the question that it speaks of, 0 to 1."""
    keys = {key for one in question.asked for key in (one.word, *one.others, one.meaning) if key is not None}
    known = {word: (count, bytes(places)) for word, count, places in _known(keys)}
    weights = _weights(question, {word: count for word, (count, _) in known.items()}, max(passages, _LEAST_PASSAGES))
    sharing = postings.share(weights, {word: places for word, (_, places) in known.items()})
    return Weighed(SparseVector(weights, SPACE), sharing)


def _known(keys: set[int]) -> list[tuple[int, int, bytes]]:
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN, [current_tenant_id(), "{" + ",".join(map(str, keys)) + "}"])
        rows: list[tuple[int, int, bytes]] = cursor.fetchall()
        return rows


def _weights(question: Question, known: dict[int, int], passages: int) -> dict[int, float]:
    weights: dict[int, float] = {}
    whole = 0.0
    for one in question.asked:
        mine = {key: one.times * weight for key, weight in _weigh(one, known, passages)}
        whole += _worth(one, mine)
        for key, weight in mine.items():
            weights[key] = max(weight, weights.get(key, 0.0))
    return {key: weight / (whole * (K1 + 1)) for key, weight in weights.items()}


def _weigh(one: Asked, known: dict[int, int], passages: int) -> Iterable[tuple[int, float]]:
    """The word itself where documents use it, else what it is called there, and what it means."""
    said = [one.word] if one.word in known else [key for key in one.others if key in known]
    meant = one.meaning if one.meaning in known else None
    if not said and meant is None:
        said = [one.word]  # it is missed in every passage
    for key in said:
        yield key, _rarity(known.get(key, 0), passages)
    if meant is not None:
        yield meant, _rarity(known[meant], passages) * (BESIDE if said else 1)


def _worth(one: Asked, mine: dict[int, float]) -> float:
    """What a passage would get that speaks of it in one word."""
    return max((weight for key, weight in mine.items() if key != one.meaning), default=0.0) + mine.get(
        one.meaning or -1, 0.0
    )


def _rarity(passages_with_it: int, passages: int) -> float:
    seen = min(passages_with_it, passages)
    return math.log(1 + (passages - seen + 0.5) / (seen + 0.5))
