"""What of each passage answers a task, condensed, and how relevant it is.

Without a model: the sentences that share most with the task, as they stand; relevance as `measures` has it.
A model's condensed words are held to their passage; where they are not carried by it, the passage's own are taken.
"""

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from journeys.check.library.carried import uncarried
from journeys.check.library.units import source
from journeys.llm import Mind
from journeys.research import measures
from journeys.research.node import NAMES, ResearchNode, for_the_model
from knowledge.answer import FoundPassage, extract
from tools.research.facts import ReadPassage, TaskFacts

PROMPT: Final = """\
Take from each of `passages` only what answers `task` or `question`, for what the person told in `answers`.
items  one for each passage, by its number. text: the relevant sentences condensed, near the passage's own words, every
       figure, name, condition, exception and reference ("see section 4") kept exactly; empty when nothing in it helps.
       In the passage's own language. relevance: 0 to 1, how much of `task` this passage answers"""


class ExtractedItem(BaseModel):
    """What was taken from one passage."""

    model_config = ConfigDict(extra="forbid")

    number: int
    text: str
    relevance: float = Field(ge=0, le=1)


class ExtractedInfo(BaseModel):
    """What was taken from the passages."""

    model_config = ConfigDict(extra="forbid")

    items: list[ExtractedItem]


NODE: Final = ResearchNode(name="extract_info", prompt=PROMPT, schema=ExtractedInfo)
Taken = tuple[ReadPassage, str, float]
"""A passage, what of it answers, and how relevant it is."""


def extracted(
    task: TaskFacts, question: str, answers: Sequence[str], passages: Sequence[ReadPassage], language: str, mind: Mind
) -> list[Taken]:
    """For each passage its relevant words, in the order of the passages."""
    usual = local(task, question, passages)
    facts: dict[str, Any] = {
        "task": task.query, "question": question, "answers": list(answers), "passages": for_the_model(passages),
        "language": NAMES.get(language, language),
    }  # fmt: skip
    answer = NODE.asked(mind, facts) if passages else None
    if answer is None:
        return usual
    given = {each.number: each for each in answer.items}
    return [
        _held(passage, given[number], own) if number in given else own
        for number, (passage, own) in enumerate(zip(passages, usual, strict=True), 1)
    ]


def _held(passage: ReadPassage, given: ExtractedItem, own: Taken) -> Taken:
    text = given.text.strip()
    if not text:
        return passage, own[1], 0.0
    is_carried = not any(uncarried(text, [source(passage.text, f"{passage.title} {passage.section}")]))
    return passage, text if is_carried else own[1], given.relevance


def local(task: TaskFacts, question: str, passages: Sequence[ReadPassage]) -> list[Taken]:
    query = task.query if measures.aspects_of(task.query) else question
    weights = measures.weights_of_task(task.title, query, passages)
    return [(passage, _quoted(task.query, passage), measures.relevance(passage, weights)) for passage in passages]


def _quoted(asked: str, passage: ReadPassage) -> str:
    quotable = FoundPassage(text=passage.text, title=passage.title, section=passage.section, language=passage.language)
    return extract(asked, [quotable], style="detailed").text or passage.text
