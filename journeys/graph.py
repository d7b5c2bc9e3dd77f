"""The mind: START → arrive → [notices] → guard → understand → govern → route → <journey> → compose → END.

guard and govern may settle a turn: then it goes straight to compose, and a question of ours that was answered
goes from guard to route. Events of our own (a payment settled, an order sent) are told by notices, before the
customer's words are answered; where there are no words, notices goes straight to compose.
"""

from dataclasses import dataclass
from typing import Any, Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langsmith.run_helpers import tracing_context

from journeys.compose.node import compose
from journeys.context import TurnContext
from journeys.flow import Flow, is_over, timed
from journeys.governance.node import govern
from journeys.guard.arrive import arrive
from journeys.guard.node import guard
from journeys.notices.node import notices
from journeys.reply import Reply
from journeys.route import JOURNEYS, node_of, route
from journeys.state import ConversationState
from journeys.understand.node import understand


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a turn leaves behind: the state to keep, and the replies to send, in order."""

    state: ConversationState
    replies: tuple[Reply, ...]


def after_arrive(flow: Flow) -> str:
    return "guard" if flow.get("events", "none") == "none" else "notices"


def after_notices(flow: Flow) -> str:
    return "compose" if flow.get("events") == "only" else "guard"


def after_guard(flow: Flow) -> str:
    if is_over(flow):
        return "compose"
    return "route" if "answer" in flow else "understand"


def after_govern(flow: Flow) -> str:
    return "compose" if is_over(flow) else "route"


def build() -> CompiledStateGraph[Any, TurnContext, Any, Any]:
    graph = StateGraph(Flow, context_schema=TurnContext)
    graph.add_node("arrive", timed("arrive", arrive))
    graph.add_node("notices", timed("notices", notices))
    graph.add_node("guard", timed("guard", guard))
    graph.add_node("understand", timed("understand", understand))
    graph.add_node("govern", timed("govern", govern))
    graph.add_node("route", timed("route", route))
    graph.add_node("compose", timed("compose", compose))

    graph.add_edge(START, "arrive")
    graph.add_conditional_edges("arrive", after_arrive, ["notices", "guard"])
    graph.add_conditional_edges("notices", after_notices, ["guard", "compose"])
    graph.add_conditional_edges("guard", after_guard, ["understand", "route", "compose"])
    graph.add_edge("understand", "govern")
    graph.add_conditional_edges("govern", after_govern, ["route", "compose"])
    graph.add_conditional_edges("route", node_of, list(JOURNEYS))
    for name, journey in JOURNEYS.items():
        graph.add_node(name, timed(name, journey))
        graph.add_edge(name, "compose")
    graph.add_edge("compose", END)
    return graph.compile()


GRAPH = build()


def events_in(context: TurnContext) -> Literal["none", "some", "only"]:
    told = [message.kind == "event" for message in context.incoming]
    if not any(told):
        return "none"
    return "only" if all(told) else "some"


def respond(state: ConversationState, context: TurnContext) -> Outcome:
    """Run one turn; no transaction and no connection is held across a model call."""
    with tracing_context(enabled=False):  # whatever the environment says, a customer's words go to no tracing service
        begins = {"state": state, "waiting": state.asked, "events": events_in(context)}
        flow = GRAPH.invoke(begins, context=context)
    answer = (flow["reply"],) if "reply" in flow else ()
    return Outcome(state=flow["state"], replies=(*flow.get("notices", ()), *answer))
