"""`manage.py rescan_library`: judge the passages anew that give orders to an assistant, once the signs have changed."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from knowledge.library import flagging
from tenants.models import Tenant
from tenants.scope import fleet_scope


class Command(BaseCommand):
    help = "Judge anew which passages give orders to an assistant. Run it once after an update that changed the signs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--tenant", metavar="SLUG", help="One tenant.")
        which.add_argument("--all", action="store_true", help="Every tenant.")

    def handle(self, *_: Any, tenant: str | None, **__: Any) -> None:
        with fleet_scope():
            rows = Tenant.objects.filter(slug=tenant) if tenant else Tenant.objects.all()
            chosen = list(rows.order_by("slug").values_list("id", "slug"))
        if not chosen:
            raise CommandError(f"There is no tenant {tenant}.")
        table = Table("tenant", "passages", "newly flagged", "cleared")
        for tenant_id, slug in chosen:
            changes = flagging.rescan(tenant_id)
            table.add_row(slug, f"{changes.passages:,}", str(changes.flagged), str(changes.cleared))
        Console(file=self.stdout).print(table)  # type: ignore[arg-type]
