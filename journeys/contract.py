"""What a journey is: a folder with a JOURNEY, whose commands it alone serves; and what serving one leaves behind."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from journeys.command import Command
from journeys.context import TurnContext
from journeys.reader.errands import Errand
from journeys.reader.marked import Act as Wish
from journeys.reply import Reply
from journeys.state import ConversationState, Intent
from journeys.state.questions import Question
from tools.support.kb_retrieve import Snippet


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What a model may say in the place of `lead`: the node whose prompt tells how, the facts, and the journey's check.

    `passages` stand among the facts by their numbers: words that name some rest on these, and are held to them.
    `finish` makes state and reply of the words, where more than the lead depends on them; None keeps what code said.
    """

    node: str
    facts: Mapping[str, Any]
    passages: Sequence[Snippet] = ()
    check: Callable[["Worded"], str | None] | None = None
    finish: Callable[[ConversationState, "Worded"], "Done | None"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What a model says of the other findings of the same message, and the ids of the passages that it names there."""

    texts: tuple[str, ...] = ()
    cited: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Worded:
    """A model's words for one finding."""

    text: str
    sources: tuple[int, ...] = ()
    status: str = "answered"
    beside: Beside = Beside()


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What serving a command leaves: the state, and the reply in code's own words.

    `lead` is the beginning of the reply's text that a model may word anew; what follows it is rendered by code and
    stands. `is_empty` says that nothing was found; then `otherwise`, a written command, is tried, and its answer told
    instead if it has one. `then` is a written command that is served in the place of this one, such as a hand-over; a
    `reply` beside it stands below that one's words.
    `is_doubtful` says that it may not be what was asked: what the shelves likely have of it is told instead.
    `is_guess` says that what is shown is only near what was wished for, or nobody can tell.
    `is_denied` says that it tells plainly that such a thing is not to be had here: no person is asked for it.
    `nearest` comes closest to what was not found, and is told below whoever says no to it.
    `cited` are the ids of the passages that the reply rests on, `sources` how they are named under it; `unanswered` is
    a question that the library could not answer, kept for the tenant's admin. `rated` is a ticket's id and what its
    customer gives it of 5.
    """

    state: ConversationState
    reply: Reply | None = None
    lead: str = ""
    wording: Wording | None = None
    links: tuple[str, ...] = ()
    is_empty: bool = False
    is_doubtful: bool = False
    is_guess: bool = False
    is_denied: bool = False
    otherwise: str = ""
    then: str = ""
    nearest: "Done | None" = None
    cited: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    unanswered: Mapping[str, Any] | None = None
    rated: tuple[str, int] | None = None


Act = Callable[[Any, ConversationState, TurnContext], Done]
Read = Callable[[str, ConversationState, TurnContext], tuple[Command, ...]]
Takes = Callable[[Errand, ConversationState, TurnContext], tuple[Command, ...]]
"""The commands of an errand that the trained reader has cut out of a message; none where there is nothing to do."""
Settled = Command | str | None
"""A command, or one in its written form as a stored choice has it."""
Answers = Callable[[Question, str, ConversationState], Settled]
Continues = Callable[[str, ConversationState], Settled]


Tells = Callable[[Mapping[str, Any], ConversationState, TurnContext], tuple[ConversationState, Reply | None]]
"""What an event of its own changes in the state, and what is said of it."""


def by_kind(serves: Mapping[type[Command], Callable[[Any, ConversationState, TurnContext], Done]]) -> Act:
    """An `act` that hands each kind of command to the function that serves it."""
    return lambda command, state, context: serves[type(command)](command, state, context)


def _reads_nothing(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    return ()


def _settles_nothing(question: Question, text: str, state: ConversationState) -> None:
    return None


def _continues_nothing(text: str, state: ConversationState) -> None:
    return None


def _knows_nothing(state: ConversationState) -> Iterable[Any]:
    return ()


def _tells_nothing(state: ConversationState) -> Mapping[str, Any]:
    return {}


def _nothing_under_way(state: ConversationState) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """One ability of the mind. Adding one is a folder, a line in `registry` and a story.

    `act` serves a command. `read` understands words without a model, once they are known to be this journey's.
    `claims` reads words that are surely this journey's, before an intent decides; `takes` are the reasons for a person
    that it takes up itself, where it has read a command in the words. `errands` makes commands of what the trained
    reader finds, by the reader's names for it. `answers` reads an answer to a question of this journey's that its
    choices alone do not settle; `continues` reads words that go on with what stands (a change to the cart, a coupon)
    before anything else is understood.
    `prompt` tells a model when to give which of its commands, `nodes` how its findings are worded, by node.
    `tells` tells of events that bear its name, as in "research.done".
    `grounds` are facts the state remembers for it; `is_sticky` says that unclear words stay with it, `is_under_way`
    that a matter of its own waits to be settled, which unclear words go on with; `is_specialist` that it takes what is
    only likely its own, since it asks for what is missing. `excerpt` is what programs that chat are told of its state.
    """

    name: str
    act: Act
    commands: tuple[type[Command], ...]
    intents: tuple[Intent, ...] = ()
    read: Read = _reads_nothing
    claims: Read = _reads_nothing
    errands: Mapping[Wish, Takes] = field(default_factory=dict)
    takes: frozenset[str] = frozenset()
    answers: Answers = _settles_nothing
    continues: Continues = _continues_nothing
    tells: Tells | None = None
    prompt: str = ""
    prompt_node: str = ""
    nodes: Mapping[str, str] = field(default_factory=dict)
    grounds: Callable[[ConversationState], Iterable[Any]] = _knows_nothing
    is_sticky: bool = False
    is_under_way: Callable[[ConversationState], bool] = _nothing_under_way
    is_specialist: bool = False
    excerpt: Callable[[ConversationState], Mapping[str, Any]] = _tells_nothing
    is_always_on: bool = False
