"""`manage.py erase_customer <tenant-slug> <address> [--yes]`: remove all that is kept of one customer."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations.rights import whose
from conversations.rights.erasure import CustomerUnknown, erase
from conversations.rights.management.told import tell


class Command(BaseCommand):
    help = "Remove all that is kept of one customer. It cannot be undone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", help="The tenant's slug.")
        parser.add_argument("address", help="An address of the customer: +254700000001.")
        parser.add_argument("--yes", action="store_true", help="Do not ask.")

    def handle(self, *args: Any, tenant: str, address: str, yes: bool, **options: Any) -> None:
        try:
            owner = whose.get_tenant(tenant)
            customer = whose.get_customer(owner.id, address)
            if not yes and input(f"Erase all that {owner.name} keeps of {address}? [y/N] ").strip().lower() != "y":
                raise CommandError("Nothing was erased.")
            report = erase(owner.id, customer.id)
        except (whose.TenantUnknown, CustomerUnknown) as error:
            raise CommandError(str(error)) from error
        tell(self.stdout, "Erased", report)
