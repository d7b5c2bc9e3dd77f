"""`manage.py rotate_secrets`: seal every secret again, of tenants and of people, with the newest key of the ring."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from django.db.models import Model

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


def sealed_columns() -> Iterator[tuple[type[Model], str]]:
    """Every column that holds a secret: by their name, so that a new one is rotated by itself."""
    for model in apps.get_models():
        names = [field.attname for field in model._meta.concrete_fields]
        yield from ((model, name) for name in names if name.startswith(PREFIX))


def _reseal(model: type[Model], column: str) -> int:
    """How many of its values another key had sealed."""
    count, owner = 0, "tenant_id" if issubclass(model, TenantModel) else "user_id"
    for row in model._default_manager.exclude(**{column: ""}).only(owner, column).iterator():
        sealed: str = getattr(row, column)
        if not secrets.is_current(sealed):
            plain = secrets.unseal(sealed, owner_id=getattr(row, owner))
            # Unless somebody has written a new one meanwhile, which the newest key has sealed already.
            same = model._default_manager.filter(**{"pk": row.pk, column: sealed})
            count += same.update(**{column: secrets.seal(plain, owner_id=getattr(row, owner))})
    return count
