"""What is handed from node to node within one turn."""

from collections.abc import Callable
from typing import Any, Literal, TypedDict

from langgraph.runtime import Runtime

from journeys.context import TurnContext
from journeys.reply import Reply
from journeys.state import ConversationState, Journey

Turn = Runtime[TurnContext]
Reason = Literal["answered", "sure", "stays", "asks", "unknown"]


class Flow(TypedDict, total=False):
    """A turn under way. A node returns what it changes; a reply or a silence ends the turn."""

    state: ConversationState
    answer: str
    """The option the customer chose, when code alone could tell."""
    route: Journey
    reason: Reason
    reply: Reply
    fallback: Reply
    """The reply as code alone would word it."""
    silence: str
    """Why nothing is answered."""


Node = Callable[[Any, Turn], dict[str, Any]]


def timed(name: str, node: Node) -> Node:
    """The node, with its time kept in the trace."""

    def run(flow: Any, runtime: Turn) -> dict[str, Any]:
        with runtime.context.trace.node(name):
            return node(flow, runtime)

    return run


def is_over(flow: Flow) -> bool:
    return "reply" in flow or "silence" in flow
