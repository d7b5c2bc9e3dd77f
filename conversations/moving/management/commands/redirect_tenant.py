"""`manage.py redirect_tenant <tenant-slug> <address> <receipt>`: the old home sends on what still comes to it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import URLValidator

from conversations.moving import archive, freeze
from tenants.management.named import get_tenant


class Command(BaseCommand):
    help = "Say where a frozen tenant lives now. The receipt is what import_tenant has printed there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", help="The tenant's slug.")
        parser.add_argument("address", help="PUBLIC_BASE_URL of its new home.")
        parser.add_argument("receipt", help="What import_tenant has printed.")

    def handle(self, *args: Any, tenant: str, address: str, receipt: str, **options: Any) -> None:
        owner = get_tenant(tenant)
        try:
            URLValidator(schemes=["http", "https"])(address)
            if owner.frozen_at is None or archive.current_receipt(owner.id) != receipt:
                raise CommandError("What the new home has is not what stands here. Nothing was changed.")
            count = freeze.redirect(owner.id, address)
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{owner.name} lives at {address}. {count} reports that came meanwhile are sent there now.")
