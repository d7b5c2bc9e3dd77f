"""Chooses passages that answer and yet differ: maximal marginal relevance, one of each section."""

from collections.abc import Sequence

from knowledge.search.ranking import Candidate

RELEVANCE = 0.7


def choose(candidates: Sequence[Candidate], most: int) -> list[Candidate]:
    """The best of each (document, section), each weighed against its likeness to those chosen before; best first."""
    left = _one_of_each_place(candidates)
    top = max((one.rank for one in left), default=0.0) or 1.0
    chosen: list[Candidate] = []
    alike = dict.fromkeys(range(len(left)), 0.0)
    while alike and len(chosen) < most:
        best = max(alike, key=lambda at: RELEVANCE * left[at].rank / top - (1 - RELEVANCE) * alike[at])
        del alike[best]
        chosen.append(left[best])
        for at in alike:
            alike[at] = max(alike[at], _likeness(left[at], left[best]))
    return sorted(chosen, key=lambda one: -one.rank)


def _one_of_each_place(candidates: Sequence[Candidate]) -> list[Candidate]:
    first: dict[object, Candidate] = {}
    for one in candidates:
        # A document without sections is not one section: its passages are told apart.
        first.setdefault((one.passage.document_id, one.passage.section or one.passage.chunk_id), one)
    return list(first.values())


def _likeness(one: Candidate, other: Candidate) -> float:
    if one.vector is None or other.vector is None:
        return 0.0
    return float(one.vector @ other.vector)
