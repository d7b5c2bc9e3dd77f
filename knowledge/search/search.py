"""The search, inside an open tenant scope: what each word weighs, the ranking, the choice, and whether it is enough.

The choice is by maximal marginal relevance: passages that answer and yet differ, one of each section.
"""

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

import numpy as np

from knowledge.search import known, ranking
from knowledge.search.found import MOST_HITS, Filters, Found, Hit
from knowledge.search.known import Bars
from knowledge.search.question import SearchQuestion
from knowledge.search.ranking import Candidate

# Mostly relevance, some difference: the usual weight of maximal marginal relevance.
RELEVANCE = 0.7

# One passage is an answer: an FAQ says a thing once. The mean is that of the MIN_HITS best.
MIN_HITS = 1
# The middle of the scale that `score` makes, where a library's own threshold lies.
ENOUGH = 0.5
# A passage with less evidence than this share of the threshold is no hit at all.
_FLOOR = 0.6
# What a person is shown when nothing is enough.
NEAREST = 3


def search(question: SearchQuestion, *, filters: Filters | None = None, top_k: int = MOST_HITS) -> Found:
    """The passages of the tenant in scope that answer, best first, and the decision whether they do."""
    library = known.look_up(question)
    bars = library.bars
    if not library.has_scale:
        question = question.by_words
    candidates = ranking.rank(question, filters or Filters(), library)
    if not candidates:
        return Found(decision="empty_library", is_about_hours=question.is_about_hours)
    bar = bars.threshold
    chosen = choose_diverse(candidates, min(top_k, MOST_HITS))
    near = _hits(chosen, bar, bars)
    hits = [hit for one, hit in zip(chosen, near, strict=True) if one.evidence >= _FLOOR * bar]
    scores = sorted((hit.score for hit in hits), reverse=True)
    too_few = len(hits) < MIN_HITS
    is_low = not too_few and fmean(scores[:MIN_HITS]) < ENOUGH
    return Found(
        decision="too_few_hits" if too_few else "low_scores" if is_low else "enough",
        hits=hits,
        near=near[:NEAREST],
        best_score=scores[0] if scores else 0.0,
        mean_score=fmean(scores) if scores else 0.0,
        threshold=ENOUGH,
        is_about_hours=question.is_about_hours,
    )


def score(evidence: float, bar: float, strong: float) -> float:
    """Evidence on the scale that a reader knows: 0.5 is the threshold, 1 a strong answer of this library."""
    if evidence < bar:
        return round(ENOUGH * max(evidence, 0.0) / bar, 4)
    return round(min(1.0, ENOUGH + (1 - ENOUGH) * (evidence - bar) / max(strong - bar, 0.01)), 4)


def _hits(chosen: Sequence[Candidate], bar: float, bars: Bars) -> list[Hit]:
    return [
        replace(
            one.passage,
            score=score(one.evidence, bar, bars.strong),
            strength=round(one.evidence / bars.strong, 4),
            asked=round(one.alike, 4),
        )
        for one in chosen
    ]


def choose_diverse(candidates: Sequence[Candidate], most: int) -> list[Candidate]:
    """The best of each (document, section), each weighed against its likeness to those chosen before; best first."""
    left = _one_of_each_place(candidates)
    top = max((one.rank for one in left), default=0.0) or 1.0
    chosen: list[Candidate] = []
    likeness = _likenesses(left)
    alike = dict.fromkeys(range(len(left)), 0.0)
    while alike and len(chosen) < most:
        best = max(alike, key=lambda at: RELEVANCE * left[at].rank / top - (1 - RELEVANCE) * alike[at])
        del alike[best]
        chosen.append(left[best])
        for at, before in alike.items():
            alike[at] = max(before, likeness[best][at])
    return sorted(chosen, key=lambda one: -one.rank)


def _one_of_each_place(candidates: Sequence[Candidate]) -> list[Candidate]:
    first: dict[object, Candidate] = {}
    for one in candidates:
        # A document without sections is not one section: its passages are told apart.
        first.setdefault((one.passage.document_id, one.passage.section or one.passage.chunk_id), one)
    return list(first.values())


def _likenesses(candidates: Sequence[Candidate]) -> list[list[float]]:
    """Of each to each, all at once; what has no vector is like nothing."""
    length = max((len(one.vector) for one in candidates if one.vector is not None), default=1)
    vectors = np.array([np.zeros(length) if one.vector is None else one.vector for one in candidates], np.float32)
    rows: list[list[float]] = (vectors @ vectors.T).tolist() if candidates else []
    return rows
