"""`manage.py export_customer <tenant-slug> <address> <out.zip>`: a copy of all that is kept of one customer."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations.rights.erasure import CustomerUnknown
from conversations.rights.export import export
from conversations.rights.management.customer import get_customer, tell
from tenants.management.named import get_tenant


class Command(BaseCommand):
    help = "Write all that is kept of one customer into a ZIP file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", help="The tenant's slug.")
        parser.add_argument("address", help="An address of the customer: +254700000001.")
        parser.add_argument("out", type=Path, help="The ZIP file to write; it must not exist yet.")

    def handle(self, *args: Any, tenant: str, address: str, out: Path, **options: Any) -> None:
        try:
            owner = get_tenant(tenant)
            customer = get_customer(owner.id, address)
            with out.open("xb") as file:
                report = export(owner.id, customer.id, file)
        except CustomerUnknown as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
        tell(self.stdout, f"Written to {out}", report)
