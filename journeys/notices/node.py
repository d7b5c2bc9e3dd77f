"""notices: tells of the events that came with the batch, in their language, before their own words are answered."""

from typing import Any, Final

from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.notices import aftermath, wording
from journeys.notices.event import NoticeEvent, read_event
from journeys.reply import Reply
from journeys.state import ConversationState, Pick
from tenants.consent.standing import Consents

DIRECT: Final = frozenset({"payment.settled", "payment.partial", "payment.excess", "payment.failed"})
AWAITED: Final = frozenset({"pending", "unknown"})


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
        if aftermath.is_outdated(event, context):
            _note(event, "outdated", context)
            continue
        state = aftermath.of(event, state)
        if not is_wanted(event, before):
            _note(event, "unwanted", context)
            continue
        state, reply = _told(event, state, context)
        sent_for = {"is_notice": True, "purpose": purpose_of(event, before)}
        told += [reply.model_copy(update=sent_for)] if reply else []
        _note(event, "told" if reply else "not told", context)
    return {"state": state, "notices": tuple(told)}


def _told(event: NoticeEvent, state: ConversationState, context: TurnContext) -> tuple[ConversationState, Reply | None]:
    words = wording.sentence(event, state)
    if words is None:
        return state, None
    if template := wording.template(event, words, state):
        return state, template  # its words are the tenant's, so that what we would ask is not in them
    asked = wording.ways_on(event, state) if state.purchase.order_number == event.number else None
    return _asking(asked, state, context), wording.reply(words, asked, state)


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
