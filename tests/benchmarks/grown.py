"""Fills the database of the environment with test data, and opens shops among it; prints a line for each that can be
talked to, with the customers who write there. `python -m tests.benchmarks.grown messages conversations tenants`.
"""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from conversations.simulator import growth
from knowledge import embed
from tenants.models import Channel, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.here import ROOT
from tests.soak.site.wire import Line
from tools.catalog import embedding
from tools.catalog.importing import applying, planning

CATALOG = ROOT / "conversations" / "simulator" / "demo" / "duka" / "catalog.csv"
# Spread from the largest business to the smallest; each has half of the demo shop's shelves, which are soon embedded.
SHOPS = 8
SHELF = 120
TALKERS = 24
# Nobody waits a whole second for the rest of what is said.
DEBOUNCE_MILLISECONDS = 300
# Every twentieth customer of the test data has had a person at the desk, who may have the conversation still.
WITH_A_TICKET = 20


def main(messages: int, conversations: int, tenants: int) -> None:
    sizes = growth.sizes(messages=messages, conversations=conversations, tenants=tenants)
    growth.grow(sizes)
    count = min(SHOPS, tenants)
    for place in range(count):
        size = sizes[place * tenants // count]
        line = open_shop(f"{growth.SLUG}{size.number:04d}")
        told = {name: getattr(line, name) for name in Line.__slots__}
        sys.stdout.write(json.dumps({"line": told, "customers": customers(size.people, TALKERS // count)}) + "\n")


def customers(people: int, count: int) -> list[str]:
    """Spread from those who have written most to those who have hardly written."""
    eligible = [number for number in range(people) if number % WITH_A_TICKET]
    assert len(eligible) >= count, "the smallest business has too few customers to talk"
    return [f"whatsapp:+254{700_000_000 + eligible[place * len(eligible) // count]}" for place in range(count)]


def open_shop(slug: str) -> Line:
    with fleet_scope():
        tenant = Tenant.objects.get(slug=slug)
        Tenant.objects.filter(pk=tenant.pk).update(debounce_milliseconds=DEBOUNCE_MILLISECONDS)
    catalog = b"".join(CATALOG.read_bytes().splitlines(keepends=True)[: 1 + SHELF])
    with tenant_scope(tenant.pk):
        applying.apply(planning.plan(catalog, currency="KES"), tenant.pk)
        channel = Channel.objects.get()
        line = Line(
            tenant=str(tenant.pk), token=channel.webhook_token, account=channel.twilio_account,
            secret=channel.auth_token, sender=channel.sender,
        )  # fmt: skip
    embedding.embed_missing(tenant.pk, embed.from_settings())
    return line


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
