"""A conversation as a person reads it: both directions in order of time, each turn with its explanation."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from conversations.explain import explain
from conversations.models import (
    Conversation,
    InboundMedia,
    InboundMessage,
    OutboundFile,
    OutboundMessage,
    ProviderExchange,
    Turn,
)
from conversations.outbox import log

# Two screens of a phone's talk.
PAGE = 40
SLACK = 12  # one turn's replies share a moment, and a page must not cut between them
UNSEEN = {
    InboundMessage.Kind.MEDIA: "sent a picture or a file",
    InboundMessage.Kind.LOCATION: "sent a location",
    InboundMessage.Kind.EVENT: "an event of our own",
}
TONES = {
    "failed": "danger",
    "parked": "danger",
    "unknown": "warning",
    "ignored": "warning",
    "pending": "info",
    "withdrawn": "warning",
}


@dataclass(slots=True)
class Bubble:
    """One message on the page."""

    id: UUID
    at: datetime
    is_outbound: bool
    position: int
    body: str
    note: str
    status: str
    tone: str
    failure: str
    turn_id: UUID | None
    author: str = "customer"
    operator: Any = None
    is_event: bool = False
    is_withdrawn: bool = False
    has_media: bool = False
    is_last_of_turn: bool = False
    offered: tuple[str, ...] = ()
    """What could be tapped under it, where its words do not name it already."""
    cited: tuple[str, ...] = ()
    """The ids of the passages that the turn's replies rest on."""
    media: list[InboundMedia | OutboundFile] = field(default_factory=list)
    exchanges: list[ProviderExchange] = field(default_factory=list)
    explanation: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class TranscriptPage:
    """A page of bubbles, oldest first, and where an earlier page ends."""

    bubbles: list[Bubble]
    earlier: datetime | None


def page_of(conversation: Conversation, *, before: datetime | None, is_explained: bool = True) -> TranscriptPage:
    """The last messages, or the last before a moment; with what Twilio and the turns tell of them, if that is asked."""
    bubbles = sorted(_bubbles(conversation, before), key=lambda it: (it.at, it.is_outbound, it.position))
    has_more = len(bubbles) > PAGE
    if has_more:
        first = bubbles[-PAGE].at
        bubbles = [bubble for bubble in bubbles if bubble.at >= first]
    for bubble in {bubble.turn_id: bubble for bubble in bubbles if bubble.turn_id is not None}.values():
        bubble.is_last_of_turn = True
    _hang_media(bubbles)
    if is_explained:
        _explain(bubbles)
        _hang_exchanges(bubbles)
    return TranscriptPage(bubbles, bubbles[0].at if has_more else None)


def parse_moment(text: str) -> datetime | None:
    """Where a page ends, as its address has it; None for what is no moment with a time zone."""
    try:
        moment = parse_datetime(text.replace(" ", "+"))  # a plus sign that lost its escaping in the address
    except ValueError:
        return None
    return moment if moment is not None and timezone.is_aware(moment) else None


def _bubbles(conversation: Conversation, before: datetime | None) -> Iterable[Bubble]:
    came = InboundMessage.objects.filter(conversation=conversation).order_by("-received_at")
    went = OutboundMessage.objects.filter(conversation=conversation).select_related("operator").order_by("-queued_at")
    if before is not None:
        came, went = came.filter(received_at__lt=before), went.filter(queued_at__lt=before)
    yield from map(_inbound, came.defer("payload")[: PAGE + SLACK])
    went = went.annotate(said_as=F("reply__kind"), options=F("reply__options"), cited=F("turn__trace__notes__cited"))
    yield from map(_outbound, went.defer("reply")[: PAGE + SLACK])


def _inbound(message: InboundMessage) -> Bubble:
    kind = InboundMessage.Kind(message.kind)
    note = kind.label if kind is InboundMessage.Kind.TAP else UNSEEN.get(kind, "")
    shown = "" if message.status == InboundMessage.Status.ANSWERED else message.get_status_display()
    return Bubble(
        id=message.id,
        at=message.received_at,
        is_outbound=False,
        position=0,
        body=message.body,
        note=note or ("" if message.body else "sent an empty message"),
        status=shown,
        tone=TONES.get(message.status, ""),
        failure="",
        turn_id=message.turn_id,
        is_event=kind is InboundMessage.Kind.EVENT,
        has_media=kind is InboundMessage.Kind.MEDIA,
    )


def _outbound(message: Any) -> Bubble:
    is_refused = message.status == OutboundMessage.Status.REFUSED
    code = f" (Twilio's error {message.error_code})" if message.error_code and not is_refused else ""
    has_failed = is_refused or message.status in (OutboundMessage.Status.FAILED, OutboundMessage.Status.UNKNOWN)
    return Bubble(
        id=message.id,
        at=message.queued_at,
        is_outbound=True,
        position=message.position,
        body=message.body,
        note="",
        status=message.get_status_display(),
        tone=TONES.get(message.status, ""),
        failure=f"{message.reason or 'No reason was given.'}{code}" if has_failed else "",
        turn_id=message.turn_id,
        author=message.author,
        operator=message.operator,
        is_withdrawn=message.status in (OutboundMessage.Status.WITHDRAWN, OutboundMessage.Status.REFUSED),
        has_media=message.said_as == "media",
        offered=_offered(message.options, message.body),
        cited=tuple(message.cited or ()),
    )


def _offered(options: Iterable[dict[str, str]] | None, body: str) -> tuple[str, ...]:
    titles = tuple(option["title"] for option in options or ())
    return () if all(title.removesuffix("…") in body for title in titles) else titles


def _explain(bubbles: list[Bubble]) -> None:
    """Hang each turn's explanation on its last bubble."""
    last = {bubble.turn_id: bubble for bubble in bubbles if bubble.turn_id is not None}
    for turn in Turn.objects.filter(pk__in=last):
        last[turn.id].explanation = explain(turn)


def _hang_media(bubbles: list[Bubble]) -> None:
    """What came or went with a message: the file where it is stored, otherwise why not."""
    came = {bubble.id: bubble for bubble in bubbles if bubble.has_media and not bubble.is_outbound}
    for media in InboundMedia.objects.filter(message__in=came).order_by("position") if came else ():
        came[media.message_id].media.append(media)
    went = {bubble.id: bubble for bubble in bubbles if bubble.has_media and bubble.is_outbound}
    for file in OutboundFile.objects.filter(message__in=went) if went else ():
        went[file.message_id].media.append(file)


def _hang_exchanges(bubbles: list[Bubble]) -> None:
    """What was said between Twilio and us about a reply."""
    went: dict[UUID | None, Bubble] = {bubble.id: bubble for bubble in bubbles if bubble.is_outbound}
    for exchange in log.list_exchanges([bubble.id for bubble in went.values()]):
        went[exchange.message_id].exchanges.append(exchange)
