"""An operator who writes: colleagues at the same ticket see it, and the customer where their channel shows it."""

from functools import partial
from typing import Any, Final
from uuid import UUID

import structlog
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from redis import RedisError

from conversations import tasks
from conversations.desk.access import Desk, at_desk
from conversations.models import Conversation, InboundMessage
from tenants import live
from tools.handoff.handling import TicketUnknown
from tools.handoff.models import HandoffTicket

log = structlog.get_logger(__name__)
# WhatsApp shows it for 25 seconds, or until the next message.
SHOWN_SECONDS: Final = 20


def is_due(desk: Desk, ticket_id: UUID) -> bool:
    """Whether the customer's channel is to be asked again to show that somebody types; never without the cache."""
    try:
        return bool(cache.add(f"tenant:{desk.tenant.id}:typing:{ticket_id}:{desk.user.pk}", 1, timeout=SHOWN_SECONDS))
    except RedisError as error:
        log.warning("conversations.desk.typing_unseen", problem=type(error).__name__)
        return False


@require_POST
@partial(at_desk, prepare=is_due)
def tell(request: HttpRequest, desk: Desk, is_shown_anew: bool, ticket_id: UUID) -> HttpResponse:
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
