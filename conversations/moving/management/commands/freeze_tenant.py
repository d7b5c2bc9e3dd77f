"""`manage.py freeze_tenant <tenant-slug> [--undo]`: the first step of a tenant's move to another installation."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations.moving import freeze
from tenants.management.named import get_tenant


class Command(BaseCommand):
    help = "Let nothing of a tenant be written here any more: it can be exported then. What comes for it is held."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", help="The tenant's slug.")
        parser.add_argument("--undo", action="store_true", help="Let it go on here, with what was held.")
        parser.add_argument(
            "--wait", type=float, default=freeze.USUAL_WAIT_SECONDS, help="Seconds to wait for turns and sendings."
        )

    def handle(self, *args: Any, tenant: str, undo: bool, wait: float, **options: Any) -> None:
        owner = get_tenant(tenant)
        try:
            if undo:
                freeze.thaw(owner.id)
            else:
                freeze.freeze(owner.id, wait_seconds=wait)
        except freeze.MoveRefused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{owner.name} goes on here." if undo else f"{owner.name} is frozen. Next: export_tenant.")
