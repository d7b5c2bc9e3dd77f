"""What the billing journey remembers: a refund under way, and what waits until the customer is verified."""

from pydantic import Field

from journeys.billing.commands import Reason
from journeys.state import ConversationState, Slice

NAME = "billing"


class Billing(Slice):
    """The fields of a refund that are known so far; empty is unknown."""

    refund_in_progress: bool = False
    invoice_id: str = ""
    reason: Reason = ""
    amount: str = ""
    description: str = ""
    account_number: str = ""
    """The account they say is theirs, while they are asked the question that shows it."""
    waits: str = ""
    """The written commands, a line each, that are served once they are verified, or cannot be."""
    is_unverified: bool = False
    """They could not be verified: what needs no account goes on without."""
    misread: int = Field(0, ge=0)
    """How often in a row an answer was none."""
    billing_case_id: str = ""
    amounts: list[str] = Field(default_factory=list)
    """What their accounts cost and owe, as it is written, when they were last told."""


def of(state: ConversationState) -> Billing:
    return state.of(NAME, Billing)


def excerpt(state: ConversationState) -> dict[str, object]:
    """Whether a refund is asked for or has a case, and which case was opened last."""
    known = of(state)
    case = {"billing_case_id": known.billing_case_id} if known.billing_case_id else {}
    return {"refund_in_progress": True, **case} if case or known.refund_in_progress else {}


def amounts_told(state: ConversationState) -> list[str]:
    """Of what their accounts cost and owe that which stands in our last messages still: what is left of it after a
    payment, or a tenth of it, may be asked next."""
    ours = [said.text for said in state.transcript.messages if said.who == "us"]
    return [amount for amount in of(state).amounts if any(amount in text for text in ours)]


def kept(state: ConversationState, **changes: object) -> ConversationState:
    """The state with these fields of the slice changed."""
    return state.keeping(NAME, of(state).having(**changes))


def without_draft(state: ConversationState, **changes: object) -> ConversationState:
    """The state without the refund that was asked for."""
    empty = {"invoice_id": "", "reason": "", "amount": "", "description": "", "waits": "", "misread": 0}
    return kept(state, **empty | {"refund_in_progress": False} | changes)


def waiting(state: ConversationState, written: str) -> ConversationState:
    """One more command that waits."""
    lines = [line for line in of(state).waits.splitlines() if line != written]
    return kept(state, waits="\n".join([*lines, written]))


def next_waiting(state: ConversationState) -> tuple[ConversationState, str]:
    """The last of what waits, and the state without it: what is served later stands above it."""
    *rest, last = of(state).waits.splitlines() or [""]
    return kept(state, waits="\n".join(rest)), last
