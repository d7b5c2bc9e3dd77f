"""Two tenants with a row of everything: ours, for whom everything is tried, and theirs, of whom nothing may be seen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, models

from conversations.simulator.accounts import DEMO_ACCOUNTS
from tenants import wall
from tenants.models import Channel, Customer, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.isolation.plant import Rows, plant

OURS, THEIRS = "ourownword", "theirsecretword"
Snapshot = dict[str, str]


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def theirs(db: None, make_tenant: Callable[..., Tenant]) -> Rows:
    return plant(make_tenant(slug="theirs"), THEIRS)


@pytest.fixture
def ours(db: None, make_tenant: Callable[..., Tenant]) -> Rows:
    """On a demo account, so that the simulator opens its doors to us."""
    tenant = make_tenant(slug="ours")
    with tenant_scope(tenant.id):
        Channel.objects.update(twilio_account=DEMO_ACCOUNTS[0])
    return plant(tenant, OURS)


@pytest.fixture
def untouched(theirs: Rows) -> Callable[[], bool]:
    """Whether their rows and files are as they were when this was asked for."""
    before = snapshot(theirs)
    return lambda: snapshot(theirs) == before


def snapshot(rows: Rows) -> Snapshot:
    """Every row of a tenant, and every file of its folder."""
    tenant_id = rows[Tenant].pk
    with fleet_scope(), connection.cursor() as cursor:
        return {model._meta.label: _rows_of(cursor, model, tenant_id) for model in wall.walled_models()}


def _rows_of(cursor: Any, model: type[models.Model], tenant_id: Any) -> str:
    key = "id" if model is Tenant else "tenant_id"
    table = model._meta.db_table
    cursor.execute(
        f'SELECT string_agg(t::text, chr(10) ORDER BY t::text) FROM "{table}" t WHERE {key} = %s', [tenant_id]
    )
    return cursor.fetchone()[0] or ""


def secrets_of(rows: Rows) -> list[str]:
    """Strings that may stand in no answer to anybody else."""
    return [THEIRS, rows[Customer].address.removeprefix("whatsapp:+"), f"secret-{rows[Tenant].slug}"]
