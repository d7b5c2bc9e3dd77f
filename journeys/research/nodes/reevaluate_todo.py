"""After a task: whether what came up suggests another. Without a model: the references that stand one step too far."""

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from journeys.llm import Mind
from journeys.research.guards import MOST_TASKS
from journeys.research.node import NAMES, ResearchNode
from journeys.research.words import write
from tools.research.facts import NewTask

# A list that grows faster than it is worked off never ends.
MOST_AT_ONCE: Final = 2
PROMPT: Final = """\
A task of a research of `question` is done. `findings` are what it found, `tasks` the whole list.
tasks  at most two new ones, only where the findings show that the question cannot be answered without them and no task
       of the list covers it; usually none. title in `language`, at most 12 words; query in the documents' words"""


class SuggestedTask(BaseModel):
    """A task that came up."""

    model_config = ConfigDict(extra="forbid")

    title: str
    query: str


class SuggestedTasks(BaseModel):
    """What came up."""

    model_config = ConfigDict(extra="forbid")

    tasks: list[SuggestedTask] = Field(max_length=MOST_AT_ONCE)


NODE: Final = ResearchNode(name="reevaluate_todo", prompt=PROMPT, schema=SuggestedTasks)


def suggested(
    question: str, titles: Sequence[str], findings: Sequence[str], beyond: Sequence[tuple[str, str]], language: str,
    mind: Mind,
) -> list[NewTask]:  # fmt: skip
    """New tasks, while there is room; `beyond` are references deeper than the task may follow, in their sentences."""
    room = min(MOST_AT_ONCE, MOST_TASKS - len(titles))
    if room <= 0:
        return []
    facts: dict[str, Any] = {
        "question": question, "tasks": list(titles), "findings": [text[:600] for text in findings],
        "language": NAMES.get(language, language),
    }  # fmt: skip
    answer = NODE.asked(mind, facts)
    if answer:
        made = [NewTask(title=each.title[:200], query=each.query[:500], origin="found") for each in answer.tasks]
    else:
        made = [
            NewTask(title=write("task_found", language, target=said)[:200], query=around[:500], origin="found")
            for said, around in beyond
        ]
    known = {title.casefold() for title in titles}
    return [task for task in made if task.title.strip() and task.title.casefold() not in known][:room]
