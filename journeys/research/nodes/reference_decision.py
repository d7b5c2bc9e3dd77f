"""The gate before a reference: whether to follow it, with the reason.

Without a model it is followed when the sentence it stands in speaks of what is asked, or when a passage that does
depends on it ("subject to", "is set out in", "see").
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict

from journeys.llm import Mind
from journeys.research import measures
from journeys.research.node import ResearchNode

PROMPT: Final = """\
Decide for each of `references`, which stand in passages about `task`, whether what it refers to is needed to answer
`task` or `question`.
items  one for each reference, by its number. follow: true only if the answer may depend on it. reason: at most 12
       words"""
# What makes the answer depend on what is referred to.
_BINDS: Final = re.compile(
    r"\b(?:see|subject to|except|unless|(?:as|is|are) (?:provided|described|set out|laid down|listed|defined|specified)"
    r"|under|pursuant|in accordance"
    r"|notwithstanding|according to|refer to|holds|applies|says|tells|less what|angalia|tazama|kulingana|kwa mujibu"
    r"|kama|kinavyosema|kinatumika|siehe|gemäß|nach|vorbehaltlich|gilt|gelten|regelt|regeln|bestimmt|abzüglich)\b",
    re.IGNORECASE,
)
_END: Final = re.compile(r"[.!?](?=\s)|\n")
# More shared words than one, and the reference is about the task.
SHARED: Final = 1
OF_THE_MATTER: Final = 0.4
"""How relevant a passage must be, that whatever binds it binds the answer."""


class StandingReference(NamedTuple):
    """A reference in its sentence, and how relevant the passage is in which it stands."""

    kind: str
    said: str
    sentence: str
    relevance: float


class ReferenceDecision(BaseModel):
    """Whether one reference is followed."""

    model_config = ConfigDict(extra="forbid")

    number: int
    follow: bool
    reason: str


class ReferenceDecisions(BaseModel):
    """The decisions."""

    model_config = ConfigDict(extra="forbid")

    items: list[ReferenceDecision]


NODE: Final = ResearchNode(name="reference_decision", prompt=PROMPT, schema=ReferenceDecisions)


def decided(references: Sequence[StandingReference], task: str, question: str, mind: Mind) -> list[tuple[bool, str]]:
    """For each whether it is followed, and why."""
    usual = [local(each, task, question) for each in references]
    facts: dict[str, Any] = {
        "task": task, "question": question,
        "references": [
            {"number": number, "type": each.kind, "reference": each.said, "sentence": each.sentence[:400]}
            for number, each in enumerate(references, 1)
        ],
    }  # fmt: skip
    answer = NODE.asked(mind, facts) if references else None
    given = {each.number: (each.follow, each.reason.strip()[:200]) for each in answer.items} if answer else {}
    return [given.get(number, own) for number, own in enumerate(usual, 1)]


def local(reference: StandingReference, task: str, question: str) -> tuple[bool, str]:
    if reference.kind == "external":
        return False, "outside of the library"
    said = {term for aspect in measures.aspects_of(reference.sentence) for term in aspect.sense}
    shared = sum(bool(aspect.sense & said) for aspect in measures.aspects_of(f"{task} {question}"))
    if shared > SHARED:
        return True, "its sentence speaks of what is asked"
    if _BINDS.search(reference.sentence) and (shared or reference.relevance >= OF_THE_MATTER):
        return True, "what is asked depends on it"
    return False, "its sentence is about something else"


def tellingly(
    kind: str, said: str, passages: Sequence[tuple[str, float]], task: str, question: str
) -> StandingReference:
    """The reference where it counts: of all places in these passages, each with its relevance, one that is followed."""
    places = [
        StandingReference(kind, said, sentence, relevance)
        for text, relevance in passages
        for sentence in sentences_around(said, text)
    ]
    first = places[0] if places else StandingReference(kind, said, said, 0.0)
    return next((each for each in places if local(each, task, question)[0]), first)


def sentences_around(said: str, text: str) -> Iterator[str]:
    """The sentences of a passage in which a reference stands."""
    begins = [0, *(found.end() for found in _END.finditer(text)), len(text)]
    for start, end in pairwise(begins):
        if said in text[start:end]:
            yield " ".join(text[start:end].split())
