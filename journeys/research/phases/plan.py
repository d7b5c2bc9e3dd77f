"""Plan: the to-do list, shown to the person where the business wants it approved.

START ─▶ generate_todo ─▶ END
"""

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from journeys.research.hands import ResearchHands
from journeys.research.nodes.generate_todo import tasks_for
from journeys.research.words import write
from journeys.research.work import Step, Work, timed


def generate_todo(work: Work, runtime: Step) -> dict[str, Any]:
    run, result = work["run"], work["result"]
    result.new_tasks = tasks_for(run.question, run.answers, run.asked, run.sources, run.language, runtime.context.mind)
    result.is_waiting = run.needs_approval
    result.phase = "plan" if run.needs_approval else "execute"
    result.note = f"{len(result.new_tasks)} tasks"
    if run.needs_approval:
        text = shown([task.title for task in result.new_tasks], run.language)
        result.told.append(("research.planned", {"text": text}))
    return {}


def shown(titles: list[str], language: str) -> str:
    """The list as the person sees it, with how to change it."""
    lines = [f"{number}. {title}" for number, title in enumerate(titles, 1)]
    return "\n".join([write("plan_lead", language), *lines, "", write("plan_end", language)])


def build() -> CompiledStateGraph[Any, ResearchHands, Any, Any]:
    graph = StateGraph(Work, context_schema=ResearchHands)
    graph.add_node("generate_todo", timed("generate_todo", generate_todo))
    graph.add_edge(START, "generate_todo")
    graph.add_edge("generate_todo", END)
    return graph.compile()
