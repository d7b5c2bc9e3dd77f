"""A suggested reply: what the assistant would answer, with what that rests on, for a person to use or to leave."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final, NotRequired, TypedDict
from uuid import UUID

import structlog
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET
from pydantic import BaseModel
from redis import RedisError

from conversations.desk import documents, talk
from conversations.desk.access import Desk, at_desk
from conversations.models import Conversation
from conversations.turn.rehearsal import Rehearsal, rehearse
from journeys.library import passage_of
from tenants.scope import tenant_scope
from tools.catalog.items import CatalogItem
from tools.contract import Call
from tools.handoff.models import HandoffTicket
from tools.orders.facts import OrderFacts, PaymentFacts
from tools.support.kb_retrieve import KbRetrieveResult, Snippet

log = structlog.get_logger(__name__)
# What an operator can take in before they send it.
MOST: Final = 6
# The beginning tells whether it is the right passage; a link leads to all of it.
LONGEST: Final = 300
# A look at the same messages again within this time is answered from the cache, and costs nothing.
SECONDS: Final = 600


class SuggestionSource(TypedDict):
    """One thing that the words rest on, and where it stands."""

    where: str
    words: str
    url: NotRequired[str]


class Suggestion(TypedDict):
    """The words, empty when there are none to suggest."""

    text: str
    facts: list[SuggestionSource]
    turn_id: str


def prepare(desk: Desk, ticket_id: UUID) -> Suggestion | None:
    """Have a reply suggested, with no transaction open, for a model may be asked; None for an unknown ticket."""
    with tenant_scope(desk.tenant.id):
        ticket = HandoffTicket.objects.filter(pk=ticket_id).first()
        row = Conversation.objects.filter(pk=ticket.conversation_id).first() if ticket else None
    if row is None:
        return None
    as_it_stands = f"{row.inbound_count}:{row.owner_epoch}:{row.updated_at.timestamp()}"
    key = f"tenant:{desk.tenant.id}:suggestion:{row.pk}:{as_it_stands}"
    try:
        known: Suggestion | None = cache.get(key)
        if known is None:
            known = _of(rehearse(desk.tenant.id, row.pk, now=timezone.now()))
            cache.set(key, known, timeout=SECONDS)
    except RedisError as error:
        log.warning("conversations.desk.nothing_suggested", problem=type(error).__name__)
        return _of(Rehearsal())
    return known


@require_GET
@partial(at_desk, prepare=prepare)
def show(request: HttpRequest, desk: Desk, suggestion: Suggestion | None, ticket_id: UUID) -> HttpResponse:
    one = talk.get(desk, ticket_id, now=timezone.now())
    found = {"talk": one, "suggestion": suggestion, "has_model": settings.TULIA.has_model}
    return render(request, "desk/suggestion.html", found)


def _of(rehearsal: Rehearsal) -> Suggestion:
    facts = list(_facts(rehearsal.calls))[:MOST] if rehearsal.text else []
    return {"text": rehearsal.text, "facts": facts, "turn_id": str(rehearsal.turn_id or "")}


def _facts(calls: Sequence[Call]) -> Iterator[SuggestionSource]:
    seen = set()
    for call in calls:
        for found in _found_in(call.result):
            fact = _told(found)
            if fact["where"] not in seen:
                seen.add(fact["where"])
                yield fact


def _found_in(value: Any) -> Iterator[Any]:
    """Orders, payments, items and passages, wherever a tool's result holds them; not what was too far off."""
    if isinstance(value, KbRetrieveResult) and not value.is_enough:
        return
    if isinstance(value, OrderFacts | PaymentFacts | CatalogItem | Snippet):
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _found_in(getattr(value, name))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _found_in(each)


def _told(found: Any) -> SuggestionSource:
    match found:
        case OrderFacts():
            lines = ", ".join(f"{line.quantity} x {line.title}" for line in found.lines)
            words = f"{found.status}; {lines}; {found.currency} {found.total:,}, paid {found.paid:,}"
            return {"where": f"Order {found.number}", "words": words[:LONGEST]}
        case PaymentFacts():
            words = f"{found.status}; {found.currency} {found.amount:,}{f'; {found.receipt}' if found.receipt else ''}"
            return {"where": f"Payment by {found.method}, {found.at:%d %b %H:%M}", "words": words}
        case CatalogItem():
            stock = "in stock" if found.in_stock else "sold out"
            return {"where": found.title, "words": f"{found.currency} {found.price_from:,}, {stock}"}
    url = documents.url_of(found.document_id, found.chunk_id, found.page)
    return {"where": passage_of(found).citation, "words": found.text[:LONGEST], "url": url}
