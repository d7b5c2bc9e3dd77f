"""The last 24 hours and their money on the admin's first page, for the tenant in scope; and the tokens about to end."""

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Aggregate, Count, DurationField, F, Min, Q, QuerySet, Sum
from django.db.models.functions import TruncHour
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince, timeuntil

from conversations.admin import setup
from conversations.api import tokens
from conversations.models import Conversation, InboundMessage, OutboundMessage, Turn
from tenants.admin.seat import Seat, find_seat
from tenants.choices import Role
from tenants.models import Channel, Tenant
from tools.handoff.models import HandoffTicket
from tools.payments import report
from tools.payments.models import IncomingPayment, Payment

# "Since yesterday", as the page's title says.
PERIOD = timedelta(hours=24)
# What fits without scrolling; a link leads to the rest.
SHOWN = 6
# Among so many messages there are as many conversations as are shown, unless one customer writes them all.
NEWEST = 60
COST = "Model cost"
UNDELIVERED = "The message was not delivered."
UNANSWERED = "This message could not be answered. Please look at it."
# A customer wonders after ten seconds; two minutes are no longer a queue but a fault.
SLOW, LONG_WAIT = timedelta(seconds=10), timedelta(minutes=2)


class Median(Aggregate):
    """PostgreSQL's continuous median."""

    function = "percentile_cont"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    name = "Median"
    output_field = DurationField()


@dataclass(frozen=True, slots=True)
class Card:
    """One figure, what it means, and where it leads."""

    title: str
    value: str
    note: str
    link: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a person should look at."""

    at: datetime
    conversation: Conversation
    what: str


@dataclass(slots=True)
class MessagesByHour:
    """Messages by the hour in which they came or went."""

    came: Counter[datetime] = field(default_factory=Counter)
    went: Counter[datetime] = field(default_factory=Counter)
    failed: int = 0


def fill(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Put our cards into the context of the admin's index, which calls this."""
    seat = find_seat(request)
    if seat is None:
        return context
    now = timezone.now()
    hours, turns, waiting = _hours(now), _turns(now), _waiting()
    is_quiet = not (hours.came or hours.went or turns["count"] or waiting["count"])
    cards = _cards(hours, turns, waiting, now=now)
    if seat.role is not Role.OPERATOR:
        cards += [*money_cards(since=now - PERIOD), *ending_cards(now)]
    else:
        cards = [replace(card, link=_list("conversation")) for card in cards if card.title != COST]
    cards.insert(0, _handed_over(seat, now))
    return context | {
        "seat": seat,
        "cards": cards,
        "chart": None if is_quiet else _chart(hours, now=now),
        "problems": _problems(now),
        "latest": _latest(seat),
        "has_channel": not is_quiet or Channel.objects.exists(),
        "has_tenants": not seat.is_fleet or Tenant.objects.exists(),
        "setup": setup.steps(seat),
    }


def _since(now: datetime) -> dict[str, Any]:
    """Rows written in the period, found by the time inside their key, which every table has an index on."""
    milliseconds = int((now - PERIOD - timedelta(minutes=5)).timestamp() * 1000)
    return {"id__gte": UUID(int=milliseconds << 80)}


def _hours(now: datetime) -> MessagesByHour:
    hours, start = MessagesByHour(), now - PERIOD
    came = InboundMessage.objects.filter(**_since(now), received_at__gte=start)
    for row in came.order_by().values(hour=TruncHour("received_at")).annotate(count=Count("id")):
        hours.came[row["hour"]] = row["count"]
    went = OutboundMessage.objects.filter(**_since(now), queued_at__gte=start)
    failed = Count("id", filter=Q(status=OutboundMessage.Status.FAILED))
    for row in went.order_by().values(hour=TruncHour("queued_at")).annotate(count=Count("id"), failed=failed):
        hours.went[row["hour"]] = row["count"]
        hours.failed += row["failed"]
    return hours


def _turns(now: datetime) -> dict[str, Any]:
    recent = Turn.objects.filter(**_since(now), started_at__gte=now - PERIOD)
    is_answer = ~Q(status=Turn.Status.REHEARSED)
    committed = Q(status=Turn.Status.COMMITTED, finished_at__isnull=False)
    return recent.aggregate(
        count=Count("id", filter=is_answer),
        median=Median(F("finished_at") - F("started_at"), filter=committed),
        parked=Count("id", filter=Q(status=Turn.Status.PARKED)),
        cost=Sum("cost_usd", default=Decimal(0)),
    )


def _waiting() -> dict[str, Any]:
    waiting = Conversation.objects.filter(due_at__isnull=False)
    return waiting.aggregate(count=Count("id"), oldest=Min("waiting_since"))


def _cards(hours: MessagesByHour, turns: dict[str, Any], waiting: dict[str, Any], *, now: datetime) -> list[Card]:
    median, oldest = turns["median"], waiting["oldest"]
    failures = hours.failed + turns["parked"]
    failed = f"{_many(hours.failed, 'message')} not delivered, {_many(turns['parked'], 'turn')} parked"
    failed = failed if failures else "nothing failed"
    is_long = oldest is not None and now - oldest > LONG_WAIT
    return [
        Card("Messages in", f"{hours.came.total():,}", "from customers", _list("inboundmessage")),
        Card("Messages out", f"{hours.went.total():,}", "from your assistant", _list("outboundmessage")),
        Card(
            "Median turn",
            f"{median.total_seconds():.1f} s" if median is not None else "-",
            f"of {_many(turns['count'], 'turn')}" if turns["count"] else "no turn yet",
            _list("turn"),
            "warning" if median is not None and median > SLOW else "",
        ),
        Card(
            "Waiting longest",
            timesince(oldest, now, depth=1) if oldest else "Nobody",
            f"{_many(waiting['count'], 'conversation')} waiting" if oldest else "everybody has an answer",
            _list("conversation") + "?waiting=yes",
            "danger" if is_long else "",
        ),
        Card("Failures", f"{failures:,}", failed, "#attention", "danger" if failures else ""),
        Card(COST, f"${turns['cost']:.2f}", "for language models", _list("turn")),
    ]


def _handed_over(seat: Seat, now: datetime) -> Card:
    """Who waits for a person; the desk is a business's own."""
    open_now = HandoffTicket.objects.filter(status=HandoffTicket.Status.OPEN)
    found = open_now.aggregate(count=Count("id"), overdue=Count("id", filter=Q(due_at__lt=now)))
    told = "nobody waits"
    if found["count"]:
        told = f"{found['overdue']:,} overdue" if found["overdue"] else "none is overdue"
    link = reverse("admin:handoff_handoffticket_changelist") if seat.is_platform else reverse("desk-queue")
    return Card("Wait for a person", f"{found['count']:,}", told, link, "danger" if found["overdue"] else "")


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _list(model: str) -> str:
    return reverse(f"admin:conversations_{model}_changelist")


def _chart(hours: MessagesByHour, *, now: datetime) -> dict[str, Any]:
    """Bars for the template: each hour's two heights in percent of the tallest."""
    this_hour = timezone.localtime(now).replace(minute=0, second=0, microsecond=0)
    starts = [this_hour - timedelta(hours=back) for back in range(23, -1, -1)]
    tallest = max([1, *hours.came.values(), *hours.went.values()])
    bars = [
        {
            "hour": start,
            "came": hours.came[start],
            "went": hours.went[start],
            "came_height": round(100 * hours.came[start] / tallest, 1),
            "went_height": round(100 * hours.went[start] / tallest, 1),
        }
        for start in starts
    ]
    return {"bars": bars, "tallest": tallest}


def _problems(now: datetime) -> list[Problem]:
    """The newest failures, each with its reason in words."""
    failed = OutboundMessage.objects.filter(**_since(now), status=OutboundMessage.Status.FAILED)
    parked = Turn.objects.filter(**_since(now), status=Turn.Status.PARKED)
    found = [
        *(Problem(row.queued_at, row.conversation, row.reason or UNDELIVERED) for row in _newest(failed)),
        *(Problem(row.started_at, row.conversation, UNANSWERED) for row in _newest(parked)),
    ]
    return sorted(found, key=lambda problem: problem.at, reverse=True)[:SHOWN]


def _newest(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.select_related("tenant", "conversation__customer").order_by("-id")[:SHOWN]


def _latest(seat: Seat) -> list[Conversation]:
    """Of all businesses those of the newest messages: the order of conversations has no index but within one."""
    rows = Conversation.objects.select_related("tenant", "customer", "channel").order_by("-updated_at")
    if seat.is_fleet:
        newest = InboundMessage.objects.order_by("-id").values_list("conversation_id", flat=True)[:NEWEST]
        rows = rows.filter(pk__in=list(newest))
    return list(rows[:SHOWN])


def ending_cards(now: datetime) -> list[Card]:
    """The cards of what ends soon, for the tenant in scope; none while nothing does."""
    ending = tokens.list_ending(now=now)
    first = next(iter(ending), None)
    if first is None or first.expires_at is None:
        return []
    more = f", and {len(ending) - 1} more" if len(ending) > 1 else ""
    note = f"{first.name}{more}: make a new one for it first"
    return [
        Card(
            "API token ends in", timeuntil(first.expires_at, now, depth=1), note,
            reverse("admin:api_apitoken_changelist"), "warning",
        )
    ]  # fmt: skip


def money_cards(*, since: datetime) -> list[Card]:
    """The cards of the last day's money, for the tenant in scope; none while nothing was ever paid."""
    if not Payment.objects.exists() and not IncomingPayment.objects.exists():
        return []
    unmatched = IncomingPayment.objects.filter(status=IncomingPayment.Status.UNMATCHED).count()
    unconfirmed = IncomingPayment.objects.filter(report.unconfirmed())
    held = unconfirmed.filter(status=IncomingPayment.Status.HELD).count()
    return [
        Card(
            "Paid", _sums(since), _payments(since), reverse("admin:payments_payment_changelist") + "?status__exact=paid"
        ),
        Card(
            "Money to match",
            f"{unmatched:,}",
            "came for no known order" if unmatched else "all money has its order",
            reverse("admin:payments_incomingpayment_changelist"),
            "warning" if unmatched else "",
        ),
        Card(
            "Unconfirmed money",
            f"{unconfirmed.count():,}",
            f"{held:,} wait for Safaricom" if held else "until Safaricom's list is read",
            reverse("admin:payments_incomingpayment_changelist") + "?confirmation=no",
            "warning" if held else "",
        ),
    ]


def _sums(since: datetime) -> str:
    paid = Payment.objects.filter(status=Payment.Status.PAID, settled_at__gte=since)
    sums = paid.values("currency").annotate(sum=Sum("amount")).order_by("-sum").values_list("currency", "sum")
    return ", ".join(f"{currency} {_plain(amount)}" for currency, amount in sums) or "0"


def _plain(amount: Decimal) -> str:
    return f"{amount:,.0f}" if amount == amount.to_integral_value() else f"{amount:,.2f}"


def _payments(since: datetime) -> str:
    count = Payment.objects.filter(status=Payment.Status.PAID, settled_at__gte=since).aggregate(n=Count("id"))["n"]
    return "1 payment" if count == 1 else f"{count:,} payments"
