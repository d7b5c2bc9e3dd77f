"""`manage.py erase_customer <tenant-slug> <address> [--yes] [--despite-open-orders]`: erase one customer."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from conversations.rights.erasure import CustomerUnknown, OrdersOpen, erase
from conversations.rights.management.customer import get_customer, tell
from tenants.management.named import agrees, get_tenant


class Command(BaseCommand):
    help = "Erase one customer: all but what the books need, which stays without them. It cannot be undone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", help="The tenant's slug.")
        parser.add_argument("address", help="An address of the customer: +254700000001.")
        parser.add_argument("--yes", action="store_true", help="Do not ask.")
        parser.add_argument("--despite-open-orders", action="store_true", help="Also while an order is not finished.")

    def handle(self, *args: Any, tenant: str, address: str, yes: bool, **options: Any) -> None:
        try:
            owner = get_tenant(tenant)
            customer = get_customer(owner.id, address)
            if not yes and not agrees(f"Erase all that {owner.name} keeps of {address}?"):
                raise CommandError("Nothing was erased.")
            despite_open = options["despite_open_orders"]
            report = erase(owner.id, customer.id, now=timezone.now(), despite_open=despite_open)
        except OrdersOpen as error:
            raise CommandError(f"{error} Finish it first, or erase with --despite-open-orders.") from error
        except CustomerUnknown as error:
            raise CommandError(str(error)) from error
        tell(self.stdout, "Erased", report)
