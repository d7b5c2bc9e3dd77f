"""A tenant with a row of everything and files, in a folder of its own."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import AnyHttpUrl

from conversations import routing
from conversations.moving.models import HeldRequest
from tenants import secrets
from tenants.management.commands.rotate_secrets import sealed_columns
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tenants.tenancy import TenantModel
from tests.isolation.plant import Rows, plant
from tests.people import new_tenant


@pytest.fixture
def moving(committed_db: None, tmp_path: Path, settings: Any) -> Rows:
    """The rows of a tenant whose installation is reached at http://testserver."""
    settings.MEDIA_ROOT = tmp_path / "old home"
    settings.TULIA = settings.TULIA.model_copy(update={"public_base_url": AnyHttpUrl("http://testserver")})
    routing.forget()
    rows = plant(new_tenant("mover"), "karibuword")
    with tenant_scope(rows[Tenant].pk):
        HeldRequest.objects.all().delete()
        for model, column in sealed_columns():
            if issubclass(model, TenantModel) and not issubclass(model, Channel):
                model._default_manager.update(**{column: secrets.seal("karibuword", owner_id=rows[Tenant].pk)})
    other = new_tenant("stayer")
    rows[Tenant].other = other  # type: ignore[attr-defined]
    return rows
