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
    """Put up the wall after a migration: the signal comes when every table exists, whichever app it belongs to."""
    from tenants import wall  # noqa: PLC0415  models are not loaded yet when this module is

    wall.build(
        using=using,
        runtime_role=settings.DATABASES["default"]["USER"],
        fleet_role=settings.TULIA.fleet_role,
    )
