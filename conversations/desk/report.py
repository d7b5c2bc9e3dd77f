"""How tickets were served: how many, how soon, by reason, person and hour, and what was not known; also as CSV."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, Max, Q, QuerySet, Sum
from django.db.models.functions import ExtractHour
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from conversations.desk.access import Desk, at_desk
from knowledge.models import UnansweredQuestion
from tenants import replica
from tenants.models import ConductCount
from tenants.scope import tenant_scope
from tools.handoff.models import HandoffTicket

# A week, a month, a quarter.
SPANS: Final = (7, 30, 90)
# Rows of a CSV in memory at a time.
PAGE: Final = 2_000
# A list that somebody works through in a morning.
MOST_QUESTIONS: Final = 15
FIRST = ExpressionWrapper(F("answered_at") - F("created_at"), output_field=DurationField())
WHOLE = ExpressionWrapper(F("resolved_at") - F("created_at"), output_field=DurationField())
FIGURES: Final = {
    "answered": Count("pk", filter=Q(answered_at__isnull=False)),
    "resolved": Count("pk", filter=Q(resolved_at__isnull=False)),
    "first": Avg(FIRST, filter=Q(answered_at__isnull=False)),
    "rated": Count("rating"),
    "rating": Avg("rating"),
    "whole": Avg(WHOLE, filter=Q(resolved_at__isnull=False)),
}
COLUMNS: Final = (
    "number", "status", "priority", "reason", "journey", "team", "assignee", "tags", "opened", "first_answer",
    "resolved", "minutes_to_first_answer", "minutes_to_resolution", "rating",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bar:
    """An hour of the day, and its height beside the fullest one."""

    hour: int
    count: int
    percent: int


@require_GET
@at_desk
def show(request: HttpRequest, desk: Desk) -> HttpResponse:
    found = replica.read(partial(_found, _days(request), timezone.now()))
    return render(request, "desk/report.html", {"desk": desk, **found})


def _found(days: int, now: datetime) -> dict[str, Any]:
    rows = _opened(days, now)
    return {
        "days": days, "spans": SPANS, "all": rows.aggregate(opened=Count("pk"), **FIGURES),
        "reasons": _by(rows, "reason"),
        "people": _by(rows, "assignee__first_name", "assignee__username"),
        "hours": _hours(rows),
        "conduct": _conduct(days, now),
        "unanswered": _unanswered(days, now),
    }  # fmt: skip


@require_GET
@at_desk
def save(request: HttpRequest, desk: Desk) -> StreamingHttpResponse:
    """Answer with a CSV file of one line a ticket, without a customer's name or words, however many there are."""
    days = _days(request)
    response = StreamingHttpResponse(_file(desk, days, timezone.now()), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="tickets-{days}-days.csv"'
    return response


class _Echo:
    """Gives a written line back instead of keeping it."""

    def write(self, line: str) -> str:
        return line


def _file(desk: Desk, days: int, now: datetime) -> Iterator[str]:
    """Read in pages, each in a scope of its own: the view's is over once the file begins to go out."""
    writer = csv.writer(_Echo())
    yield writer.writerow(COLUMNS)
    last: UUID | None = None
    while True:
        with tenant_scope(desk.tenant.id), timezone.override(desk.tenant.time_zone):
            page = replica.read(partial(_page, days, now, last))
            lines = [writer.writerow(_line(ticket)) for ticket in page]
        yield from lines
        if len(page) < PAGE:
            return
        last = page[-1].pk


def _page(days: int, now: datetime, last: UUID | None) -> list[HandoffTicket]:
    rows = _opened(days, now).select_related("team", "assignee").order_by("id")
    return list((rows.filter(pk__gt=last) if last else rows)[:PAGE])


def _by(rows: QuerySet[HandoffTicket], *columns: str) -> list[dict[str, Any]]:
    """The figures of each, those with most tickets first; `percent` is its share of the first one's."""
    found: Any = list(rows.values(*columns).annotate(opened=Count("pk"), **FIGURES).order_by("-opened", *columns))
    return [row | {"percent": row["opened"] * 100 // found[0]["opened"]} for row in found]


def _line(ticket: HandoffTicket) -> Iterator[Any]:
    person = ticket.assignee.get_username() if ticket.assignee else ""
    yield from (ticket.number, ticket.status, ticket.get_priority_display(), ticket.reason, ticket.journey)
    yield from map(_plain, (ticket.team.name if ticket.team else "", person, " ".join(ticket.tags)))
    yield from (_moment(ticket.created_at), _moment(ticket.answered_at), _moment(ticket.resolved_at))
    yield from (_minutes(ticket.created_at, ticket.answered_at), _minutes(ticket.created_at, ticket.resolved_at))
    yield ticket.rating or ""


def _plain(text: str) -> str:
    """A spreadsheet must not take it for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _moment(at: datetime | None) -> str:
    return timezone.localtime(at).isoformat(timespec="seconds") if at else ""


def _minutes(start: datetime, end: datetime | None) -> str:
    return f"{(end - start).total_seconds() / 60:.1f}" if end else ""


def _opened(days: int, now: datetime) -> QuerySet[HandoffTicket]:
    return HandoffTicket.objects.filter(created_at__gte=now - timedelta(days=days))


def _conduct(days: int, now: datetime) -> list[dict[str, Any]]:
    """Turns that were no business, by kind, and by how many customers."""
    rows: Any = ConductCount.objects.filter(hour__gte=now - timedelta(days=days)).order_by("kind")
    counted = rows.values("kind").annotate(turns=Sum("turns"), customers=Count("customer", distinct=True))
    return [each | {"title": ConductCount.Kind(each["kind"]).label} for each in counted]


def _unanswered(days: int, now: datetime) -> list[dict[str, Any]]:
    """What the library had no answer to, the most asked first; questions that mean the same are one."""
    rows: Any = UnansweredQuestion.objects.filter(
        created_at__gte=now - timedelta(days=days), status=UnansweredQuestion.Status.OPEN
    )
    asked = rows.values("key").annotate(times=Count("pk"), question=Max("question"), last=Max("created_at"))
    return list(asked.order_by("-times", "-last")[:MOST_QUESTIONS])


def _hours(rows: QuerySet[HandoffTicket]) -> list[Bar]:
    """In the business's own time."""
    counted = rows.annotate(hour=ExtractHour("created_at")).values("hour").annotate(count=Count("pk")).order_by("hour")
    by_hour = {each["hour"]: each["count"] for each in counted}
    most = max(by_hour.values(), default=1)
    return [Bar(hour, by_hour.get(hour, 0), round(100 * by_hour.get(hour, 0) / most)) for hour in range(24)]


def _days(request: HttpRequest) -> int:
    asked = request.GET.get("days", "")
    return next((span for span in SPANS if str(span) == asked), SPANS[1])
