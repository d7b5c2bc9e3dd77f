"""What is known and what is missing after a round: coverage from 0 to 1, and the gaps.

Without a model a gap is a word of the question that no passage carries (missing), a condition that passages name and
the question does not settle (condition), or several sections that compete for the same question (variant).
With one, coverage is the mean of its own estimate and the measured share.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from journeys.llm import Mind
from journeys.research import measures
from journeys.research.measures import Aspect
from journeys.research.node import ResearchNode, for_the_model
from tools.research.facts import ReadPassage

# Half of an aspect: below it it is a gap.
CARRIED: Final = 0.5
OF_THE_BEST: Final = 0.7
"""In a question of many words each passage speaks of few: what the best one has is the measure."""
# Passages little worse than the best tell of the same.
NEAR: Final = 0.6
# What a person can be asked in two or three questions.
MOST_CONDITIONS, MOST_MISSING, MOST_VARIANTS = 6, 3, 3
# Words of its own that make a heading another variant.
FEWEST: Final = 2
# What speaks of less than this of a question makes nothing of it depend on anything.
OF_THE_MATTER: Final = 0.25
PROMPT: Final = """\
Judge whether `passages` answer `question` for this person, given their `answers`.
coverage  0 to 1: the share of the question that the passages answer. 1 only if nothing is left open
gaps      what is still needed, at most six: kind missing (the passages do not speak of it), condition (what holds
          depends on something about their case; name it as the passage does) or variant (several rules compete; name
          them). about: the few words that say it, near the passage's own. Nothing that `answers` have settled"""
# What a passage makes depend on the reader's case.
_CONDITION: Final = re.compile(
    r"\b(?:if|unless|provided that|ikiwa|iwapo|kama|wenn|falls|sofern)\s+(?P<about>[^.;:,!?|\n]{8,90})", re.IGNORECASE
)


# "Kama kifungu cha 4 kinavyosema": as it says, not if it does.
_AS: Final = re.compile(r"\b\w{1,12}vyo\w{2,20}\b")


class GivenGap(BaseModel):
    """Something that is missing."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["missing", "condition", "variant"]
    about: str


class RetrievalAnalysis(BaseModel):
    """How far the passages answer, and what is missing."""

    model_config = ConfigDict(extra="forbid")

    coverage: float = Field(ge=0, le=1)
    gaps: list[GivenGap] = Field(max_length=6)


NODE: Final = ResearchNode(name="hitl_analyze_retrieval", prompt=PROMPT, schema=RetrievalAnalysis)
Gap = dict[str, Any]


def analyse(
    question: str, answers: Sequence[str], asked: Sequence[str], passages: Sequence[ReadPassage], mind: Mind
) -> tuple[float, list[Gap]]:
    """Coverage, and the gaps that were not asked about before."""
    aspects = measures.aspects_of(" ".join([question, *answers]))
    share = measures.coverage(aspects, passages)
    facts = {"question": question, "answers": list(answers), "passages": for_the_model(passages)}
    answer = NODE.asked(mind, facts)
    if answer is None:
        gaps = local(question, answers, passages)
    else:
        share = round((share + answer.coverage) / 2, 4)
        gaps = [{"kind": each.kind, "about": each.about.strip()[:120]} for each in answer.gaps if each.about.strip()]
    return share, [gap for gap in gaps if key_of(gap) not in asked]


def key_of(gap: Gap) -> str:
    return f"{gap['kind']}:{gap['about'].casefold()}"


def local(question: str, answers: Sequence[str], passages: Sequence[ReadPassage]) -> list[Gap]:
    aspects = measures.aspects_of(question)
    settled = measures.aspects_of(" ".join([question, *answers]))
    return [
        *_conditions(aspects, settled, passages),
        *_variants(aspects, passages),
        *_missing(aspects, passages),
    ]


def _missing(aspects: Sequence[Aspect], passages: Sequence[ReadPassage]) -> list[Gap]:
    support = measures.support_of(aspects, passages)
    least = min(CARRIED, OF_THE_BEST * max(support.values(), default=0.0))
    asked = (aspect for aspect in aspects if not aspect.label.isdecimal())
    lacking = [aspect.label for aspect in asked if not support[aspect.sense] or support[aspect.sense] < least]
    return [{"kind": "missing", "about": label} for label in lacking[:MOST_MISSING]]


def _conditions(aspects: Sequence[Aspect], settled: Sequence[Aspect], passages: Sequence[ReadPassage]) -> list[Gap]:
    """Of the passages that speak most of what was asked; not what the question or an answer has said already."""
    weights = measures.weights_of(aspects, passages)
    rated = sorted(passages, key=lambda passage: -measures.relevance(passage, weights))
    best = measures.relevance(rated[0], weights) if rated else 0.0
    known = frozenset().union(*(aspect.sense for aspect in settled)) if settled else frozenset()
    found: dict[str, Gap] = {}
    for passage in rated:
        if measures.relevance(passage, weights) < max(NEAR * best, OF_THE_MATTER):
            break
        for about in _conditions_in(passage.text):
            own = measures.aspects_of(about)
            new = [aspect for aspect in own if not aspect.sense & known]
            if len(own) >= FEWEST and 2 * len(new) >= len(own):
                found.setdefault(about.casefold(), {"kind": "condition", "about": about})
    return list(found.values())[:MOST_CONDITIONS]


def _conditions_in(text: str) -> Iterator[str]:
    for found in _CONDITION.finditer(" ".join(text.replace("*", "").split())):
        if not _AS.search(found["about"]):
            yield found["about"].strip()


def _variants(aspects: Sequence[Aspect], passages: Sequence[ReadPassage]) -> list[Gap]:
    """Where several documents answer about as well, which of them is meant."""
    weights = measures.weights_of(aspects, passages)
    best: dict[str, float] = {}
    for passage in passages:
        best[passage.title] = max(best.get(passage.title, 0.0), measures.relevance(passage, weights))
    top = max(best.values(), default=0.0)
    near = [
        title
        for title, how in sorted(best.items(), key=lambda each: -each[1])
        if top >= OF_THE_MATTER and how >= 0.8 * top
    ]
    return [{"kind": "variant", "about": " / ".join(near[:MOST_VARIANTS])}] if len(near) > 1 else []
