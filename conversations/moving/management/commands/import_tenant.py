"""`manage.py import_tenant <file.zip>`: take in a tenant that another installation has exported."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations.moving import archive
from conversations.moving.freeze import MoveRefused


class Command(BaseCommand):
    help = "Take in a tenant from the file of export_tenant, whole or not at all, and compare it row for row."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="What export_tenant has written.")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with file.open("rb") as source:
                slug, told, made = archive.import_(source)
        except MoveRefused as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        if made:
            self.stdout.write(f"New logins, with the passwords that they had: {', '.join(made)}.")
        self.stdout.write(f"{slug} lives here now. At the old home: redirect_tenant {slug} <our address> {told}")
