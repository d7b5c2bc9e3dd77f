"""What was said and what it cost, by day of the business's own time."""

from collections import defaultdict
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from conversations.api import document
from conversations.api.problems import wrong
from conversations.api.view import ApiView, Shown, reads
from conversations.models import InboundMessage, OutboundMessage, Turn
from tenants import replica

# A quarter, by day.
MOST_DAYS = 92
NONE: dict[str, Any] = {
    "messages_in": 0, "messages_out": 0, "turns": 0, "tokens_in": 0, "tokens_out": 0, "cost_usd": Decimal(0),
}  # fmt: skip


class UsageQuery(serializers.Serializer[Any]):
    since = serializers.DateField(required=False, help_text="The first day; without it seven days ago.")
    until = serializers.DateField(required=False, help_text="The last day; without it today.")


class DaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    messages_in = serializers.IntegerField(help_text="From customers.")
    messages_out = serializers.IntegerField()
    turns = serializers.IntegerField()
    tokens_in = serializers.IntegerField()
    tokens_out = serializers.IntegerField()
    cost_usd = serializers.DecimalField(max_digits=14, decimal_places=6, help_text="Of language models.")


class UsageSerializer(serializers.Serializer[Any]):
    time_zone = serializers.CharField()
    days = DaySerializer(many=True)


class Usage(ApiView):
    resource = "usage"

    @document.read("Messages, turns and their cost by day", UsageSerializer, UsageQuery)
    @reads
    def get(self, request: Request) -> Shown:
        asked = UsageQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        zone = ZoneInfo(self.token.tenant.time_zone)
        until: date = asked.validated_data.get("until") or timezone.now().astimezone(zone).date()
        since: date = asked.validated_data.get("since") or max(until, date.min + timedelta(days=7)) - timedelta(days=6)
        if not timedelta(0) <= until - since < timedelta(days=MOST_DAYS):
            raise wrong("since", f"From one day to {MOST_DAYS} days, the earlier first.")
        if not 2000 <= since.year <= until.year <= 2200:
            raise wrong("since", "There was nothing in such a year.")
        days = replica.read(partial(_days, since, until, zone))
        return UsageSerializer({"time_zone": str(zone), "days": days}).data


def _days(since: date, until: date, zone: ZoneInfo) -> list[dict[str, Any]]:
    start, end = (datetime.combine(day, time.min, zone) for day in (since, until + timedelta(days=1)))
    found: dict[date, dict[str, Any]] = defaultdict(dict)

    def count(rows: QuerySet[Any], at: str, **figures: Any) -> None:
        within = rows.filter(**{f"{at}__gte": start, f"{at}__lt": end}).order_by()
        for row in within.values(day=TruncDate(at, tzinfo=zone)).annotate(**figures):
            found[row.pop("day")].update(row)

    count(InboundMessage.objects.exclude(kind="event"), "received_at", messages_in=Count("id"))
    count(OutboundMessage.objects.all(), "sent_at", messages_out=Count("id", filter=~Q(status="failed")))
    count(
        Turn.objects.exclude(status=Turn.Status.REHEARSED), "started_at", turns=Count("id"),
        tokens_in=Sum("tokens_in", default=0), tokens_out=Sum("tokens_out", default=0),
        cost_usd=Sum("cost_usd", default=Decimal(0)),
    )  # fmt: skip
    span = (since + timedelta(days=ahead) for ahead in range((until - since).days + 1))
    return [{"day": day} | NONE | found.get(day, {}) for day in span]
