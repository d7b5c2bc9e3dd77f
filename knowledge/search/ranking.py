"""Scores the tenant's passages: by their words from packed lists, by their vectors where those can change who leads.

Vectors are compared with the passages that share most with the question and with those not counted yet; and with the
nearest of all, where the model knows more than words or the words say too little. The nearest are found by the signs
of their vectors, or by an index of the tenant's own once the library is large.
"""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from knowledge.embed import LOCAL
from knowledge.search import statement, weights
from knowledge.search.found import Filters, Hit
from knowledge.search.known import Bars, Known
from knowledge.search.question import SearchQuestion
from knowledge.search.terms.attributes import states_price
from knowledge.search.weights import Weighed

# Measured on three collections of questions; more for the vector of a model that knows meanings than for our own.
OF_LIKENESS, OF_KIN, OF_MODEL = 0.12, 0.15, 0.6
# What the heading of a passage says, the passage is about.
OF_HEADING = 0.1
# A passage that likely answers by what customers ask of it moves up; from the first likelihood on that is evidence too,
# from the second on as much as a strong answer and a little more.
OF_ASKED, AS_ASKED, UNLIKE_ASKED, LIKE_ASKED = 1.5, 1.2, 0.1, 0.6
# Of a question what something costs, one that states a sum, or that it is free.
OF_PRICE = 0.5
# For questions about hours, a passage that states times is a little likelier to answer.
OF_TIMES = 0.1
# Of a question that is about something else altogether, a tenth of its evidence is a coincidence: measured likewise.
OF_UNKNOWN = 0.1
# The share of the evidence that is the vector's, the rest is the words'.
EVIDENCE_LOCAL, EVIDENCE_MODEL = 0.2, 0.6
# How many passages are compared by their vectors: of the best by words, more of them where a filter leaves too few,
# and of the nearest by signs or index. By signs, real vectors of 384 numbers need that many to miss one in a hundred.
BY_WORDS, NEAREST = (96, 2_000, 1_000_000), 512
# Vectors of the first three make the query that is asked again; PostgreSQL sends a vector behind four bytes.
_LEADERS, _HEADER = 3, 4
# Columns of a row that belong to the passage; what follows are its measures.
_SHOWN: Final = 13
NOTHING: Final = UUID(int=0)
# What its index gives back must be right more often than what it gives back soon.
_SET_BREADTH = (
    "SELECT set_config('hnsw.ef_search', '512', true), set_config('hnsw.iterative_scan', 'relaxed_order', true)"
)


@dataclass(slots=True)
class Candidate:
    """A passage before it is chosen: where it ranks, what it has as evidence, and how likely it is what is asked for by
    what customers ask of its section."""

    passage: Hit
    rank: float
    evidence: float
    share: float
    vector: NDArray[np.float32] | None
    alike: float


def rank(question: SearchQuestion, filters: Filters, library: Known, *, without: UUID = NOTHING) -> list[Candidate]:
    """The passages nearest to the question, best first."""
    weighed = weights.of(question, library)
    rows: list[tuple[Any, ...]] = []
    for depth in BY_WORDS:
        rows = _ranked(question, filters, library, weighed, without, depth)
        if len(rows) >= statement.LOOKED_AT or len(weighed.sharing) <= depth:
            break
    return _with_kin(_candidates(rows, question, library, weighed))


def _ranked(
    question: SearchQuestion, filters: Filters, library: Known, weighed: Weighed, without: UUID, depth: int
) -> list[tuple[Any, ...]]:
    bars, nearest = library.bars, _nearest(question, library, weighed)
    more = {
        "of_likeness": of_likeness(question.model),
        "of_times": OF_TIMES if question.is_about_hours else 0.0,
        "unlike": bars.unlike,
        "span": bars.span,
        "nearest": NEAREST,
    }
    with connection.cursor() as cursor:
        if nearest == "by_index":
            cursor.execute(_SET_BREADTH)
        cursor.execute(
            statement.ranking(
                filters,
                is_by_vector=question.vector is not None,
                has_uncounted=library.has_uncounted,
                nearest=nearest,
                has_likely=bool(question.sections),
            ),
            statement.of_filters(filters, without=without)
            | statement.of_words(weighed.sharing.first(depth), weighed.words, counted=library.counted)
            | statement.of_sections(question)
            | statement.of_vector(question)
            | more,
        )
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _nearest(question: SearchQuestion, library: Known, weighed: Weighed) -> statement.Nearest | None:
    """The built-in vectors are made of words: whoever shares none with the question is not alike either."""
    if question.vector is None:
        return None
    is_local = question.model == LOCAL.key
    if is_local and len(weighed.sharing) >= statement.LOOKED_AT:
        return None
    if library.indexed_for == question.model:
        return "by_index"
    return "by_telling_signs" if is_local else "by_signs"


def of_likeness(model: str) -> float:
    return OF_LIKENESS if model == LOCAL.key else OF_MODEL


def _candidates(
    rows: list[tuple[Any, ...]], question: SearchQuestion, library: Known, weighed: Weighed
) -> list[Candidate]:
    vectors = _vectors([sent for *_, sent in rows])
    found = [_candidate(row, vector, question, library.bars) for row, vector in zip(rows, vectors, strict=True)]
    for one in found:
        said = min(1.0, weighed.said_in(one.passage.section.rpartition(" > ")[2]))
        one.rank += OF_HEADING * said + OF_ASKED * one.alike
        if one.alike and weighed.asks_price and states_price(one.passage.text):
            one.rank += OF_PRICE
        one.evidence = (one.evidence + OF_HEADING * said) * _trust(weighed, library)
        one.evidence += _as_asked(one.alike, library.bars)
    if question.alone is not None:
        places = [row[_SHOWN + 4] for row in rows]
        _weigh_alone(found, places, question.alone, library, is_anew=question.is_anew)
    return found


def _weigh_alone(
    found: list[Candidate], places: list[int], alone: SearchQuestion, library: Known, *, is_anew: bool
) -> None:
    """Half of a follow-up's evidence is what it finds by itself: else any passage on the old topic would do.

    What shares nothing with the question before it may as well begin anew, and is judged alone where that says more."""
    weighed = weights.of(alone, library)
    shares = dict(zip(weighed.sharing.places.tolist(), weighed.sharing.shares.tolist(), strict=True))
    for one, place in zip(found, places, strict=True):
        if place >= library.counted:
            continue  # in no list yet
        likeness = 0.0
        if one.vector is not None and alone.vector is not None:
            cosine = float(one.vector @ np.array(alone.vector, dtype=np.float32))
            likeness = (cosine - library.bars.unlike) / library.bars.span
        mine = _evidence(shares.get(place, 0.0), likeness if one.vector is not None else None, alone, library.bars)
        mine *= _trust(weighed, library)
        both = (one.evidence + mine) / 2
        one.evidence = max(both, mine) if is_anew else both


def _trust(weighed: Weighed, library: Known) -> float:
    """Less where the question speaks of what no page here knows, whatever else it shares with one."""
    return 1.0 if library.has_uncounted else 1 - OF_UNKNOWN * weighed.unknown


def _vectors(sent: list[Any]) -> list[NDArray[np.float32] | None]:
    """Unit vectors, all read at once: one by one they would take as long as the search."""
    whole = b"".join(bytes(one)[_HEADER:] for one in sent if one)
    count = sum(1 for one in sent if one)
    read = np.frombuffer(whole, dtype=">f2").astype(np.float32).reshape(count, -1) if count else np.empty((0, 1))
    units = iter(read / np.maximum(np.linalg.norm(read, axis=1, keepdims=True), 1e-6))
    return [next(units) if one else None for one in sent]


def _candidate(
    row: tuple[Any, ...], vector: NDArray[np.float32] | None, question: SearchQuestion, bars: Bars
) -> Candidate:
    share, likeness, has_times, rank_, _, document = row[_SHOWN : _SHOWN + 6]
    hit = Hit(*row[:_SHOWN])
    evidence = _evidence(share, None if vector is None else likeness, question, bars)
    if question.is_about_hours and has_times and share > 0:
        evidence += OF_TIMES / 2
    return Candidate(hit, rank_, evidence, share, vector, question.sections.get((document, hit.section), 0.0))


def _evidence(share: float, likeness: float | None, question: SearchQuestion, bars: Bars) -> float:
    """A passage without a vector of this model goes by its words, held to the bar of words."""
    if likeness is None:
        return min(share, 1.0) * bars.threshold / bars.threshold_by_words
    part = EVIDENCE_LOCAL if question.model == LOCAL.key else EVIDENCE_MODEL
    return (1 - part) * min(share, 1.0) + part * min(max(likeness, 0.0), 1.0)


def _as_asked(alike: float, bars: Bars) -> float:
    """The evidence that the question is one which customers ask of a passage."""
    return AS_ASKED * min(max(0.0, alike - UNLIKE_ASKED) / (LIKE_ASKED - UNLIKE_ASKED), 1.0) ** 2 * bars.strong


def _with_kin(found: list[Candidate]) -> list[Candidate]:
    """Passages that are like the leading ones move up: they speak of it in other words than the question."""
    leading = [one.vector for one in found[:_LEADERS] if one.vector is not None]
    if leading:
        middle = np.mean(leading, axis=0)
        for one in found:
            one.rank += OF_KIN * float(one.vector @ middle) if one.vector is not None else 0.0
    return sorted(found, key=lambda one: -one.rank)
