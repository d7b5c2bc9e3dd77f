"""How far passages answer a question, from 0 to 1, where the search's own score says "enough" for all that is near.

relevance  the share of the question's words that a passage speaks of; a word counts more, the fewer of the run's
           passages have it, and 0.9 under a heading only. "Today" or "policy" says little and counts a third.
coverage   the same share for the run as a whole: each word by the most relevant passage that has it
           (0.35 + 0.65 of its relevance), so that a word beside the point covers little.
dedup      the share of a round's passages that an earlier round had found.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

from journeys.research import thesaurus
from journeys.research.words import is_german
from knowledge import lexicon
from knowledge.answer import meaning
from knowledge.answer.extract import VAGUE, WHEN
from tools.research.facts import ReadPassage

# A word of the heading tells a little less than one of the text.
UNDER_A_HEADING: Final = 0.9
# "When" and "good" ask, but name nothing that a passage would have to say.
LITTLE: Final = 0.3
# A passage that only names an aspect covers a third of it.
SPOKEN_OF: Final = 0.35
# What a task's own words leave to those of the whole question: all where it has none, half where it has one.
AROUND: Final = {0: 1.0, 1: 0.5}
# A part of two words and more is about these; the others choose between passages that have them equally.
MUCH_SAID: Final = 0.3
# "Italipwaje?", how will it be paid: the question hangs on its verb.
_HOW: Final = re.compile(r"(?<=\w{5}[aeiou])je\b")
_GERMAN_ENDING: Final = re.compile(r"(?<=\w{4})(?:ungen|ung|en|er|em|es|e|n|s|t)\Z")
Weights = Mapping[frozenset[str], float]


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that is asked about: the word as it was said, and what it may stand for."""

    label: str
    sense: frozenset[str]


@lru_cache(maxsize=4_000)
def aspects_of(text: str) -> tuple[Aspect, ...]:
    """What a question asks about, each once."""
    text = _HOW.sub("", text)
    found = {sense: Aspect(said, sense) for said, sense in thesaurus.things_in(text)}
    is_in_german = is_german(text)
    for word in lexicon.terms(thesaurus.without(text)):
        for sense in meaning.senses(word):
            if word not in thesaurus.little():
                sense = sense | {_root(word)} if is_in_german else sense
                found.setdefault(sense, Aspect(word, sense))
    return tuple(found.values())


def _root(word: str) -> str:
    """Of a German word, folded: "Wände" and "Wänden", "kündige" and "Kündigung" are one."""
    return _GERMAN_ENDING.sub("", word)


def weights_of(aspects: Iterable[Aspect], passages: Sequence[ReadPassage]) -> Weights:
    """What each aspect weighs among these passages."""
    spoken = [_spoken(passage) for passage in passages]
    weights = {}
    for aspect in aspects:
        spread = sum(bool(aspect.sense & (text | above)) for text, above in spoken)
        rarity = log(1 + (1 + len(spoken)) / (1 + spread))
        weights[aspect.sense] = rarity * (LITTLE if aspect.sense & (WHEN | VAGUE) else 1.0)
    return weights


def weights_of_task(title: str, query: str, passages: Sequence[ReadPassage]) -> Weights:
    """What a task itself asks weighs whole; what its query has of the question around it less, the more it says."""
    own = {aspect.sense for aspect in aspects_of(title)}
    around = AROUND.get(len(own), MUCH_SAID)
    weights = weights_of(aspects_of(f"{title} {query}"), passages)
    return {sense: weight * (1.0 if sense in own else around) for sense, weight in weights.items()}


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


def unspoken(aspects: Sequence[Aspect], passages: Sequence[ReadPassage]) -> list[Aspect]:
    """What none of the passages speaks of; a number is the person's own, and nobody else's text has to have it."""
    said = frozenset().union(*(text | above for text, above in map(_spoken, passages)), frozenset())
    return [aspect for aspect in aspects if not aspect.sense & said and not aspect.label.isdecimal()]


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
    found = frozenset(meaning.terms(text)).union(*(sense for _, sense in thesaurus.things_in(text)))
    return found | {_root(word) for word in lexicon.terms(text)} if is_german(text) else found
