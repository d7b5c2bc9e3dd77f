"""Checkout: order_create → offers_get_applicable → payment_get_methods → payment_router_prompt → confirm.

A plain yes to confirm goes to stk, c2b or card, and there only. Whatever refuses leads back to the step that mends
it: a changed price to order_create, a provider that is down to payment_router_prompt with the other ways.

Journeys that continue here (sales, orders, offers) return `go_on(command, state, context)`, perhaps with words of their
own before the question. The purchase is found in the state: `order_id` and `order_totals` name the draft as last seen,
`cart` its lines. An order that is newer than `order_totals` (a coupon was applied) is simply fetched again. Where the
cart is newer than the order, or there is no order yet, `order_totals` has no total and the order is made from the cart.
It never moves money by itself: it ends in a question (way to pay, number, yes or no), and only the yes that the guard
reads in code pays. An order that is over (paid, cancelled, withdrawn) is forgotten with `purchase.closed(state)`.
"""

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from journeys.checkout.charge import instruct, link, push
from journeys.checkout.confirm import confirm
from journeys.checkout.entry import PAYS, enter
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.methods import methods, route_payment
from journeys.checkout.order import applicable, create
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.flow import timed
from journeys.state import ConversationState


def after(usual: str) -> Any:
    """A reply ends the turn; a node may name another that has to mend something first."""

    def follow(flow: CheckoutFlow) -> str:
        return END if "reply" in flow else flow.get("next") or usual

    return follow


def build() -> CompiledStateGraph[Any, TurnContext, Any, Any]:
    graph = StateGraph(CheckoutFlow, context_schema=TurnContext)
    graph.add_node("enter", timed("checkout.enter", enter))
    graph.add_node("order_create", timed("checkout.order_create", create))
    graph.add_node("offers", timed("checkout.offers_get_applicable", applicable))
    graph.add_node("methods", timed("checkout.payment_get_methods", methods))
    graph.add_node("router", timed("checkout.payment_router_prompt", route_payment))
    graph.add_node("confirm", timed("checkout.confirm", confirm))
    graph.add_node("stk", timed("checkout.payment_initiate_stk_push", push))
    graph.add_node("c2b", timed("checkout.payment_get_c2b_instructions", instruct))
    graph.add_node("card", timed("checkout.payment_create_pesapal_checkout", link))

    graph.add_edge(START, "enter")
    graph.add_conditional_edges("enter", after("methods"), ["order_create", "methods", *PAYS.values(), END])
    graph.add_conditional_edges("order_create", after("offers"), ["order_create", "offers", END])
    graph.add_edge("offers", "methods")
    graph.add_conditional_edges("methods", after("router"), ["order_create", "router", END])
    graph.add_conditional_edges("router", after("confirm"), ["confirm", END])
    graph.add_edge("confirm", END)
    for way in PAYS.values():
        graph.add_conditional_edges(way, after(END), ["order_create", "methods", END])
    return graph.compile()


GRAPH = build()


def go_on(command: Command, state: ConversationState, context: TurnContext, *, leading: tuple[str, ...] = ()) -> Done:
    """Go on with the purchase that the state holds."""
    flow = GRAPH.invoke({"state": state, "command": command, "leading": leading}, context=context)
    reply, lead = flow.get("reply"), "\n\n".join(flow.get("leading", leading))
    begins = reply is not None and bool(lead) and reply.text.startswith(lead)
    return Done(state=flow["state"], reply=reply, lead=lead if begins else "", links=flow.get("links", ()))
