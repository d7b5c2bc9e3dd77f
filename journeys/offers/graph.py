"""Offers: START → answer (offers_get_applicable → offers_answer) → END; a code goes START → apply → checkout."""

from typing import Any, Final

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from journeys.context import TurnContext
from journeys.flow import Flow, Turn, timed
from journeys.offers.apply import apply
from journeys.offers.flow import OffersFlow
from journeys.offers.offers_answer import answer
from journeys.offers.wish import code_in

TAPPED: Final = "offer:"


def entry(flow: OffersFlow) -> str:
    return "apply" if flow["code"] else "answer"


def build() -> CompiledStateGraph[Any, TurnContext, Any, Any]:
    graph = StateGraph(OffersFlow, context_schema=TurnContext)
    graph.add_node("answer", timed("offers.answer", answer))
    graph.add_node("apply", timed("offers.apply", apply))

    graph.add_conditional_edges(START, entry, ["apply", "answer"])
    graph.add_edge("answer", END)
    graph.add_edge("apply", END)
    return graph.compile()


GRAPH = build()


def offers(flow: Flow, runtime: Turn) -> dict[str, Any]:
    """Run the journey on its own state and hand its outcome to the turn."""
    state, chosen = flow["state"], flow.get("answer", "")
    text = state.asked.about if chosen.startswith("topic:") and state.asked else runtime.context.text
    code = chosen.removeprefix(TAPPED) if chosen.startswith(TAPPED) else code_in(text)
    done = GRAPH.invoke({"state": state, "text": text, "code": code}, context=runtime.context)
    return {name: done[name] for name in ("state", "reply", "fallback", "links") if name in done}
