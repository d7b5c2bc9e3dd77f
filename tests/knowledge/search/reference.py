"""The search in plain lines: every passage is read, nothing is listed or indexed, and no SQL ranks anything.

It is slow, and easy to believe: what the real search finds is held against it.
"""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from knowledge.models import Chunk
from knowledge.search.known import Bars
from knowledge.search.question import SearchQuestion
from knowledge.search.terms.words import of_passage

Ranked = list[tuple[Chunk, float]]


def rank(question: SearchQuestion, passages: Sequence[Chunk], bars: Bars) -> Ranked:
    """The 24 best passages with their ranks, best first."""
    weights = weigh(question, Counter(word for each in passages for word in each.words.indices()), bars)
    ranks = []
    for each in passages:
        words = zip(each.words.indices(), each.words.values(), strict=True)
        share = sum(weights.get(word, 0) * worth for word, worth in words)
        likeness = (unit(question.vector) @ np.array(each.embedding) - bars.unlike) / bars.span
        ranks.append((each, share + 0.12 * likeness + (0.1 if question.is_about_hours and each.has_times else 0)))
    best = sorted(ranks, key=lambda one: (-one[1], one[0].document.key, one[0].position))[:24]
    middle = np.mean([unit(each.embedding) for each, _ in best[:3]], axis=0)
    kin = [
        (each, rank + 0.15 * float(unit(each.embedding) @ middle) + 0.1 * headed(each, weights)) for each, rank in best
    ]
    return sorted(kin, key=lambda one: -one[1])


def headed(passage: Chunk, weights: dict[int, float]) -> float:
    """The share of the question that the heading says."""
    heading = of_passage(passage.section.rpartition(" > ")[2])
    return min(1.0, 2.2 * sum(weights.get(word, 0.0) for word in heading.indices()))


def weigh(question: SearchQuestion, passages_with: Counter[int], bars: Bars) -> dict[int, float]:
    """What each word of the question is worth: BM25's rarity, shared out so that all words together are 1."""
    count = max(bars.passages, 200)
    weights: dict[int, float] = {}
    whole = 0.0
    for asked in question.asked:
        said = [asked.word] if passages_with[asked.word] else [word for word in asked.others if passages_with[word]]
        called = [word for word in asked.otherwise if passages_with[word]]
        meant = asked.meaning if asked.meaning and passages_with[asked.meaning] else None
        # Words that stand for one are as rare as all of them together; one that nobody says counts as one nobody has.
        of_words = rarity(sum(passages_with[word] for word in said), count) if said or meant is None else 0.0
        of_meaning = rarity(passages_with[meant], count) * (0.5 if of_words else 1.0) if meant else 0.0
        # What a Swahili word has in common with others counts little beside it, and for it where nothing else is there.
        kin = [word for word in asked.related if passages_with[word]]
        times = asked.times * (0.3 if asked.may_lack and not said and meant is None and not kin else 1)
        kin = [*kin, *called] if said or meant is not None else kin or called
        if not said and meant is None and kin:
            of_words = 0.0
        of_kin = rarity(sum(passages_with[word] for word in kin), count) if kin else 0.0
        of_kin *= 0.3 if of_words or of_meaning else 1.0
        whole += times * (of_words + of_meaning or of_kin)  # beside them it comes on top
        for word, worth in [
            *((word, of_words) for word in said), (meant, of_meaning), *((word, of_kin) for word in kin),
        ]:  # fmt: skip
            if word is not None:
                weights[word] = max(weights.get(word, 0), times * worth)
    return {word: weight / whole / 2.2 for word, weight in weights.items()}


def rarity(passages: int, of: int) -> float:
    return math.log(1 + (of - passages + 0.5) / (passages + 0.5))


def unit(vector: Sequence[float]) -> NDArray[np.float64]:
    numbers = np.array(vector, dtype=float)
    return numbers / max(float(np.linalg.norm(numbers)), 1e-6)
