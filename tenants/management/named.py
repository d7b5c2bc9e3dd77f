"""The tenant that a command names."""

from django.core.management.base import CommandError

from tenants.models import Tenant
from tenants.scope import fleet_scope


def get_tenant(slug: str) -> Tenant:
    """The tenant with this slug; raises CommandError."""
    with fleet_scope():
        found: Tenant | None = Tenant.objects.filter(slug=slug).first()
    if found is None:
        raise CommandError(f"There is no tenant {slug}.")
    return found
