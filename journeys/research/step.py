"""One step of a run: a pass through its phase's graph. It holds no transaction and no connection, and keeps nothing."""

from collections.abc import Mapping
from typing import Any, Final

from langgraph.graph.state import CompiledStateGraph
from langsmith.run_helpers import tracing_context

from journeys.research.hands import ResearchHands
from journeys.research.phases import clarify, execute, plan, synthesise
from journeys.research.work import Work
from tools.research.facts import RunFacts, StepResult

GRAPHS: Final[Mapping[str, CompiledStateGraph[Any, ResearchHands, Any, Any]]] = {
    "clarify": clarify.build(), "plan": plan.build(), "execute": execute.build(), "synthesise": synthesise.build(),
}  # fmt: skip


def take(run: RunFacts, hands: ResearchHands) -> StepResult:
    """What the next step of this run finds; once a budget is used up, that is the report of what there is."""
    phase = "synthesise" if run.is_over_budget else run.phase
    work: Work = {"run": run, "result": StepResult(phase=phase)}
    if phase == "execute":
        task = execute.begin(run)
        if task is None:
            phase = work["result"].phase = "synthesise"
        else:
            work |= {"task": task, "guard": execute.guard_of(task, run)}
    with tracing_context(enabled=False):  # a customer's words go to no tracing service
        done = GRAPHS[phase].invoke(work, context=hands)
    result: StepResult = done["result"]
    result.nodes = list(hands.trace.nodes)
    result.calls = sum(call.provider != "local" for call in hands.trace.model_calls)
    result.tokens += sum(call.tokens_in + call.tokens_out for call in hands.trace.model_calls)
    result.cost_usd = sum((call.cost_usd for call in hands.trace.model_calls), start=result.cost_usd)
    return result
