"""What is handed from node to node within one step of a run."""

from collections.abc import Callable
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from journeys.research.guards import TaskGuard
from journeys.research.hands import ResearchHands
from journeys.research.nodes.extract_info import Taken
from journeys.research.nodes.synthesize import WrittenReport
from tools.research.facts import ReadPassage, ReferenceFacts, RunFacts, StepResult, TaskFacts

Step = Runtime[ResearchHands]


class Work(TypedDict, total=False):
    """A step under way; `result` is filled as it goes."""

    run: RunFacts
    result: StepResult
    passages: list[ReadPassage]
    """What was retrieved just now."""
    task: TaskFacts
    guard: TaskGuard
    waiting: list[ReferenceFacts]
    """References that are to be followed."""
    taken: list[Taken]
    """What was extracted, and `via` the references that led there."""
    via: dict[Any, ReferenceFacts]
    beyond: list[tuple[str, str]]
    """References one step too far to follow, and the sentences in which they stand."""
    report: WrittenReport
    summary: str
    scores: dict[str, int]
    issues: list[str]
    focus: str


WorkNode = Callable[[Work, Step], dict[str, Any]]


def timed(name: str, node: WorkNode) -> Any:
    """The node, with its time kept in the step's record."""

    def run(state: Work, *, runtime: Step) -> dict[str, Any]:
        with runtime.context.trace.node(name):
            return node(state, runtime)

    return run
