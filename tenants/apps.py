"""The tenants room as a Django app: it rebuilds the wall after every migration."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate


class TenantsConfig(AppConfig):
    name = "tenants"
    verbose_name = "Business"

    def ready(self) -> None:
        post_migrate.connect(build_wall, sender=self)


def build_wall(*, using: str, plan: Any = None, **_: Any) -> None:
    """Every table exists by now, whichever app it belongs to: the signal follows the whole migration."""
    from tenants import wall  # noqa: PLC0415  models are not loaded yet when this module is

    wall.build(
        using=using,
        runtime_role=settings.DATABASES["default"]["USER"],
        fleet_role=settings.TULIA.fleet_role,
    )
