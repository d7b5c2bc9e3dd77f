"""What is handed from node to node within one turn."""

from collections.abc import Callable
from typing import Any, Final, Literal, Protocol, TypedDict

from langgraph.runtime import Runtime

from journeys.context import TurnContext
from journeys.reply import Reply
from journeys.state import Asked, ConversationState, Journey

Turn = Runtime[TurnContext]
MODEL_CALLS: Final = 2
Reason = Literal["answered", "sure", "stays", "asks", "unknown"]


class Flow(TypedDict, total=False):
    """A turn under way. A node returns what it changes; a reply or a silence ends the turn."""

    state: ConversationState
    events: Literal["none", "some", "only"]
    """Whether something of our own has to be told, and whether the customer said anything besides."""
    waiting: Asked | None
    """The question that stood open when the turn began."""
    notices: tuple[Reply, ...]
    """What events tell her; it goes out before the answer."""
    answer: str
    """The option the customer chose, when code alone could tell."""
    route: Journey
    reason: Reason
    reply: Reply
    fallback: Reply
    """The reply as code alone would word it."""
    links: tuple[str, ...]
    """Addresses that code put together from the tenant's own."""
    silence: str
    """Why nothing is answered."""


Node = Callable[[Any, Turn], dict[str, Any]]


class TimedNode(Protocol):
    """A node as LangGraph calls it."""

    def __call__(self, state: Any, *, runtime: Turn) -> dict[str, Any]: ...


def timed(name: str, node: Node) -> TimedNode:
    """The node, with its time kept in the trace."""

    def run(state: Any, *, runtime: Turn) -> dict[str, Any]:
        with runtime.context.trace.node(name):
            return node(state, runtime)

    return run


def is_over(flow: Flow) -> bool:
    return "reply" in flow or "silence" in flow


def may_ask(context: TurnContext) -> bool:
    """Whether a model may still be asked: she waits for two calls at most, and not twice for one that is down."""
    calls = context.trace.model_calls
    has_failed = any(call.provider == "local" for call in calls)
    return not has_failed and len({call.nodes for call in calls}) < MODEL_CALLS
