"""Orders: START → read → look (order_get_status) → respond (order_status_response) → END.

look may also lead to cancel, change (back to the cart), pay (on to the checkout) and dispute (a person); the answer to
"shall I cancel it?" goes START → decide → END.
"""

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from journeys.context import TurnContext
from journeys.flow import Flow, Turn, timed
from journeys.orders.cancel import cancel, decide, is_asked
from journeys.orders.flow import OrdersFlow
from journeys.orders.look import look, read_wish
from journeys.orders.order_status_response import respond
from journeys.orders.person import dispute
from journeys.orders.resume import change, pay

NODES = {"respond": respond, "cancel": cancel, "change": change, "pay": pay, "dispute": dispute}


def entry(flow: OrdersFlow) -> str:
    return "decide" if flow["answer"] in ("yes", "no") and is_asked(flow["state"]) else "read"


def after_look(flow: OrdersFlow) -> str:
    if "reply" in flow:
        return END
    return flow["wish"].action if flow["wish"].action in NODES else "respond"


def build() -> CompiledStateGraph[Any, TurnContext, Any, Any]:
    graph = StateGraph(OrdersFlow, context_schema=TurnContext)
    graph.add_node("read", timed("orders.read", read_wish))
    graph.add_node("look", timed("orders.look", look))
    graph.add_node("decide", timed("orders.decide", decide))
    for name, node in NODES.items():
        graph.add_node(name, timed(f"orders.{name}", node))
        graph.add_edge(name, END)

    graph.add_conditional_edges(START, entry, ["read", "decide"])
    graph.add_edge("read", "look")
    graph.add_conditional_edges("look", after_look, [*NODES, END])
    graph.add_edge("decide", END)
    return graph.compile()


GRAPH = build()


def orders(flow: Flow, runtime: Turn) -> dict[str, Any]:
    """Run the journey on its own state and hand its outcome to the turn."""
    state, answer = flow["state"], flow.get("answer", "")
    text = state.asked.about if answer.startswith("topic:") and state.asked else runtime.context.text
    begins = {"state": state, "text": text, "answer": answer}
    done = GRAPH.invoke(begins, context=runtime.context)
    return {name: done[name] for name in ("state", "reply", "fallback", "links") if name in done}
