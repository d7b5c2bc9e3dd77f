"""What is handed from node to node within one turn."""

from collections.abc import Callable
from typing import Any, Literal, Protocol, TypedDict, cast

from langgraph.runtime import Runtime
from langgraph.types import Command as GoTo

from journeys.command import Command
from journeys.context import By, TurnContext
from journeys.contract import Done
from journeys.reply import Reply
from journeys.state import ConversationState, GovernorClass
from journeys.state.questions import Question

Turn = Runtime[TurnContext]


class Flow(TypedDict, total=False):
    """A turn under way. A node returns what it changes; a reply or a silence ends the turn."""

    state: ConversationState
    events: Literal["none", "some", "only"]
    """Whether something of our own has to be told, and whether the customer said anything besides."""
    listens: bool
    """A person has the conversation, and nothing but a consent word is answered."""
    waiting: Question | None
    """The question that stood open when the turn began."""
    notices: tuple[Reply, ...]
    """What events tell; it goes out before the answer."""
    commands: tuple[Command, ...]
    """What the customer wants done, in order."""
    by: By
    """Who understood it: code that settled it, the local mind, what the tenant has taught, or a model."""
    is_whole: bool
    """The message is about one thing, and is not parted."""
    done: tuple[Done, ...]
    """What serving the commands left behind."""
    routes: tuple[str, ...]
    """The journeys that served them."""
    cited: tuple[str, ...]
    """The passages that the reply rests on."""
    sources: tuple[str, ...]
    """How they are named under it."""
    looks: int
    """How often was looked again."""
    before_look: tuple[ConversationState, int]
    """The state before it, and how much of what was done stood already."""
    reply: Reply
    fallback: Reply
    """The reply as code alone would word it."""
    by_code: tuple[tuple[str, str], ...]
    """Of each finding that a model has worded, its words in the reply and those of code."""
    fallback_cited: tuple[str, ...]
    fallback_sources: tuple[str, ...]
    links: tuple[str, ...]
    """Addresses that code put together from the tenant's own."""
    silence: str
    """Why nothing is answered."""
    conduct: GovernorClass
    """What the governor took the message for; only what is no business is counted."""


Node = Callable[[Any, Turn], dict[str, Any]]
Onward = Callable[[Flow], str]


class TimedNode(Protocol):
    """A node as LangGraph calls it."""

    def __call__(self, state: Any, *, runtime: Turn) -> Any: ...


def timed(name: str, node: Node, onward: Onward | None = None) -> TimedNode:
    """The node, with its time kept in the trace; `onward` says of the flow it leaves where the turn goes on.

    A branch of LangGraph's own would copy and read the whole flow once more for that.
    """

    def run(state: Any, *, runtime: Turn) -> Any:
        with runtime.context.trace.node(name):
            changes = node(state, runtime)
        return GoTo(update=changes, goto=onward(cast(Flow, {**state, **changes}))) if onward else changes

    return run


def is_over(flow: Flow) -> bool:
    return "reply" in flow or "silence" in flow
