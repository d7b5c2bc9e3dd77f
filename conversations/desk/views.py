"""The desk's pages, and the parts of them that are asked for again when something is new.

The queue is read in three statements, however many tickets wait; one statement tells whether anything is new.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from conversations.desk import choices, presence, talk
from conversations.desk.access import Desk, at_desk
from conversations.desk.talk import Talk
from conversations.explain import explain
from conversations.models import Conversation, InboundMessage, Turn
from conversations.transcript import parse_moment
from tenants.choices import list_languages
from tools.handoff.models import HandoffTicket, Team, TicketMention

# Plan: the tenant's tickets (tickets_by_status), those unresolved with their conversations by key: one aggregate, no
# sort.
QUEUE = """
SELECT count(*), max(t.changed_at), max(c.updated_at), count(*) FILTER (WHERE t.due_at < now())
  FROM handoff_handoffticket t
  JOIN conversations_conversation c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
 WHERE t.tenant_id = %s AND t.status <> 'resolved'
"""
# Plan: one ticket and its conversation by key; the last twenty messages by outbound_in_order, the turn by
# one_running_turn.
TICKET = """
SELECT t.changed_at, c.updated_at, c.owner_epoch, c.inbound_count,
       (SELECT string_agg(m.status, ',' ORDER BY m.queued_at, m.position)
          FROM (SELECT status, queued_at, position FROM conversations_outboundmessage
                 WHERE tenant_id = t.tenant_id AND conversation_id = t.conversation_id
                 ORDER BY queued_at DESC LIMIT 20) m),
       (SELECT count(*) FROM conversations_turn
         WHERE tenant_id = t.tenant_id AND conversation_id = t.conversation_id AND status = 'running')
  FROM handoff_handoffticket t
  JOIN conversations_conversation c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
 WHERE t.tenant_id = %s AND t.id = %s
"""

# A screen and a half; filters find the rest.
SHOWN: Final = 60
FILTERS: Final = (
    ("unassigned", "Unassigned"), ("mine", "Mine"), ("mentioned", "Mentions"),
    ("waiting", "Waiting longest"), ("overdue", "Overdue"), ("all", "All"), ("resolved", "Resolved"),
)  # fmt: skip
UNRESOLVED: Final = ~Q(status=HandoffTicket.Status.RESOLVED)

# Waiting times on the page are told in minutes.
SECONDS = 60


@require_GET
@at_desk
def show_queue(request: HttpRequest, desk: Desk) -> HttpResponse:
    return render(request, "desk/page.html", {"desk": desk, **_queue(request, desk)})


@require_GET
@at_desk
def list_queue(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The queue alone; 304 while nothing has changed."""
    asked, open_id = _filter(request), request.GET.get("open", "")
    stamp = stamp_of_queue(desk, *asked.values(), open_id, int(timezone.now().timestamp()) // SECONDS)
    if request.headers.get("If-None-Match") == stamp:
        return HttpResponseNotModified()
    found = _queue(request, desk) | {"stamp": stamp, "open_id": open_id}
    response = render(request, "desk/queue.html", {"desk": desk, **found})
    response.headers["ETag"] = stamp
    return response


@require_GET
@at_desk
def show_ticket(request: HttpRequest, desk: Desk, ticket_id: UUID) -> HttpResponse:
    return page_of(request, talk.get(desk, ticket_id, now=timezone.now()))


def page_of(
    request: HttpRequest, one: Talk, *, draft: str = "", typed: Any = None, problem: str = "", status: int = 200
) -> HttpResponse:
    """The ticket's whole page; with the words or the choices that were to be sent, when they were refused."""
    before = parse_moment(request.GET.get("before", ""))
    found = {
        "desk": one.desk, "talk": one, "draft": draft, "problem": problem, "is_earlier": before is not None,
        "open_id": str(one.ticket.pk), **_live(one, before), **_composer(one, typed), **_filter(request),
    }  # fmt: skip
    return render(request, "desk/page.html", found, status=status)


@require_GET
@partial(at_desk, prepare=presence.look)
def follow_ticket(request: HttpRequest, desk: Desk, seen: presence.Seen, ticket_id: UUID) -> HttpResponse:
    """The talk alone; 304 while nothing has changed. Tells the page when somebody else has the conversation now."""
    stamp = stamp_of_ticket(desk, ticket_id, seen.others)
    if request.headers.get("If-None-Match") == stamp:
        return HttpResponseNotModified()
    one = talk.get(desk, ticket_id, now=timezone.now())
    found = {"desk": desk, "talk": one, "stamp": stamp, "others": seen.others, **_live(one, None)}
    response = render(request, "desk/talk.html", found)
    response.headers["ETag"] = stamp
    if request.GET.get("epoch", "") != _state_of(one):
        response.headers["HX-Trigger"] = "desk:changed"
    return response


@require_GET
@at_desk
def show_composer(request: HttpRequest, desk: Desk, ticket_id: UUID) -> HttpResponse:
    one = talk.get(desk, ticket_id, now=timezone.now())
    return render(request, "desk/composer.html", {"desk": desk, "talk": one, **_composer(one)})


@require_GET
@at_desk
def show_customer(request: HttpRequest, desk: Desk, ticket_id: UUID) -> HttpResponse:
    one = talk.get(desk, ticket_id, now=timezone.now())
    return render(request, "desk/customer.html", {"desk": desk, "talk": one, **talk.customer(one)})


@require_GET
@at_desk
def explain_turn(request: HttpRequest, desk: Desk, turn_id: UUID) -> HttpResponse:
    """Why the assistant said it: route, tools, models, sources."""
    turn = Turn.objects.filter(pk=turn_id).first()
    if turn is None:
        raise Http404
    return render(request, "conversations/explanation.html", {"why": explain(turn)})


def _composer(one: Talk, typed: Any = None) -> dict[str, Any]:
    return {**talk.choices(one), "choices": choices.form_of(one, typed)}


def _live(one: Talk, before: datetime | None) -> dict[str, Any]:
    return {"epoch": _state_of(one), **talk.page_of(one, before=before)}


def _state_of(one: Talk) -> str:
    """Changes with whatever the composer and the buttons depend on."""
    window = "open" if one.window_ends else "closed"
    return f"{one.conversation.owner_epoch}-{one.ticket.status}-{window}-{one.ticket.assignee_id or 'nobody'}"


def _queue(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    asked = _filter(request)
    return asked | {"queue": look_at_queue(desk, now=timezone.now(), **asked)}


def _filter(request: HttpRequest) -> dict[str, str]:
    return {
        "chosen": request.GET.get("filter", "all").replace("\0", "")[:20],
        "words": request.GET.get("q", "").replace("\0", "").strip()[:80],
        "team": request.GET.get("team", "")[:36],
        "language": request.GET.get("language", "")[:8],
    }


@dataclass(frozen=True, slots=True)
class Queue:
    """One look at it: the chosen filter, its tickets, and how many each filter has."""

    chosen: str
    tickets: list[Any]
    filters: list[dict[str, Any]]
    teams: list[Team]
    languages: list[tuple[str, str]]


def look_at_queue(desk: Desk, *, chosen: str, words: str, team: str, language: str, now: datetime) -> Queue:
    """The tickets of a filter, those first who should be answered first."""
    conditions = _conditions(desk, now)
    if chosen not in conditions:
        chosen = "all"
    counts = HandoffTicket.objects.aggregate(
        **{name: Count("pk", filter=condition) for name, condition in conditions.items() if name != "resolved"}
    )
    filters = [{"name": name, "title": title, "count": counts.get(name)} for name, title in FILTERS]
    rows = HandoffTicket.objects.filter(conditions[chosen]).select_related("customer", "assignee", "team")
    teams = list(Team.objects.all())
    spoken = [(code, label) for code, label in list_languages() if code in desk.tenant.allowed_languages]
    if (chosen_team := next((one for one in teams if str(one.pk) == team), None)) is not None:
        rows = rows.filter(team=chosen_team)
    if language in dict(spoken):
        talks = Conversation.objects.filter(pk=OuterRef("conversation_id"))
        rows = rows.filter(Exists(talks.filter(state__understood__response_language=language)))
    if words:
        rows = rows.filter(
            Q(number__icontains=words) | Q(customer__name__icontains=words) | Q(summary__icontains=words)
            | Q(customer__address__icontains=words) | Q(tags__contains=[words.casefold().lstrip("#")])
        )  # fmt: skip
    return Queue(chosen, list(_ordered(_told(rows, now), chosen)[:SHOWN]), filters, teams, spoken)


def _conditions(desk: Desk, now: datetime) -> dict[str, Q]:
    open_now = UNRESOLVED & ~Q(status=HandoffTicket.Status.SNOOZED)
    return {
        "unassigned": open_now & Q(assignee=None),
        "mine": UNRESOLVED & Q(assignee=desk.user.pk),
        "mentioned": Q(Exists(TicketMention.objects.filter(ticket=OuterRef("pk"), user=desk.user.pk, seen_at=None))),
        "waiting": open_now & Q(waiting_since__isnull=False),
        "overdue": open_now & Q(due_at__lt=now),
        "all": UNRESOLVED,
        "resolved": ~UNRESOLVED,
    }


def _told(rows: QuerySet[HandoffTicket], now: datetime) -> QuerySet[Any]:
    """With the customer's last words, and who has the conversation."""
    said = InboundMessage.objects.filter(conversation_id=OuterRef("conversation_id")).exclude(body="")
    said = said.exclude(kind=InboundMessage.Kind.EVENT).order_by("-received_at")
    of_ticket = Conversation.objects.filter(pk=OuterRef("conversation_id"))
    return rows.annotate(
        last_words=Subquery(said.values("body")[:1]),
        owner=Subquery(of_ticket.values("owner")[:1]),
        is_overdue=ExpressionWrapper(Q(due_at__lt=now), output_field=BooleanField()),
    )


def _ordered(rows: QuerySet[Any], chosen: str) -> QuerySet[Any]:
    waiting = F("waiting_since").asc(nulls_last=True)
    if chosen == "resolved":
        return rows.order_by("-resolved_at")
    return rows.order_by(waiting, "-created_at") if chosen == "waiting" else rows.order_by("-priority", waiting, "-id")


def stamp_of_queue(desk: Desk, *more: object) -> str:
    return _stamp(QUEUE, [desk.tenant.id], desk.user.pk, *more)


def stamp_of_ticket(desk: Desk, ticket_id: UUID, *more: object) -> str:
    return _stamp(TICKET, [desk.tenant.id, ticket_id], *more)


def _stamp(statement: str, parameters: list[UUID], *more: object) -> str:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        found = cursor.fetchone()
    return f'"{hashlib.sha256(repr((found, *more)).encode()).hexdigest()[:24]}"'
