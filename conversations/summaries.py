"""Summaries of conversations that are over: drafted without personal data, and used once a person has approved them.

idle for a day ──▶ exchanges without names and numbers ──▶ draft in the library ──▶ approved in the admin ──▶ searched
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import structlog
from django.conf import settings

from conversations.models import Conversation, OutboundMessage, Turn
from conversations.turn import figures
from journeys import llm
from journeys.context import Trace
from journeys.conversation_summary import Summary, summarise
from knowledge.library import intake, removal
from knowledge.models import Document
from knowledge.redact import without_personal_data
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope

log = structlog.get_logger(__name__)
# A customer who is silent for a day has begun another matter when they write again.
IDLE: Final = timedelta(hours=24)
# A week's worth, should the nightly task have missed some days.
LOOKS_BACK: Final = timedelta(days=8)
# Each may be a call of a model; the next night goes on.
MOST_AT_ONCE: Final = 50
SOURCES: Final = ("\n\nSources:", "\n\nVyanzo:")


def list_tenants(*, now: datetime) -> list[UUID]:
    """Those with conversations that ended lately."""
    with fleet_scope():
        return list(_idle(now).order_by().values_list("tenant_id", flat=True).distinct())


def draft_due(tenant_id: UUID, *, now: datetime) -> int:
    """Draft what has no summary yet; how many were drafted."""
    with tenant_scope(tenant_id):
        known = set(Document.objects.filter(kind="summary").values_list("key", flat=True))
        idle = [row for row in _idle(now).values_list("id", flat=True) if key_of(row) not in known]
    return sum(draft(tenant_id, conversation_id, now=now) for conversation_id in idle[:MOST_AT_ONCE])


def draft(tenant_id: UUID, conversation_id: UUID, *, now: datetime) -> bool:
    """Draft one; False when nothing was answered in it. No scope is open while a model thinks."""
    with tenant_scope(tenant_id):
        tenant = Tenant.objects.get(pk=tenant_id)
        exchanges = _exchanges(conversation_id)
    if not exchanges:
        return False
    provider = llm.provider_from(settings.TULIA, tenant.chat_model or settings.TULIA.chat_model)
    trace = Trace()
    summary = summarise(exchanges, llm.Mind(provider=provider, trace=trace))
    figures.count_calls(trace)
    _keep(tenant_id, conversation_id, summary, now)
    return True


def forget(conversations: Iterable[UUID]) -> int:
    """In the tenant's scope: take the summaries of these conversations out of the library."""
    keys = [key_of(conversation_id) for conversation_id in conversations]
    return removal.remove(Document.objects.filter(key__in=keys, kind="summary").values_list("pk", flat=True))


def key_of(conversation_id: UUID) -> str:
    return f"summaries/{conversation_id}"


def _idle(now: datetime) -> Any:
    return Conversation.objects.filter(last_inbound_at__range=(now - LOOKS_BACK, now - IDLE))


def _exchanges(conversation_id: UUID) -> list[dict[str, str]]:
    """Questions that the library answered, with the answers as they were sent."""
    customer = Conversation.objects.select_related("customer").get(pk=conversation_id).customer
    turns = Turn.objects.filter(conversation_id=conversation_id, status="committed").order_by("started_at")
    found = []
    for turn in turns:
        notes = (turn.trace or {}).get("notes", {})
        sent = OutboundMessage.objects.filter(turn=turn).order_by("position").first()
        if sent is None or "support" not in notes or "asked" not in notes:
            continue
        answer = _answer_in(sent.body, notes.get("introduction", ""))
        pair = {"question": str(notes["asked"]["question"]), "answer": answer}
        found.append({name: without_personal_data(text, [customer.name]) for name, text in pair.items()})
    return found


def _answer_in(body: str, introduction: str) -> str:
    """Without the assistant's name at the beginning of a talk, and the sources at the end."""
    body = body.removeprefix(introduction)
    for mark in SOURCES:
        body = body.partition(mark)[0]
    return body.strip()


def _keep(tenant_id: UUID, conversation_id: UUID, summary: Summary, now: datetime) -> None:
    content = f"# {summary.title}\n\n{summary.text}\n".encode()
    document = intake.add(
        tenant_id, content, "summary.md", now=now, key=key_of(conversation_id), kind=Document.Kind.SUMMARY,
        status=Document.Status.DRAFT, title=summary.title[:200],
    )  # fmt: skip
    log.info("conversations.summary.drafted", tenant_id=str(tenant_id), document_id=str(document.pk))
