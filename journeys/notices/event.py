"""An event of our own as it is told: its name, its facts, and their words in their language."""

from decimal import Decimal
from typing import Final

import structlog
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from journeys.context import Incoming
from journeys.state import ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say

log = structlog.get_logger(__name__)
MONEY: Final = ("amount", "paid", "due", "excess", "total")


class TemplateWanted(BaseModel):
    """The tenant's template for it, given when they have been silent for a day."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str
    content_sid: str
    variables: list[str] = Field(default_factory=list)


class NoticeEvent(BaseModel):
    """One event; what it does not tell is unknown."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str
    number: str
    currency: str = "KES"
    amount: Decimal | None = None
    paid: Decimal | None = None
    due: Decimal | None = None
    excess: Decimal | None = None
    total: Decimal | None = None
    receipt: str | None = None
    method: str | None = None
    reason: str | None = None
    status: str | None = None
    invoice: str | None = None
    days: str | None = None
    template: TemplateWanted | None = None

    def words(self, state: ConversationState) -> dict[str, str]:
        """Every value as they read it; what is unknown is a dash."""
        sums = {name: getattr(self, name) for name in MONEY}
        written = {name: "-" if sum is None else money(sum, self.currency) for name, sum in sums.items()}
        return written | {
            "number": self.number,
            "invoice": self.invoice or "-",
            "days": self.days or "-",
            "receipt": self.receipt or "-",
            "method": _named("paid_by", self.method, state),
            "reason": _named("reason", self.reason, state),
            "status": _named("order_status", self.status, state),
        }


def read_event(message: Incoming) -> NoticeEvent | None:
    """The event of a message; None, and an error in the log, for one that cannot be read: it must hold up nothing."""
    told = message.event
    try:
        return NoticeEvent.model_validate(
            {**told.get("facts", {}), "name": told.get("name"), "template": told.get("template")}
        )
    except ValidationError as error:
        log.error("journeys.notice.unreadable", event_name=told.get("name"), problems=error.error_count())
        return None


def _named(kind: str, code: str | None, state: ConversationState) -> str:
    name = f"{kind}_{code}"
    return say(name, state) if name in phrases() else "-"
