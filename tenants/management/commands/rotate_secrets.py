"""`manage.py rotate_secrets`: seal every tenant's secrets again with the newest key of the ring."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand

from tenants import secrets
from tenants.scope import fleet_scope
from tenants.tenancy import TenantModel

PREFIX = "sealed_"


class Command(BaseCommand):
    help = "Seal every secret with the newest key; afterwards the older keys may leave TULIA_ENCRYPTION_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        with fleet_scope():
            count = sum(_reseal(model, column) for model, column in sealed_columns())
        self.stdout.write(f"{count} secrets sealed again.")


def sealed_columns() -> Iterator[tuple[type[TenantModel], str]]:
    """Every column that holds a secret: by their name, so that a new one is rotated by itself."""
    for model in apps.get_models():
        if issubclass(model, TenantModel):
            names = [field.attname for field in model._meta.concrete_fields]
            yield from ((model, name) for name in names if name.startswith(PREFIX))


def _reseal(model: type[TenantModel], column: str) -> int:
    """How many of its values another key had sealed."""
    count = 0
    for row in model._default_manager.exclude(**{column: ""}).only("tenant_id", column).iterator():
        sealed: str = getattr(row, column)
        if not secrets.is_current(sealed):
            plain = secrets.unseal(sealed, tenant_id=row.tenant_id)
            # Unless somebody has written a new one meanwhile, which the newest key has sealed already.
            same = model._default_manager.filter(**{"pk": row.pk, column: sealed})
            count += same.update(**{column: secrets.seal(plain, tenant_id=row.tenant_id)})
    return count
