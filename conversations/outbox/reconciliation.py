"""Finds out what became of a message to whose sending no answer came, before anybody thinks of sending it again.

    UNKNOWN ──look, 30 s and 90 s after──▶ listed at Twilio       its SID and status are taken over
       │                                     │
       │                                     └─▶ not listed twice   `is_ambiguous`: an operator sees that and why
       │                                            │
       └── a callback tells of it: settled          ├─▶ sent once more, if it is the last word of its conversation
                                                    │   or a notice, and the service window is open
                                                    └─▶ else its words go out with the next answer: `take`

What a provider lists that is like it, the channel finds; here it is ours when it is no other row's. A try that
Twilio never hears of is thus sent again; one that Twilio took but has not yet listed after 90 s may arrive twice,
which is why the mark stays on it for good. Twilio being unreachable is no look: it is asked later.
"""

import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.db.models import F, Q
from django.utils import timezone

from conversations.channels import registry
from conversations.channels.outcomes import StatusReport
from conversations.models import OutboundMessage
from conversations.outbox import backoff
from conversations.outbox import log as provider_log
from conversations.outbox.backoff import Chance, Now
from conversations.outbox.delivery import WINDOW, is_window_open
from conversations.outbox.queue import NOTICE_POSITION
from conversations.outbox.statuses import climb
from journeys.reply import Reply
from tenants.scope import tenant_scope
from tools.providers import NotSent, OutcomeUnknown, Refused
from tools.providers.exchange import Exchanges

REPEATED = (
    "Twilio gave no answer when this was sent and does not list it. Its words went out again with a later answer."
)
SUPERSEDED = "Twilio gave no answer when this was sent and does not list it. A later answer says the same."

log = structlog.get_logger(__name__)
Status = OutboundMessage.Status

# Twilio's list has a message a few seconds after it took it; what two looks a minute apart do not find is not there.
MAX_LOOKS = 2
# Twilio lists within seconds; a minute later is a look at another moment.
BETWEEN_LOOKS = timedelta(seconds=60)
# While somebody looks nobody else does; who dies while looking is followed after this.
LOOKING_LIMIT = timedelta(seconds=60)
NOT_LISTED = (
    "Twilio gave no answer when this was sent and does not list it: it has most likely not arrived. "
    "When the customer writes again, its words go out with the answer."
)
SENT_AGAIN = "Twilio gave no answer to the first try and does not list it; sent once more, it may have arrived twice."
NEVER_ANSWERED = (
    "Twilio gave no answer when this was sent, and could not be asked about it since. "
    "When the customer writes again, its words go out with the answer."
)


def reconcile(
    tenant_id: UUID, conversation_id: UUID, *, now: Now = timezone.now, chance: Chance = random.uniform
) -> bool:
    """Look for what is due to be looked for in a conversation; whether something is to be sent again."""
    is_queued = False
    while (message := _begin(tenant_id, conversation_id, now=now())) is not None:
        exchanges: Exchanges = []
        try:
            listed = registry.of(message.channel.kind).look_up(message, exchanges)
        except (NotSent, OutcomeUnknown, Refused) as error:
            log.warning("conversations.look.failed", problem=type(error).__name__)
            listed = None
        is_queued |= _end(message, listed, exchanges, now=now(), chance=chance)
    return is_queued


def _begin(tenant_id: UUID, conversation_id: UUID, *, now: datetime) -> OutboundMessage | None:
    with tenant_scope(tenant_id):
        due = OutboundMessage.objects.filter(
            conversation_id=conversation_id, status=Status.UNKNOWN, look_at__lte=now
        ).select_related("channel", "conversation__customer")
        # SKIP LOCKED: what another worker is looking up is not looked up twice.
        message = due.select_for_update(of=("self",), skip_locked=True).order_by("queued_at", "position").first()
        if message is not None:
            message.look_at = now + LOOKING_LIMIT
            message.save(update_fields=["look_at"])
    return message


def _end(
    message: OutboundMessage,
    listed: list[StatusReport] | None,
    exchanges: Exchanges,
    *,
    now: datetime,
    chance: Chance,
) -> bool:
    """Draw the conclusion; whether it is to be sent again."""
    with tenant_scope(message.tenant_id):
        # A callback may have told its fate while Twilio was asked: what it wrote counts.
        rows = OutboundMessage.objects.select_for_update(of=("self",)).select_related("conversation", "channel")
        row = rows.filter(pk=message.pk).first()
        if row is None:  # its customer was erased meanwhile
            return False
        provider_log.keep(exchanges, channel_id=message.channel_id, message_id=message.pk)
        if row.status != Status.UNKNOWN or row.attempts != message.attempts:
            return False
        found = _of_nobody(row, listed or [])
        if found is not None:
            climb(row, found, now=now, chance=chance)
            log.info("conversations.look.found", status=row.status)
            return row.status == Status.QUEUED
        _not_found(row, is_sure=listed is not None, now=now)
    log.info("conversations.look.not_found", looks=row.looks, status=row.status)
    return row.status == Status.QUEUED


def _of_nobody(row: OutboundMessage, listed: list[StatusReport]) -> StatusReport | None:
    """The oldest that no row of ours stands for."""
    sids = [one.provider_id for one in listed]
    known = OutboundMessage.objects.filter(
        Q(provider_id__in=sids) | Q(spent_ids__has_any_keys=sids), channel_id=row.channel_id
    )
    taken = {sid for own, spent in known.values_list("provider_id", "spent_ids") for sid in (own, *spent)}
    return next((one for one in reversed(listed) if one.provider_id not in taken), None)


def _is_true_at_any_time(row: OutboundMessage) -> bool:
    """What a turn tells of something that happened; that a person stays away is told by none."""
    return bool(row.reply.get("is_notice", False)) and row.turn_id is not None


def _not_found(row: OutboundMessage, *, is_sure: bool, now: datetime) -> None:
    """Look again; and when that is over, mark it, and send it once more where that can only help."""
    row.looks += is_sure
    row.look_at = now + BETWEEN_LOOKS
    if row.looks >= MAX_LOOKS:
        is_in_place = _is_true_at_any_time(row) or _is_last_word(row)
        is_allowed = row.reply.get("kind") == "template" or is_window_open(row, now)
        may_repeat = not row.is_ambiguous and is_in_place and is_allowed
        row.look_at, row.is_ambiguous, row.reason = None, True, NOT_LISTED
        if may_repeat:
            row.status, row.due_at, row.reason = Status.QUEUED, now, SENT_AGAIN
    elif now > (row.first_tried_at or row.queued_at) + backoff.LIFE:
        row.look_at, row.is_ambiguous, row.reason = None, True, NEVER_ANSWERED
    row.save(update_fields=["status", "looks", "look_at", "is_ambiguous", "due_at", "reason"])


def _is_last_word(row: OutboundMessage) -> bool:
    """Neither we nor the customer have said anything since."""
    heard_at = row.conversation.last_inbound_at
    if row.tried_at is None or (heard_at is not None and heard_at > row.tried_at):
        return False
    later = Q(queued_at__gt=row.queued_at) | Q(queued_at=row.queued_at, position__gt=row.position)
    return not OutboundMessage.objects.filter(later, conversation_id=row.conversation_id).exists()


def take(conversation_id: UUID, *, answers: Iterable[Reply], now: datetime) -> list[str]:
    """The words to be said again before these answers, each once; in the transaction that is open."""
    said = {_words(answer.text) for answer in answers}
    if not said:
        return []
    lost = OutboundMessage.objects.filter(
        conversation_id=conversation_id,
        status=OutboundMessage.Status.UNKNOWN,
        priority=OutboundMessage.Priority.REPLY,
        author=OutboundMessage.Author.ASSISTANT,
        owner_epoch=F("conversation__owner_epoch"),
        look_at=None,
        is_repeated=False,
        queued_at__gt=now - WINDOW,
        position__lt=NOTICE_POSITION,
    )
    again = []
    # One that is being looked up is left alone: whoever has it decides.
    for row in lost.select_for_update(skip_locked=True, of=("self",)).order_by("queued_at", "turn_id", "position"):
        is_said = _words(row.body) in said
        row.is_repeated, row.reason = True, SUPERSEDED if is_said else REPEATED
        row.save(update_fields=["is_repeated", "reason"])
        again += [] if is_said or not row.body else [row.body]
    return again


def _words(text: str) -> str:
    return " ".join(text.split())
