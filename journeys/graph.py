"""The mind: START → arrive → [notices] → guard → understand → govern → act ⟲ say → check → END.

guard and govern may settle a turn: then it goes straight to check, and what code has understood goes from guard to act.
Events of our own (a payment settled, an order sent) are told by notices, before the customer's words are answered;
where there are no words, notices goes straight to check. say may look once more: then act is asked again.
While a person has the conversation a turn only listens: arrive → listen → check.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langsmith.run_helpers import tracing_context

from journeys.act import act
from journeys.compose.node import check
from journeys.context import TurnContext
from journeys.flow import Flow, Node, Onward, Turn, is_over, timed
from journeys.governance.node import govern
from journeys.guard.arrive import arrive
from journeys.guard.consent import listen
from journeys.guard.node import guard
from journeys.notices import notices
from journeys.reply import Reply
from journeys.say import after_say, say
from journeys.state import ConversationState, GovernorClass
from journeys.understand.node import understand
from knowledge import own_words


@dataclass(frozen=True)
class Outcome:
    """What a turn leaves behind: the state to keep, the replies to send in order, and what is to be counted of it."""

    state: ConversationState
    replies: tuple[Reply, ...]
    unanswered: Mapping[str, Any] | None = None
    """A question that the library could not answer."""
    conduct: GovernorClass = "business"
    rated: tuple[str, int] | None = None
    """A ticket's id, and what its customer gives it of 5."""
    is_answer: bool = False
    """The customer answered a question of ours, which is complete by itself: no rest of a burst is waited for."""


def after_arrive(flow: Flow) -> str:
    if flow.get("listens"):
        return "listen"
    return "guard" if flow.get("events", "none") == "none" else "notices"


def after_notices(flow: Flow) -> str:
    return "check" if flow.get("events") == "only" else "guard"


def after_guard(flow: Flow) -> str:
    if is_over(flow):
        return "check"
    return "act" if flow.get("commands") else "understand"


def after_govern(flow: Flow) -> str:
    return "check" if is_over(flow) else "act"


class Turned(Flow, total=False):
    """The flow with what the last node makes of it."""

    outcome: Outcome


@own_words.speaking_of(None)
def close(flow: Flow, runtime: Turn) -> dict[str, Any]:
    """The last gate, and what the turn leaves behind."""
    return {"outcome": outcome_of(cast(Flow, {**flow, **check(flow, runtime)}))}


def build() -> CompiledStateGraph[Any, TurnContext, Any, Any]:
    graph = StateGraph(Turned, context_schema=TurnContext)

    def add(name: str, node: Node, onward: Onward, *destinations: str) -> None:
        graph.add_node(name, timed(name, node, onward), destinations=destinations)

    graph.add_edge(START, "arrive")
    add("arrive", arrive, after_arrive, "listen", "notices", "guard")
    graph.add_node("listen", timed("listen", listen))
    graph.add_edge("listen", "check")
    add("notices", notices, after_notices, "guard", "check")
    add("guard", guard, after_guard, "understand", "act", "check")
    graph.add_node("understand", timed("understand", understand))
    graph.add_edge("understand", "govern")
    add("govern", govern, after_govern, "act", "check")
    graph.add_node("act", timed("act", act))
    graph.add_edge("act", "say")
    add("say", say, after_say, "act", "check")
    graph.add_node("check", timed("check", close))
    graph.add_edge("check", END)
    return graph.compile()


GRAPH = build()


def events_in(context: TurnContext) -> Literal["none", "some", "only"]:
    told = [message.kind == "event" for message in context.incoming]
    if not any(told):
        return "none"
    return "only" if all(told) else "some"


def respond(state: ConversationState, context: TurnContext) -> Outcome:
    """Run one turn; no transaction and no connection is held across a model call."""
    begins: Flow = {
        "state": state, "waiting": state.controls.asked, "events": events_in(context), "listens": context.listens,
    }  # fmt: skip
    with (
        own_words.speaking_of(context.own_words),
        tracing_context(enabled=False),
    ):  # whatever the environment says, a customer's words go to no tracing service
        # One value at the end: `invoke` would put the whole flow together after every node.
        *_, outcome = GRAPH.stream(begins, context=context, stream_mode="values", output_keys="outcome")
    return cast(Outcome, outcome)


def outcome_of(flow: Flow) -> Outcome:
    answer = (flow["reply"],) if "reply" in flow else ()
    done = flow.get("done", ())
    unanswered = next((each.unanswered for each in done if each.unanswered), None)
    return Outcome(
        state=flow["state"], replies=(*flow.get("notices", ()), *answer), unanswered=unanswered,
        conduct=flow.get("conduct", "business"), rated=next((each.rated for each in done if each.rated), None),
        is_answer=flow.get("by") == "code",
    )  # fmt: skip
