"""`manage.py rescan_library`: judge the passages anew that give orders to an assistant, once the signs have changed."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.table import Table

from knowledge.library import flagging
from knowledge.management import which


class Command(BaseCommand):
    help = "Judge anew which passages give orders to an assistant. Run it once after an update that changed the signs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which.add_arguments(parser)

    def handle(self, *_: Any, tenant: str | None, **__: Any) -> None:
        chosen = which.chosen(tenant)
        table = Table("tenant", "passages", "newly flagged", "cleared")
        for tenant_id, slug in chosen:
            changes = flagging.rescan(tenant_id)
            table.add_row(slug, f"{changes.passages:,}", str(changes.flagged), str(changes.cleared))
        Console(file=self.stdout).print(table)  # type: ignore[arg-type]
