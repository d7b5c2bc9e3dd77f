"""`manage.py remove_tenant <tenant-slug> [--yes]`: delete what is left of a tenant that has moved."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations.moving import files, freeze
from tenants.management.named import agrees, get_tenant


class Command(BaseCommand):
    help = "Delete a tenant that lives elsewhere. Afterwards nothing that comes for it is sent on any more."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", help="The tenant's slug.")
        parser.add_argument("--yes", action="store_true", help="Do not ask.")

    def handle(self, *args: Any, tenant: str, yes: bool, **options: Any) -> None:
        owner = get_tenant(tenant)
        if not yes and not agrees(f"Delete all that is left here of {owner.name}?"):
            raise CommandError("Nothing was deleted.")
        try:
            freeze.remove(owner.id)
        except freeze.MoveRefused as error:
            raise CommandError(str(error)) from error
        files.remove(owner.id)
        self.stdout.write(f"Nothing of {owner.name} is left here.")
