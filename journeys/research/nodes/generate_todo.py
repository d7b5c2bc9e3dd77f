"""The to-do list of a run, at most fifteen tasks, each with what to search for.

Without a model: the parts of the question, the conditions that were asked about, what is missing, and the documents
that speak of it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from journeys.llm import Mind
from journeys.research import measures
from journeys.research.guards import MOST_TASKS
from journeys.research.node import NAMES, ResearchNode, for_the_model
from journeys.research.words import write
from tools.research.facts import NewTask, ReadPassage

PROMPT: Final = """\
Plan the research of `question` in the business's own documents, given what the person has `answers` about their case.
tasks  two to eight, at most fifteen, each one thing to find out, in the order in which it helps; together they answer
       the question, and none is about anything else. title: what is found out, at most 12 words, in `language`.
       query: what to search for, in the words of the documents (`passages` show how they speak)"""
_PARTS: Final = re.compile(
    r"\s?[?;\n]{1,9}\s?|(?:,|,?\s(?:and|und|na|halafu|alafu))\s{1,9}(?=(?:what|when|how|who|which|where|may|can|do|is|was|wie|wann|darf"
    r"|kann|je|nini|lini|vipi|ngapi|naweza|nita)\b)",
    re.IGNORECASE,
)
# A part that only tells the case, "if I leave after a year", "nikiacha kazi": it goes with the others.
_CASE: Final = re.compile(
    r"\A(?:if|once|suppose|assuming|kama|ikiwa|iwapo|endapo|wenn|falls|sofern)\b|\b(?:ni|u|a|tu|m|wa)ki[a-z]{3,20}\b",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(
    r"\A(?:\w{1,12}\s)?(?:what|when|how|who|which|where|may|can|do|is|wie|was|wann|welche\w?|wo|kann|darf|muss)\b"
    r"|\b(?:nini|lini|vipi|ngapi|gani|nani|wapi|\w{5,30}[aeiou]je)\b",
    re.IGNORECASE,
)
_COMMA: Final = re.compile(r",\s{1,9}(?:(?:and|und|na)\s{1,9})?")
# A document that speaks of the question gets a task of its own, up to these.
MOST_DOCUMENTS: Final = 4
FEWEST: Final = 3
"""A part that says less is searched for with the words of the whole."""
# Below it a document only mentions the question's words.
ABOUT_IT: Final = 0.4


class TodoItem(BaseModel):
    """One task."""

    model_config = ConfigDict(extra="forbid")

    title: str
    query: str


class Todo(BaseModel):
    """The list."""

    model_config = ConfigDict(extra="forbid")

    tasks: list[TodoItem] = Field(min_length=1, max_length=MOST_TASKS)


NODE: Final = ResearchNode(name="generate_todo", prompt=PROMPT, schema=Todo)


def tasks_for(
    question: str,
    answers: Sequence[str],
    asked: Sequence[str],
    passages: Sequence[ReadPassage],
    language: str,
    mind: Mind,
) -> list[NewTask]:
    facts: dict[str, Any] = {
        "question": question, "answers": list(answers), "passages": for_the_model(passages[:9]),
        "language": NAMES.get(language, language),
    }  # fmt: skip
    answer = NODE.asked(mind, facts)
    if answer:
        made = [NewTask(title=_plain(each.title), query=_plain(each.query)) for each in answer.tasks]
    else:
        made = list(local(question, answers, asked, passages, language))
    unique = {task.title.casefold(): task for task in reversed(made) if task.title and task.query}
    return list(reversed(unique.values()))[:MOST_TASKS]


def local(
    question: str, answers: Sequence[str], asked: Sequence[str], passages: Sequence[ReadPassage], language: str
) -> Iterator[NewTask]:
    core = " ".join(aspect.label for aspect in measures.aspects_of(question))
    parts = list(parts_of(question)) or [question]
    cases = [part for part in parts if _CASE.search(part) and not _ASKS.search(part)]
    for part in [part for part in parts if part not in cases] or parts:
        says_much = len(measures.aspects_of(part)) >= FEWEST
        query = " ".join([part, *cases]) if says_much else f"{part} {core}"
        yield NewTask(title=f"{part[:1].upper()}{part[1:]}", query=query)
    unspoken = {aspect.label for aspect in measures.unspoken(measures.aspects_of(question), passages)}
    for key in asked:
        kind, _, about = key.partition(":")
        if kind == "condition":
            yield NewTask(title=write("task_condition", language, about=about), query=f"{about} {core}")
        elif kind == "missing" and about in unspoken:
            yield NewTask(title=write("task_missing", language, about=about), query=about)
    weights = measures.weights_of(measures.aspects_of(question), passages)
    best: dict[str, float] = {}
    for passage in passages:
        best[passage.title] = max(best.get(passage.title, 0.0), measures.relevance(passage, weights))
    near = sorted((title for title, how in best.items() if how >= ABOUT_IT), key=lambda title: -best[title])
    for title in near[:MOST_DOCUMENTS]:
        yield NewTask(title=write("task_document", language, title=title), query=f"{title} {core}")


def parts_of(question: str) -> Iterator[str]:
    """What is asked one after another; what only tells the case is a part of its own."""
    for whole in _PARTS.split(question):
        kept: list[str] = []
        for piece in _COMMA.split(whole.strip(" .,!")):
            is_new = not kept or _ASKS.search(piece) or (_CASE.search(kept[-1]) and not _ASKS.search(kept[-1]))
            kept = [*kept, piece] if is_new else [*kept[:-1], f"{kept[-1]}, {piece}"]
        yield from (part.strip(" .,!") for part in kept if len(part.split()) > 1)


def _plain(text: str) -> str:
    return " ".join(text.split())[:200]
