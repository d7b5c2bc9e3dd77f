"""Who is at a ticket just now: who looks, who writes, and the streams by which the desk's pages hear of what changes.

Who looks is kept in the cache for a moment, for the warning when two have it open.
"""

import time
from functools import partial
from typing import Any, Final, NamedTuple
from uuid import UUID

import structlog
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST
from redis import RedisError

from conversations import tasks
from conversations.desk import talk
from conversations.desk.access import Desk, at_desk
from conversations.live.admission import Admitted
from conversations.models import Conversation, InboundMessage
from tenants import live
from tools.handoff.handling import TicketUnknown
from tools.handoff.models import HandoffTicket

log = structlog.get_logger(__name__)
# Longer than a stream goes without asking, see conversations.live.
SECONDS = 30
# WhatsApp shows it for 25 seconds, or until the next message.
SHOWN_SECONDS: Final = 20


class Seen(NamedTuple):
    """The names of who else has it open, and whether this person has only just opened it."""

    others: list[str]
    is_new: bool


def look(desk: Desk, ticket_id: UUID) -> Seen:
    """Note that this person has the ticket open, and tell who else has. Without the cache nobody is warned."""
    key, now = f"tenant:{desk.tenant.id}:desk:{ticket_id}", time.time()
    try:
        seen: dict[str, list[object]] = cache.get(key) or {}
        fresh = {who: entry for who, entry in seen.items() if float(str(entry[1])) > now - SECONDS}
        cache.set(key, fresh | {str(desk.user.pk): [desk.name, now]}, timeout=SECONDS)
    except RedisError as error:
        log.warning("conversations.desk.alone", problem=type(error).__name__)
        return Seen([], is_new=False)
    me = str(desk.user.pk)
    return Seen(sorted(str(entry[0]) for who, entry in fresh.items() if who != me), is_new=me not in fresh)


@require_GET
@at_desk
def of_queue(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Open the stream of the queue: all that changes in their tenant."""
    return Admitted(tenant_id=desk.tenant.id, user_id=UUID(str(desk.user.pk)))


@require_GET
@partial(at_desk, prepare=look)
def of_ticket(request: HttpRequest, desk: Desk, seen: Seen, ticket_id: UUID) -> HttpResponse:
    """Open the stream of a ticket's page; those who have it open, too, are told that one more has."""
    conversation_id = talk.get(desk, ticket_id, now=timezone.now()).conversation.pk
    if seen.is_new:
        live.changed(desk.tenant.id, conversation_id)
    return Admitted(tenant_id=desk.tenant.id, user_id=UUID(str(desk.user.pk)), conversation_id=conversation_id)


def typing_is_due(desk: Desk, ticket_id: UUID) -> bool:
    """Whether the customer's channel is to be asked again to show that somebody types; never without the cache."""
    try:
        return bool(cache.add(f"tenant:{desk.tenant.id}:typing:{ticket_id}:{desk.user.pk}", 1, timeout=SHOWN_SECONDS))
    except RedisError as error:
        log.warning("conversations.desk.typing_unseen", problem=type(error).__name__)
        return False


@require_POST
@partial(at_desk, prepare=typing_is_due)
def tell_typing(request: HttpRequest, desk: Desk, is_shown_anew: bool, ticket_id: UUID) -> HttpResponse:
    """Tell colleagues that somebody writes; and the customer, when it is who has the conversation."""
    ticket = HandoffTicket.objects.filter(pk=ticket_id)
    row: Any = Conversation.objects.filter(pk__in=ticket.values("conversation_id")).first()
    if row is None:
        raise TicketUnknown
    is_theirs = row.operator_id == desk.user.pk
    who = "operator" if is_theirs else "colleague"
    live.typing(desk.tenant.id, row.pk, who=who, user_id=UUID(str(desk.user.pk)), name=desk.name)
    if is_theirs and is_shown_anew:
        heard = InboundMessage.objects.filter(conversation=row).exclude(kind=InboundMessage.Kind.EVENT)
        last = heard.order_by("-received_at").values_list("provider_id", flat=True).first()
        if last is not None:
            wake = partial(tasks.wake_typing, desk.tenant.id, row.channel_id, last)
            transaction.on_commit(wake, robust=True)
    return HttpResponse(status=204)
