"""The tenant that a command names."""

from django.core.management.base import CommandError

from tenants.models import Tenant
from tenants.scope import fleet_scope


def agrees(question: str) -> bool:
    """Whether whoever runs it says yes; raises CommandError where nobody is there to be asked."""
    try:
        return input(f"{question} [y/N] ").strip().lower() == "y"
    except EOFError as error:
        raise CommandError("Nobody is there to be asked. With --yes it is done unasked.") from error


def get_tenant(slug: str) -> Tenant:
    """The tenant with this slug; raises CommandError."""
    with fleet_scope():
        found: Tenant | None = Tenant.objects.filter(slug=slug).first()
    if found is None:
        raise CommandError(f"There is no tenant {slug}.")
    return found
