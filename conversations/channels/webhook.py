"""What the fast path of webhooks knows of an address that a channel's provider posts messages to."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from conversations.channels.base import Inbound
from tenants.models import Channel


@dataclass(frozen=True, slots=True, kw_only=True)
class UsualWebhook:
    """One such address, and what its view does with a message that is as most are."""

    address: re.Pattern[str]
    """Its path; the first group is a channel's token."""
    route: str
    """The same, as the table of addresses has it."""
    most_bytes: int
    """Of a body; a larger one is left to the view."""
    read: Callable[[HttpRequest, str], tuple[Channel, Inbound] | None]
    """A usual message with its channel; None of any other, and whatever it raises the view is to find anew."""
    acknowledge: Callable[[], HttpResponse]
