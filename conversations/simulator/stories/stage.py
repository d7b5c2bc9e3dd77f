"""Where stories are told: a server of our own for webhooks and the simulated providers, and the turns run at once.

    phone → signed webhook over HTTP → inbox → turn → outbox → simulated Twilio → phone

The rows are really committed, so the database is a demo installation's or a test's own. A worker that runs beside
does no harm: whoever claims a conversation first answers it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.db.models import Max, Min
from django.utils import timezone

from conversations.simulator import accounts, phones
from conversations.simulator.stories.conditions import Item
from conversations.simulator.stories.guest import Clock, Guest, NoStage
from conversations.simulator.stories.story import DAYS
from tenants.models import Channel
from tenants.scope import tenant_scope
from tools.catalog.models import Product


class _Quiet(WSGIRequestHandler):
    def log_message(self, *args: Any) -> None:
        """The stories' own table is what is shown."""


@contextmanager
def serving(**changes: Any) -> Iterator[None]:
    """All addresses of the installation lead to a server in this process; `changes` are other settings."""
    if not settings.TULIA.demo:
        raise NoStage("Stories are told to the demo businesses: set TULIA_DEMO=true.")
    before = settings.TULIA
    server = ThreadedWSGIServer(("127.0.0.1", 0), _Quiet)
    server.set_app(WSGIHandler())
    ours = dict.fromkeys(
        ("public_base_url", "twilio_api_base_url", "daraja_api_base_url", "pesapal_api_base_url"), None
    )
    settings.TULIA = before.model_copy(update={**ours, "port": server.server_port, **changes})
    threading.Thread(target=server.serve_forever, args=(0.05,), name="stories", daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        settings.TULIA = before


@dataclass
class Stage:
    """A demo business, as the customers of its stories meet it."""

    channel: Channel
    catalog: tuple[Item, ...]

    @classmethod
    def of(cls, slug: str) -> "Stage":
        channel = accounts.find_channel(slug)
        if channel is None:
            raise NoStage(f"There is no demo business {slug}: run manage.py load_demo.")
        with tenant_scope(channel.tenant_id):
            rows = Product.objects.annotate(lowest=Min("variants__price"), highest=Max("variants__price"))
            found = rows.values_list("title", "category__path", "lowest", "highest")
            catalog = tuple(
                Item(title=title, shelf=shelf or "", lowest=lowest or Decimal(0), highest=highest or Decimal(0))
                for title, shelf, lowest, highest in found
            )
        return cls(channel=channel, catalog=catalog)

    def new_customer(self, random: Random, *, address: str | None = None, at: str = "") -> Guest:
        """Somebody who has not written before, unless their number is given."""
        number = address or f"+25471{random.randrange(10_000_000):07d}"
        phone = phones.add(self.channel, name="Asha Wanjiru", address=f"whatsapp:{number}")
        clock = _clock(at, ZoneInfo(self.channel.tenant.time_zone))
        return Guest(channel=self.channel, catalog=self.catalog, phone=phone, clock=clock)


def _clock(at: str, zone: ZoneInfo) -> Clock | None:
    """A clock that begins at the next such moment of the week; None when any will do."""
    if not at:
        return None
    day, _, time_of_day = at.partition(" ")
    hour, minute = map(int, time_of_day.split(":"))
    now = timezone.now().astimezone(zone)
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    then += timedelta(days=(DAYS.index(day) - then.weekday()) % 7)
    ahead = (then if then >= now else then + timedelta(days=7)) - now
    return lambda: timezone.now() + ahead
