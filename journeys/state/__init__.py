"""ConversationState: all that a conversation remembers between turns, one validated JSON document in slices."""

from collections.abc import Iterable
from typing import Any, Literal, TypeVar

from pydantic import Field

from journeys.language.registry import Lang
from journeys.state.questions import Choice, Confirm, Pick, Question, Tell, YesNo
from journeys.state.slices import (
    LONGEST_SAID,
    MOST_SAID,
    CartLine,
    Choosing,
    Controls,
    CustomerFacts,
    Delivery,
    GovernorClass,
    Handoff,
    Identity,
    Intent,
    ItemNote,
    Purchase,
    Sales,
    ShownItem,
    Slice,
    Support,
    TenantFacts,
    Transcript,
    TranscriptMessage,
    Trouble,
    Understood,
    last_words,
)
from journeys.state.upgrade import upgraded

__all__ = [
    "LONGEST_SAID",
    "MOST_SAID",
    "CartLine",
    "Choice",
    "Choosing",
    "Confirm",
    "ConversationState",
    "Delivery",
    "GovernorClass",
    "Intent",
    "ItemNote",
    "Lang",
    "Pick",
    "Question",
    "ShownItem",
    "Slice",
    "StateUnreadable",
    "Tell",
    "TranscriptMessage",
    "Trouble",
    "YesNo",
    "begin",
    "last_words",
    "load",
]  # fmt: skip

# Raised when a state of before must be rewritten on load: `journeys.state.upgrade`.
VERSION: Literal[2] = 2
S = TypeVar("S", bound=Slice)


class ConversationState(Slice):
    """What is known. Nodes return changed copies, never change it in place."""

    version: int = Field(VERSION, ge=VERSION)
    identity: Identity
    tenant: TenantFacts = TenantFacts()
    customer: CustomerFacts = CustomerFacts()
    understood: Understood = Understood()
    sales: Sales = Sales()
    purchase: Purchase = Purchase()
    support: Support = Support()
    handoff: Handoff = Handoff()
    controls: Controls = Controls()
    transcript: Transcript = Transcript()
    journeys: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Slices of journeys that this class does not name, as `of` reads and `keeping` writes them."""

    def having(self, **changes: Any) -> "ConversationState":
        """A validated copy with these fields changed, each in the slice that owns it."""
        by_slice: dict[str, dict[str, Any]] = {}
        for name, value in changes.items():
            by_slice.setdefault(OWNERS[name], {})[name] = value
        slices = {name: getattr(self, name).having(**fields) for name, fields in by_slice.items()}
        return self.model_copy(update=slices)

    def of(self, name: str, kind: type[S]) -> S:
        """The slice of a journey that plugs in, its own defaults when it has none yet."""
        return kind.model_validate(self.journeys.get(name, {}))

    def keeping(self, name: str, kept: Slice) -> "ConversationState":
        """A copy with this slice of a journey that plugs in."""
        return self.model_copy(update={"journeys": {**self.journeys, name: kept.model_dump(mode="json")}})


SLICES: dict[str, type[Slice]] = {
    name: field.annotation
    for name, field in ConversationState.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, Slice)
}
OWNERS: dict[str, str] = {field: name for name, kind in SLICES.items() for field in kind.model_fields}


class StateUnreadable(ValueError):
    """The stored state is not one this version understands."""


def begin(**identity: Any) -> ConversationState:
    """The state of a conversation that nothing is known of."""
    return ConversationState(identity=Identity(**identity))


def load(stored: dict[str, Any] | None, *, tenant_id: str, conversation_id: str, request_id: str) -> ConversationState:
    """The stored state under this turn's identity; an absent one is unknown; raises StateUnreadable when corrupt."""
    if not stored:
        return begin(tenant_id=tenant_id, conversation_id=conversation_id, request_id=request_id)
    try:
        state = ConversationState.model_validate(upgraded(stored))
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise StateUnreadable(str(error)) from error
    if (state.identity.tenant_id, state.identity.conversation_id) != (tenant_id, conversation_id):
        raise StateUnreadable("the state belongs to another conversation")
    return state.having(request_id=request_id)


def spoken_of(state: ConversationState, said: Iterable[str]) -> list[str]:
    """What is said now, and what it may go on from; nothing where nothing is said."""
    said = [text for text in said if text]
    shown = [item.title for item in state.sales.last_catalog_results] + [line.title for line in state.purchase.cart]
    return [*said, state.sales.last_catalog_query or "", state.support.support_question or "", *shown] if said else []
