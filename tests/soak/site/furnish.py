"""Makes the soak's tenants, each with a channel, a member and so many lines of a demo's catalog; prints all as JSON."""

import json
import os
import sys
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.utils import timezone

from knowledge import embed
from knowledge.library import intake
from knowledge.load import load
from tenants.models import Channel, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.people import member, seated
from tests.soak import researchers
from tests.soak.money import goods, shop
from tests.soak.site.wire import Line
from tools.catalog import embedding
from tools.catalog.importing import applying, planning
from tools.research.models import ResearchRules

DEMO = Path(__file__).resolve().parents[3] / "conversations" / "simulator" / "demo"
DEBOUNCE_MILLISECONDS = 500


def tenant(number: int, *, catalog: bytes) -> Line:
    slug = f"soak-{number}"
    with fleet_scope():
        made = Tenant.objects.create(
            slug=slug, name=slug.title(), bot_name="Tuli", catalog_link_base=f"https://{slug}.example/catalog",
            debounce_milliseconds=DEBOUNCE_MILLISECONDS, payments_enabled=shop.METHODS, journeys_off=["billing"],
        )  # fmt: skip
    line = Line(
        tenant=str(made.id), token=f"token-{slug}", account=goods.ACCOUNTS[number - 1], secret=f"secret-{slug}",
        sender=f"whatsapp:+25470000100{number}", session=seated(member(made)).cookies["sessionid"].value,
    )  # fmt: skip
    with tenant_scope(made.id):
        channel = Channel(name="Main", sender=line.sender, twilio_account=line.account, webhook_token=line.token)
        channel.auth_token = line.secret
        channel.save()
        applying.apply(planning.plan(catalog, currency="KES"), made.id)
        shop.open_at(channel)
        ResearchRules.objects.create(needs_approval=False)
    for name in researchers.FILES:
        read = (DEMO / "mtandao" / "library" / name).read_bytes()
        intake.add(
            made.id,
            read,
            name,
            now=timezone.now(),
            read=load,
            embedder=embed.from_settings(),
            is_last=name == researchers.FILES[-1],
        )
    embedding.embed_missing(made.id, embed.from_settings())
    return line


def main(count: int, shelf: int) -> None:
    catalogs = ("mtandao", "oasis", "duka")
    for number in range(1, count + 1):
        catalog = (DEMO / catalogs[number % 3] / "catalog.csv").read_bytes().splitlines(keepends=True)
        line = tenant(number, catalog=b"".join(catalog[:shelf]))
        sys.stdout.write(json.dumps({name: getattr(line, name) for name in Line.__slots__}) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
