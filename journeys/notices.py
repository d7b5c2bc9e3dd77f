"""notices: tells of the events that came with the batch, in their language, before their own words are answered.

An event changes the state first; one that a later event has made untrue is not told. Buttons offer the way on. One that
cannot be read holds up nothing.
"""

from decimal import Decimal
from typing import Any, Final

import structlog
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from journeys.checkout import purchase
from journeys.checkout.commands import OtherWay, Pay
from journeys.context import Incoming, TurnContext
from journeys.flow import Flow, Turn
from journeys.reply import Reply, Template, Text
from journeys.state import Choice, Confirm, ConversationState, Pick, Tell
from journeys.wording.choices import choice
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say
from tenants.consent.standing import Consents
from tools.registry import BY_NAME

WAYS_ON: Final = {"payment.failed": ("pay_again", "pay_other_way"), "payment.partial": ("pay_rest", "pay_other_way")}
OPTIONS: Final = (Pay().written(), OtherWay().written())

STATUS_AFTER: Final = {
    "payment.settled": "paid",
    "payment.excess": "paid",
    "payment.partial": "part_paid",
    "payment.failed": "failed",
    "payment.reversed": "reversed",
}
OVER: Final = frozenset({"delivered", "cancelled"})
ASKS_ABOUT_IT: Final = frozenset({"cart", "line", "way", "retry"})
PAID: Final = frozenset({"paid", "overpaid"})

DIRECT: Final = frozenset({"payment.settled", "payment.partial", "payment.excess", "payment.failed"})
AWAITED: Final = frozenset({"pending", "unknown"})
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


def notices(flow: Flow, runtime: Turn) -> dict[str, Any]:
    before, context = flow["state"], runtime.context
    state, told = before, list[Reply]()
    for message in context.incoming:
        if message.kind != "event":
            continue
        if (own := context.tells(message.event, state, context)) is not None:
            state, said = own
            told += [said.model_copy(update={"is_notice": True})] if said else []
            continue
        event = read_event(message)
        if event is None:
            continue
        if is_outdated(event, context):
            _note(event, "outdated", context)
            continue
        state = after(event, state)
        if not is_wanted(event, before):
            _note(event, "unwanted", context)
            continue
        state, reply = _told(event, state, context)
        sent_for = {"is_notice": True, "purpose": purpose_of(event, before)}
        told += [reply.model_copy(update=sent_for)] if reply else []
        _note(event, "told" if reply else "not told", context)
    return {"state": state, "notices": tuple(told)}


def _told(event: NoticeEvent, state: ConversationState, context: TurnContext) -> tuple[ConversationState, Reply | None]:
    words = sentence(event, state)
    if words is None:
        return state, None
    if template := own_template(event, words, state):
        return state, template  # its words are the tenant's, so that what we would ask is not in them
    asked = ways_on(event, state) if state.purchase.order_number == event.number else None
    return _asking(asked, state, context), worded(words, asked, state)


def _asking(asked: Pick | None, state: ConversationState, context: TurnContext) -> ConversationState:
    """A "1" that they wrote before they could see these buttons answers what they had been asked."""
    is_answering = state.controls.asked is not None and any(message.kind != "event" for message in context.incoming)
    return state if asked is None or is_answering else state.having(asked=asked)


def _note(event: NoticeEvent, outcome: str, context: TurnContext) -> None:
    noted = context.trace.notes.setdefault("notices", [])
    noted.append({"event": event.name, "outcome": outcome})


def purpose_of(event: NoticeEvent, state: ConversationState) -> str:
    """The result of a payment that they have started and wait for answers them, and so does what is decided of a refund
    that they have asked for; it is always told."""
    if is_awaited(event, state) or event.name.startswith("billing."):
        return "answer"
    return "order_updates" if event.name.startswith("order.") else "payment_updates"


def is_wanted(event: NoticeEvent, state: ConversationState) -> bool:
    return Consents(state.customer.notification_prefs).refusal(purpose_of(event, state)) is None


def is_awaited(event: NoticeEvent, state: ConversationState) -> bool:
    is_their_payment = state.purchase.order_number == event.number and state.purchase.payment_status in AWAITED
    return event.name in DIRECT and is_their_payment


def is_outdated(event: NoticeEvent, context: TurnContext) -> bool:
    """Whether a failure is told too late: the order has been paid meanwhile, by whatever way."""
    if event.name != "payment.failed" or "order_get_status" not in BY_NAME:
        return False
    found = context.call("order_get_status", number=event.number).result
    return bool(found and found.orders and found.orders[0].payment_status in PAID)


def after(event: NoticeEvent, state: ConversationState) -> ConversationState:
    """The state afterwards; an order that is settled or over is no longer what they are about."""
    if state.purchase.order_number != event.number:
        return state
    if event.name == "order.status_changed":
        return _over(state, None) if event.status in OVER else state
    status = STATUS_AFTER.get(event.name)
    if status is None:
        return state
    return _over(state, status) if status == "paid" else state.having(payment_status=status)


def _over(state: ConversationState, payment_status: str | None) -> ConversationState:
    """Without the order, and what was looked for then; a question about something else still stands."""
    asked = state.controls.asked
    is_about_it = (
        isinstance(asked, Confirm)
        or (isinstance(asked, Tell) and asked.what == "phone")
        or (isinstance(asked, Pick) and asked.of in ASKS_ABOUT_IT)
    )
    sought: dict[str, Any] = {"last_catalog_query": None, "last_catalog_filters": {}}
    return purchase.closed(state, asked=None if is_about_it else asked, payment_status=payment_status, **sought)


def sentence(event: NoticeEvent, state: ConversationState) -> str | None:
    """What is told; None for what concerns nobody but the house."""
    values = event.words(state) | {"business": state.tenant.tenant_name, "contact": how_to_reach_a_person(state)}
    name = _name(event)
    return say(name, state, **values) if name in phrases() else None


def _name(event: NoticeEvent) -> str:
    match event.name:
        case "payment.settled" | "payment.partial" | "payment.excess":
            plain = "" if event.receipt else "_plain"
            return f"notice_{event.name.removeprefix('payment.')}{plain}"
        case "payment.failed":
            known = f"notice_failed_{event.reason}"
            return known if known in phrases() else "notice_failed_other"
        case "order.status_changed":
            return f"notice_order_{event.status}"
    return f"notice_{event.name.rpartition('.')[2]}"


def ways_on(event: NoticeEvent, state: ConversationState) -> Pick | None:
    """Trying again or paying otherwise; either leads to the amount and the order, to be confirmed anew."""
    names = WAYS_ON.get(event.name, ())
    choices = tuple(
        Choice(title=say(name, state), command=command) for name, command in zip(names, OPTIONS, strict=False)
    )
    return Pick(journey="checkout", of="retry", choices=choices) if choices else None


def worded(words: str, asked: Pick | None, state: ConversationState) -> Reply:
    if asked is None:
        return Text(text=words)
    lines = [f"{number}. {each.title}" for number, each in enumerate(asked.choices, 1)]
    return choice("\n\n".join([words, "\n".join(lines)]), asked, state)


def own_template(event: NoticeEvent, words: str, state: ConversationState) -> Template | None:
    """The tenant's template, filled in; it alone reaches who has been silent for a day."""
    wanted = event.template
    if wanted is None:
        return None
    values = event.words(state)
    variables = {str(place): values.get(name, "-") for place, name in enumerate(wanted.variables, 1)}
    return Template(text=words, name=wanted.name, content_sid=wanted.content_sid, variables=variables)
