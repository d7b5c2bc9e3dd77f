"""What the commands about one customer share: whom an address means, and how they tell what they did."""

from collections.abc import Mapping
from uuid import UUID

from django.core.management.base import OutputWrapper
from rich.console import Console
from rich.table import Table

from conversations.rights.erasure import CustomerUnknown
from tenants.customers import addresses
from tenants.customers.phones import e164_of
from tenants.models import Customer, CustomerAddress
from tenants.scope import tenant_scope


def get_customer(tenant_id: UUID, address: str) -> Customer:
    """The customer who writes from +254700000001, 0700 000 001 or whatsapp:+254700000001; raises CustomerUnknown."""
    address = address.strip()
    full = address if address.startswith(("whatsapp:", "web:")) else f"whatsapp:{e164_of(address) or address}"
    with tenant_scope(tenant_id):
        known = CustomerAddress.objects.select_related("customer").filter(key=addresses.key_of(full)).first()
        customer: Customer | None = known.customer if known else Customer.objects.filter(address=full).first()
    if customer is None:
        raise CustomerUnknown("No customer of this tenant has this address.")
    return customer


def tell(stdout: OutputWrapper, title: str, report: Mapping[str, int]) -> None:
    """One line a table."""
    table = Table("", "rows", title=title, title_justify="left")
    for name, count in report.items():
        table.add_row(name, f"{count:,}")
    Console(file=stdout).print(table)  # type: ignore[arg-type]  # Django's wrapper writes text
