"""A customer's message in English, beside their own words: asked for by a click, kept in the cache and nowhere else."""

import time
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

import structlog
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET
from redis import RedisError

from conversations.desk.access import Desk, at_desk
from conversations.explain import calls_of
from conversations.models import InboundMessage, Turn
from conversations.turn import batch
from journeys import llm
from journeys.message_translation import translate
from journeys.trace import Trace
from tenants.scope import tenant_scope
from tenants.tenancy import new_id
from tools.handoff.handling import TicketUnknown
from tools.handoff.models import HandoffTicket

log = structlog.get_logger(__name__)
# A ticket is resolved within a week; longer nothing of it should lie in a cache.
KEPT_SECONDS: Final = 7 * 24 * 3600
# Of one person at the desk: enough for a busy hour, and no way to spend a month's budget.
MOST_AN_HOUR: Final = 120
# A person waits for it beside the message.
PATIENCE_SECONDS: Final = 10.0


def prepare(desk: Desk, ticket_id: UUID, message_id: UUID) -> str | None:
    """Have a message translated, with no transaction open, for a model may be asked; None for an unknown one."""
    with tenant_scope(desk.tenant.id):
        ticket = HandoffTicket.objects.filter(pk=ticket_id)
        found = InboundMessage.objects.filter(pk=message_id, conversation_id__in=ticket.values("conversation_id"))
        message = found.exclude(kind=InboundMessage.Kind.EVENT).exclude(body="").select_related("conversation").first()
    if message is None:
        return None
    if not settings.TULIA.has_model:
        return ""
    key = f"tenant:{desk.tenant.id}:translation:{message_id}"
    try:
        known: str | None = cache.get(key)
        if known is None and _may_ask(desk):
            known = _asked(desk, message, timezone.now())
            if known:
                cache.set(key, known, timeout=KEPT_SECONDS)
    except RedisError as error:
        log.warning("conversations.desk.not_translated", problem=type(error).__name__)
        known = ""
    return known or ""


@require_GET
@partial(at_desk, prepare=prepare)
def show(request: HttpRequest, desk: Desk, translation: str | None, ticket_id: UUID, message_id: UUID) -> HttpResponse:
    if translation is None:
        raise TicketUnknown
    return render(request, "desk/translation.html", {"translation": translation})


def _may_ask(desk: Desk) -> bool:
    key = f"tenant:{desk.tenant.id}:translations:{desk.user.pk}:{int(time.time()) // 3600}"
    cache.add(key, 0, timeout=3700)
    return int(cache.incr(key)) <= MOST_AN_HOUR


def _asked(desk: Desk, message: Any, now: datetime) -> str:
    trace, tenant = Trace(), desk.tenant
    provider = llm.provider_from(settings.TULIA, tenant.chat_model or settings.TULIA.chat_model)
    has_budget = batch.has_budget(tenant, now)
    mind = llm.Mind(provider=provider, trace=trace, has_budget=has_budget, seconds=PATIENCE_SECONDS)
    words = translate(message.body, mind)
    _keep(message, trace, now)
    return words


def _keep(message: Any, trace: Trace, now: datetime) -> None:
    """What a model was paid for counts against the tenant's budget; the words are not kept."""
    calls = trace.model_calls
    with tenant_scope(message.tenant_id):
        Turn.objects.create(
            id=new_id(), conversation=message.conversation, status=Turn.Status.REHEARSED,
            epoch=message.conversation.lease_epoch, started_at=now, finished_at=timezone.now(),
            trace={"models": calls_of(trace), "notes": {"translated": str(message.pk)}},
            tokens_in=sum(call.tokens_in for call in calls), tokens_out=sum(call.tokens_out for call in calls),
            cost_usd=sum(call.cost_usd for call in calls),
        )  # fmt: skip
