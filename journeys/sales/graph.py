"""Sales: START → narrow → search → present → END; a picked item goes START → show_item → END.

narrow may also lead to show_item (a question about the opened item), to buy, or to clarify.
"""

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from journeys.context import TurnContext
from journeys.flow import Flow, Turn, timed
from journeys.sales.buy import buy
from journeys.sales.clarify import clarify
from journeys.sales.flow import SalesFlow
from journeys.sales.present import present
from journeys.sales.sales_narrow_query import narrow
from journeys.sales.search import search
from journeys.sales.show_item import show_item

AFTER_NARROW = {"about_item": "show_item", "buy": "buy", "clarify": "clarify"}


def entry(flow: SalesFlow) -> str:
    return "show_item" if flow.get("answer", "").startswith("item:") else "narrow"


def after_narrow(flow: SalesFlow) -> str:
    return AFTER_NARROW.get(flow["narrowed"].action, "search")


def after_search(flow: SalesFlow) -> str:
    return END if "reply" in flow else "present"


def build() -> CompiledStateGraph[Any, TurnContext, Any, Any]:
    graph = StateGraph(SalesFlow, context_schema=TurnContext)
    graph.add_node("narrow", timed("sales.narrow", narrow))
    graph.add_node("search", timed("sales.search", search))
    graph.add_node("present", timed("sales.present", present))
    graph.add_node("show_item", timed("sales.show_item", show_item))
    graph.add_node("clarify", timed("sales.clarify", clarify))
    graph.add_node("buy", timed("sales.buy", buy))

    graph.add_conditional_edges(START, entry, ["narrow", "show_item"])
    graph.add_conditional_edges("narrow", after_narrow, ["search", "show_item", "buy", "clarify"])
    graph.add_conditional_edges("search", after_search, ["present", END])
    for last in ("present", "show_item", "clarify", "buy"):
        graph.add_edge(last, END)
    return graph.compile()


GRAPH = build()


def sales(flow: Flow, runtime: Turn) -> dict[str, Any]:
    """Run the journey on its own state and hand its outcome to the turn."""
    state, answer = flow["state"], flow.get("answer", "")
    is_back = answer.startswith("topic:") and state.asked is not None
    text = state.asked.about if is_back and state.asked else runtime.context.text
    done = GRAPH.invoke({"state": state, "text": text, "answer": answer}, context=runtime.context)
    return {name: done[name] for name in ("state", "reply", "fallback", "links") if name in done}
