"""What a turn brings into the graph besides its state: the messages, the hands, the mind and the trace."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from journeys.llm import Mind
from journeys.trace import ModelCall, Trace
from knowledge.own_words import OwnWords
from tenants.blocklist.lookup import Blocked
from tenants.telemetry import spans
from tools import registry
from tools.contract import Call, ToolContext
from tools.exemplars.selectors import Taught
from tools.offers.selectors import InPassing
from tools.topics.learning import Likely

__all__ = ["Incoming", "ModelCall", "Trace", "TurnContext"]


# As the consent ledger keeps it.
LONGEST_PROOF: Final = 300
By = Literal["code", "local", "taught", "model"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One message of the burst: its kind, its words, and the id of what was tapped."""

    kind: str
    text: str
    tapped_id: str = ""
    received_at: datetime
    event: Mapping[str, Any] = field(default_factory=dict)
    """What an event of our own tells: its name and its facts."""
    id: UUID | None = None

    @property
    def proof(self) -> dict[str, Any]:
        """By what it can be shown that the customer asked for something."""
        words = self.text.replace("\0", "")[:LONGEST_PROOF]
        return {"words": words, "message_id": str(self.id) if self.id else None}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """LangGraph's runtime context of one turn."""

    incoming: tuple[Incoming, ...]
    tools: ToolContext
    trace: Trace
    mind: Mind
    by: By = "local"
    """Who understood the message: what a model understood, or a tenant taught, is not second-guessed by word lists."""
    commands: tuple[Any, ...] = ()
    """What this message wants, from the one that is served on; `served` is what the earlier ones have left behind."""
    served: tuple[Any, ...] = ()
    about: str = ""
    """An earlier message that this turn is about, when the customer has just told its topic; or the part of a message
    that is served."""
    messages_last_minute: int = 0
    messages_per_minute: int = 20
    most_turns: int | None = None
    """After so many turns the talk is asked to begin anew; None where it goes on for ever."""
    listens: bool = False
    """A person has the conversation: the assistant hears it and says nothing."""
    unread: int = 0
    """How many characters of the burst the turn was not given, because it was too long."""
    remembered: Callable[[Any, "TurnContext"], Iterable[Any]] = lambda state, context: ()
    """The facts that the journeys remember of this state; see `registry.remembered`."""
    tells: Callable[[Mapping[str, Any], Any, "TurnContext"], tuple[Any, Any] | None] = lambda event, state, context: (
        None
    )
    """What a journey's own event changes and says; None for what no journey tells. See `registry.told_by_journeys`."""
    other_names: Container[str] = frozenset()
    """Answers whether a name is another tenant's, and tells none of them."""
    taught: Callable[[], Sequence[Taught]] = tuple
    """What the tenant has taught, as it stands now."""
    topics: Callable[[str], Sequence[Likely]] = lambda text: ()
    """Of which topics a text likely is, as was learned from what the business' customers ask."""
    offers: Callable[[], Sequence[InPassing]] = tuple
    """A few offers that run now; asked for only where a model has to know which one is meant."""
    own_words: OwnWords = OwnWords()  # noqa: RUF009  frozen
    """What the business calls its goods, of all that is spoken of; see `state.spoken_of`."""
    conduct_lately: Callable[[], Mapping[str, int]] = dict
    """How often this customer chatted, spammed or abused of late, in any conversation; asked for when it counts."""
    settle: Callable[..., None] = lambda *, is_answer: None
    """Called before each effect, outside any transaction: waits for the rest of a burst, and raises when some came."""
    blocked: Callable[[], Blocked | None] = lambda: None
    """What the business does not answer; None where it has no blocklist."""
    call_tool: Callable[[str, Mapping[str, Any], ToolContext], Call] = registry.call

    @property
    def proof(self) -> dict[str, Any]:
        """By what it can be shown that the customer asked: the message whose words were understood last."""
        own = [message for message in self.incoming if message.kind != "event"]
        return (own or self.incoming)[-1].proof if self.incoming else {}

    @property
    def has_other_wishes(self) -> bool:
        """Whether the text may tell of more than the command that is served."""
        return not self.about and len(self.commands) + len(self.served) > 1

    @property
    def text(self) -> str:
        """The burst as one text, a line a message; or what it is about."""
        return self.about or self.burst

    @property
    def burst(self) -> str:
        """All that they have just written, whichever part of it is served."""
        return "\n".join(message.text for message in self.incoming if message.text)

    def call(self, name: str, **arguments: Any) -> Call:
        """Call a tool and keep the call in the trace."""
        return self._called(name, arguments, self.tools)

    def call_confirmed(self, name: str, quote: str, /, **arguments: Any) -> Call:
        """Call a tool that moves money; only the node that has just read the customer's yes to `quote` does it."""
        return self._called(name, arguments, replace(self.tools, confirmed_quote=quote))

    def _called(self, name: str, arguments: Mapping[str, Any], tools: ToolContext) -> Call:
        if registry.effect_of(name, arguments) != "read":
            self.settle(is_answer=self.by == "code")
        with spans.span(f"tool {name}", tool=name):
            call = self.call_tool(name, arguments, replace(tools, calls=tuple(self.trace.tool_calls)))
            spans.note(outcome=call.outcome)
        self.trace.tool_calls.append(call)
        return call
