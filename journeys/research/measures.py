"""How far passages answer a question, from 0 to 1, where the search's own score says "enough" for all that is near.

relevance  the share of the question's words that a passage speaks of; a word counts more, the fewer of the run's
           passages have it, and 0.9 under a heading only. "Today" or "policy" says little and counts a third.
coverage   the same share for the run as a whole: each word by the most relevant passage that has it
           (0.35 + 0.65 of its relevance), so that a word beside the point covers little.
dedup      the share of a round's passages that an earlier round had found.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

from journeys.research import thesaurus
from knowledge import lexicon
from knowledge.answer import meaning
from knowledge.answer.extract import VAGUE, WHEN
from tools.research.facts import ReadPassage

UNDER_A_HEADING: Final = 0.9
LITTLE: Final = 0.3
SPOKEN_OF: Final = 0.35
Weights = Mapping[frozenset[str], float]


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that is asked about: the word as it was said, and what it may stand for."""

    label: str
    sense: frozenset[str]


@lru_cache(maxsize=4_000)
def aspects_of(text: str) -> tuple[Aspect, ...]:
    """What a question asks about, each once."""
    found = {sense: Aspect(said, sense) for said, sense in thesaurus.things_in(text)}
    for word in lexicon.terms(thesaurus.without(text)):
        for sense in meaning.senses(word):
            if word not in thesaurus.little():
                found.setdefault(sense, Aspect(word, sense))
    return tuple(found.values())


def weights_of(aspects: Iterable[Aspect], passages: Sequence[ReadPassage]) -> Weights:
    """What each aspect weighs among these passages."""
    spoken = [_spoken(passage) for passage in passages]
    weights = {}
    for aspect in aspects:
        spread = sum(bool(aspect.sense & (text | above)) for text, above in spoken)
        rarity = log(1 + (1 + len(spoken)) / (1 + spread))
        weights[aspect.sense] = rarity * (LITTLE if aspect.sense & (WHEN | VAGUE) else 1.0)
    return weights


def relevance(passage: ReadPassage, weights: Weights) -> float:
    """How much of what is asked a passage speaks of."""
    text, above = _spoken(passage)
    whole = sum(weights.values())
    met = sum(
        weight * (1.0 if sense & text else UNDER_A_HEADING)
        for sense, weight in weights.items()
        if sense & (text | above)
    )
    return round(min(1.0, met / whole), 4) if whole else 0.0


def support_of(aspects: Sequence[Aspect], passages: Sequence[ReadPassage]) -> dict[frozenset[str], float]:
    """For each aspect, how well the best passage that speaks of it answers the whole question."""
    weights = weights_of(aspects, passages)
    rated = [(frozenset().union(*_spoken(passage)), relevance(passage, weights)) for passage in passages]
    return {
        aspect.sense: max(
            (SPOKEN_OF + (1 - SPOKEN_OF) * how for said, how in rated if aspect.sense & said), default=0.0
        )
        for aspect in aspects
    }


def coverage(aspects: Sequence[Aspect], passages: Sequence[ReadPassage]) -> float:
    """How much of the question the passages speak of together."""
    weights, support = weights_of(aspects, passages), support_of(aspects, passages)
    whole = sum(weights.values())
    return round(sum(weights[sense] * how for sense, how in support.items()) / whole, 4) if whole else 0.0


def dedup_ratio(found: Sequence[ReadPassage], known: Iterable[ReadPassage]) -> float:
    before = {passage.chunk_id for passage in known}
    unique = {passage.chunk_id for passage in found}
    return round(len(unique & before) / len(unique), 4) if unique else 1.0


def _spoken(passage: ReadPassage) -> tuple[frozenset[str], frozenset[str]]:
    return _terms(passage.text), _terms(f"{passage.title} {passage.section}")


@lru_cache(maxsize=2_000)
def _terms(text: str) -> frozenset[str]:
    """A passage is measured many times within a run."""
    return frozenset(meaning.terms(text)).union(*(sense for _, sense in thesaurus.things_in(text)))
