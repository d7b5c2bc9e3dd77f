"""What a tool is: its name, its effect, strict arguments, a typed result, and the context that no model may fill in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from tenants.models import Customer, Tenant

Effect = Literal["read", "write", "money"]
FORBIDDEN_ARGUMENTS = frozenset({"tenant", "tenant_id", "request_id", "conversation_id", "customer", "customer_id"})

PLAIN_TEXT = r"^[^\x00]*$"
"""The pattern of a text argument of a tool with an effect: its row in the ledger cannot keep a NUL."""


class ContractBroken(TypeError):
    """A tool is defined in a way that its contract forbids."""


class Stopped(Exception):
    """Somebody else speaks for the business by now: the turn ends, and what it was about to do is not done."""


class Args(BaseModel):
    """What a model may ask for; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Result(BaseModel):
    """What a tool answers; the only source of facts for a reply."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Refusal(BaseModel):
    """An anticipated no: a code for programs, a reason for people, and the values that a reply may name."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    reason: str
    facts: dict[str, Any] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    """On whose behalf a tool runs; filled in by the turn, never by a model or a payload.

    `confirmed_quote` is the order and amount that the customer has just said yes to; empty when they have not.
    `calls` are the calls of this turn so far: what was changed since makes the same call another one.
    `fence` is asked before each call, and raises Stopped when the turn has lost its conversation.
    """

    tenant_id: UUID
    conversation_id: UUID
    request_id: UUID
    customer_id: UUID
    now: datetime
    confirmed_quote: str = ""
    calls: "Sequence[Call]" = ()
    tenant: Tenant | None = field(default=None, compare=False, repr=False)
    """The business as its turn has found it, so that it is not read again; None reads it."""
    profile: Customer | None = field(default=None, compare=False, repr=False)
    """The customer with their consents, as the turn has found them; None reads them."""
    fence: Callable[[Effect], None] = field(default=lambda effect: None, compare=False, repr=False)


A = TypeVar("A", bound=Args)
R = TypeVar("R", bound=Result)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[A, R]):
    """One ability. With `network`, it talks to a provider and opens its own short scopes; otherwise it runs in one."""

    name: str
    effect: Effect
    description: str
    args: type[A]
    result: type[R]
    run: Callable[[A, ToolContext], R | Refusal]
    network: bool = False
    only_reads_without: str = ""
    """The argument without which a tool with an effect has none."""

    def effect_of(self, arguments: Mapping[str, Any]) -> Effect:
        """What a call with these arguments may do."""
        return "read" if self.only_reads_without and not arguments.get(self.only_reads_without) else self.effect

    def __post_init__(self) -> None:
        if not self.description.strip():
            raise ContractBroken(f"{self.name} does not say what it does.")
        for name, argument in self.args.model_fields.items():
            if not argument.description:
                raise ContractBroken(f"{self.name}.{name} is not described.")
            if name in FORBIDDEN_ARGUMENTS:
                raise ContractBroken(f"{self.name}.{name} belongs to the context.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call as it happened: a row of the ledger and a line of the turn's trace."""

    tool: str
    effect: Effect
    arguments: dict[str, Any]
    answer: Result | Refusal
    milliseconds: float
    is_repeat: bool = field(default=False)
    nth: int = 0
    """Which it is of the same calls in its turn; only what changed something in between makes it another one."""

    @property
    def result(self) -> Any:
        """The result; None when the tool refused."""
        return None if isinstance(self.answer, Refusal) else self.answer

    @property
    def refusal(self) -> Refusal | None:
        return self.answer if isinstance(self.answer, Refusal) else None

    @property
    def outcome(self) -> str:
        return "ok" if self.refusal is None else self.refusal.code
