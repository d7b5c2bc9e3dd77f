"""Two tenants with a row of everything: ours, for whom everything is tried, and theirs, of whom nothing may be seen."""

import copy
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, models
from django.test import override_settings

from conversations.simulator.accounts import DEMO_ACCOUNTS
from tenants import wall
from tenants.models import Channel, Customer, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests import databases
from tests.isolation.plant import Rows, plant
from tests.people import new_tenant

OURS, THEIRS = "ourownword", "theirsecretword"
Snapshot = dict[str, str]


@pytest.fixture(scope="module")
def planted(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Rows, Rows, Path]]:
    """Ours, theirs and the folder of their files: planted once a module, whose tests change them in transactions."""
    folder = tmp_path_factory.mktemp("media")
    with django_db_blocker.unblock(), override_settings(MEDIA_ROOT=folder):
        theirs = plant(new_tenant("theirs"), THEIRS)
        tenant = new_tenant("ours")
        with tenant_scope(tenant.id):  # on a demo account, so that the simulator opens its doors to us
            Channel.objects.update(twilio_account=DEMO_ACCOUNTS[0])
        ours = plant(tenant, OURS)
        connection.close()
    yield ours, theirs, folder
    databases.empty()


@pytest.fixture(autouse=True)
def _own_files(settings: Any, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """What a test does to files it does to a copy."""
    settings.MEDIA_ROOT = tmp_path / "media"
    if "planted" in request.fixturenames:
        shutil.copytree(request.getfixturevalue("planted")[2], settings.MEDIA_ROOT)


@pytest.fixture
def theirs(db: None, planted: tuple[Rows, Rows, Path]) -> Rows:
    return copy.deepcopy(planted[1])


@pytest.fixture
def ours(db: None, planted: tuple[Rows, Rows, Path]) -> Rows:
    return copy.deepcopy(planted[0])


@pytest.fixture
def untouched(theirs: Rows) -> Callable[[], bool]:
    """Whether their rows and files are as they were when this was asked for."""
    before = snapshot(theirs)
    return lambda: snapshot(theirs) == before


def snapshot(rows: Rows) -> Snapshot:
    """Every row of a tenant, and every file of its folder."""
    statement, tables = _all_rows()
    with fleet_scope(), connection.cursor() as cursor:
        cursor.execute(statement, [rows[Tenant].pk] * tables)
        return dict(cursor.fetchall())


@cache
def _all_rows() -> tuple[str, int]:
    """One statement for all tables, and how many these are: each for itself is one round trip more each time."""
    walled = [*wall.walled_models()]
    return " UNION ALL ".join(map(_rows_of, walled)), len(walled)


def _rows_of(model: type[models.Model]) -> str:
    key = "id" if model is Tenant else "tenant_id"
    rows = "coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '')"
    return f"""SELECT '{model._meta.label}', {rows} FROM "{model._meta.db_table}" t WHERE {key} = %s"""


def secrets_of(rows: Rows) -> list[str]:
    """Strings that may stand in no answer to anybody else."""
    return [THEIRS, rows[Customer].address.removeprefix("whatsapp:+"), f"secret-{rows[Tenant].slug}"]
