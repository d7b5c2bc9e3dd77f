"""`manage.py export_tenant <tenant-slug> <out.zip>`: all of a frozen tenant in one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations.moving import archive
from conversations.moving.freeze import MoveRefused
from tenants.management.named import get_tenant


class Command(BaseCommand):
    help = "Write a frozen tenant, with its files and logins, into a ZIP file for import_tenant. Keep it secret."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", help="The tenant's slug.")
        parser.add_argument("out", type=Path, help="The ZIP file to write; it must not exist yet.")

    def handle(self, *args: Any, tenant: str, out: Path, **options: Any) -> None:
        owner = get_tenant(tenant)
        try:
            with out.open("xb") as file:
                told = archive.export(owner.id, file)
        except MoveRefused as error:
            out.unlink()
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"Written to {out}. Its receipt is {told}. Next, at the new home: import_tenant.")
