"""The queue: which tickets wait, for whom and since when; three statements, however many there are."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery

from conversations.desk.access import Desk
from conversations.models import Conversation, InboundMessage
from tenants.choices import list_languages
from tools.handoff.models import HandoffTicket, Team, TicketMention

SHOWN: Final = 60
FILTERS: Final = (
    ("unassigned", "Unassigned"), ("mine", "Mine"), ("mentioned", "Mentions"),
    ("waiting", "Waiting longest"), ("overdue", "Overdue"), ("all", "All"), ("resolved", "Resolved"),
)  # fmt: skip
UNRESOLVED: Final = ~Q(status=HandoffTicket.Status.RESOLVED)


@dataclass(frozen=True, slots=True)
class Queue:
    """One look at it: the chosen filter, its tickets, and how many each filter has."""

    chosen: str
    tickets: list[Any]
    filters: list[dict[str, Any]]
    teams: list[Team]
    languages: list[tuple[str, str]]


def look(desk: Desk, *, chosen: str, words: str, team: str, language: str, now: datetime) -> Queue:
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
