"""What is about to end, on the admin's first page: tokens of the business's own systems."""

from datetime import datetime

from django.urls import reverse
from django.utils.timesince import timeuntil

from conversations.admin.cards import Card
from conversations.api import tokens


def cards(now: datetime) -> list[Card]:
    """For the tenant in scope; none while nothing ends soon."""
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
