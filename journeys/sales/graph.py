"""Sales: START → narrow → search → present → END; a picked item goes START → show_item → END.

What she buys goes START → open_item → disambiguate → checkout, and is asked for piece by piece on the way; a change
of mind goes START → cart → checkout. narrow may also lead to show_item (a question about the opened item), to
open_item (she wants to buy it), or to clarify.
"""

from typing import Any, Final

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from journeys.checkout.answers import CANCEL, OF_CHECKOUT, PAY, SHOW
from journeys.checkout.graph import checkout
from journeys.context import TurnContext
from journeys.flow import Flow, Turn, timed
from journeys.local.purchase import choice
from journeys.sales.buying.cart import change
from journeys.sales.buying.put_together import disambiguate, open_item
from journeys.sales.clarify import clarify
from journeys.sales.flow import SalesFlow
from journeys.sales.present import present
from journeys.sales.sales_narrow_query import narrow
from journeys.sales.search import search
from journeys.sales.show_item import show_item

AFTER_NARROW: Final = {"about_item": "show_item", "buy": "open_item", "clarify": "clarify"}
BUYING: Final = ("buy:", "option:", "quantity:")


def entry(flow: SalesFlow) -> str:
    answer, state = flow["answer"], flow["state"]
    if answer.startswith("item:"):
        return "open_item" if choice.buys(flow["text"]) else "show_item"
    if answer.startswith(OF_CHECKOUT) or answer == SHOW:
        return "checkout"
    if answer.startswith("cart:") or answer == "buy:drop":
        return "cart"
    if answer.startswith(BUYING):
        return "open_item"
    is_about_paying = state.intent == "payment_help" and state.asked is not None and state.asked.kind == "pick_method"
    return "checkout" if is_about_paying and not answer else "narrow"


def after_narrow(flow: SalesFlow) -> str:
    return AFTER_NARROW.get(flow["narrowed"].action, "search")


def after_search(flow: SalesFlow) -> str:
    return END if "reply" in flow else "present"


def after_open_item(flow: SalesFlow) -> str:
    return END if "reply" in flow else "disambiguate"


def after_change(flow: SalesFlow) -> str:
    """A cart that was changed is shown with its new total; one that holds nothing any more is given up."""
    if "reply" in flow:
        return END
    return {PAY: "checkout", CANCEL: "cart"}.get(flow["answer"], "open_item")


def pay(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    """Hand over to the checkout, with her words only where it has to read them itself."""
    going: Flow = {"state": flow["state"], "answer": flow["answer"]}
    text = "" if flow["answer"] else flow["text"]
    return checkout(going, runtime, leading=flow.get("leading", ()), text=text)


def build() -> CompiledStateGraph[Any, TurnContext, Any, Any]:
    graph = StateGraph(SalesFlow, context_schema=TurnContext)
    graph.add_node("narrow", timed("sales.narrow", narrow))
    graph.add_node("search", timed("sales.search", search))
    graph.add_node("present", timed("sales.present", present))
    graph.add_node("show_item", timed("sales.show_item", show_item))
    graph.add_node("clarify", timed("sales.clarify", clarify))
    graph.add_node("open_item", timed("sales.catalog_get_item", open_item))
    graph.add_node("disambiguate", timed("sales.product_disambiguate", disambiguate))
    graph.add_node("cart", timed("sales.cart", change))
    graph.add_node("checkout", timed("sales.checkout", pay))

    graph.add_conditional_edges(START, entry, ["narrow", "show_item", "open_item", "cart", "checkout"])
    graph.add_conditional_edges("narrow", after_narrow, ["search", "show_item", "open_item", "clarify"])
    graph.add_conditional_edges("search", after_search, ["present", END])
    graph.add_conditional_edges("open_item", after_open_item, ["disambiguate", END])
    graph.add_conditional_edges("disambiguate", after_change, ["checkout", END])
    graph.add_conditional_edges("cart", after_change, ["checkout", "cart", "open_item", END])
    for last in ("present", "show_item", "clarify", "checkout"):
        graph.add_edge(last, END)
    return graph.compile()


GRAPH = build()


def sales(flow: Flow, runtime: Turn) -> dict[str, Any]:
    """Run the journey on its own state and hand its outcome to the turn."""
    state, answer = flow["state"], flow.get("answer", "")
    is_back = answer.startswith("topic:") and state.asked is not None
    text = state.asked.about if is_back and state.asked else runtime.context.text
    runtime.context.trace.notes |= {"about": text} if is_back else {}
    done = GRAPH.invoke({"state": state, "text": text, "answer": answer}, context=runtime.context)
    return {name: done[name] for name in ("state", "reply", "fallback", "links") if name in done}
