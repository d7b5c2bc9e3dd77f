"""Who changed the encryption key as the documentation said lost every secret but the Twilio tokens."""

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command, get_commands
from django.db import connection

from tenants import second_factor, secrets
from tenants.management.commands import rotate_secrets
from tenants.models import AuthenticatorApp, Tenant
from tenants.scope import fleet_scope
from tests.isolation.plant import plant
from tests.people import person

pytestmark = pytest.mark.django_db
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "settings.md").read_text()
STEPS = PAGE.partition("**A new encryption key**")[2].partition("\n## ")[0]
BEFORE, DURING, AFTER = (STEPS.partition(f"\n{number}. ")[2].partition(f"\n{number + 1}. ")[0] for number in (1, 2, 3))
NEW, OLD = "k2", "k1"
Sealed = list[tuple[Any, str, str]]


def sealed_rows(tenants: list[Tenant]) -> Sealed:
    """A secret in every column of every model that holds one, for each tenant: row, column, what it was."""
    found: Sealed = []
    for tenant in tenants:
        for model, row in plant(tenant, f"word{tenant.slug[-8:]}").items():
            # A web channel stands in the table of all channels, and keeps no secret.
            for column in columns(model) if not model._meta.proxy else ():
                plain = f"{tenant.slug} {model.__name__} {column}"
                sealed = secrets.seal(plain, owner_id=tenant.id)
                with fleet_scope():
                    model._default_manager.filter(pk=row.pk).update(**{column: sealed})
                found.append((row, column, plain))
    return found


def columns(model: Any) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if field.attname.startswith(rotate_secrets.PREFIX)]


def still_sealed_with(key: str) -> list[str]:
    """Every column of every table, whatever its name, in which a value begins with the key's name."""
    left = []
    with fleet_scope(), connection.cursor() as cursor:
        for model in apps.get_models():
            for field in model._meta.concrete_fields:
                if field.get_internal_type() in ("CharField", "TextField"):
                    table, column = model._meta.db_table, field.column
                    cursor.execute(f'SELECT count(*) FROM "{table}" WHERE "{column}" LIKE %s', [f"{key}:%"])
                    left += [f"{table}.{column}"] * cursor.fetchone()[0]
    return left


def follow(page: str) -> None:
    """Run the commands of a step, as they are written."""
    for command, words in re.findall(r"manage\.py (\w+)([^\n`]*)", page):
        assert command in get_commands(), f"docs/settings.md names a command that there is not: {command}"
        call_command(command, *words.split(), stdout=StringIO())


def test_the_document_changes_the_key_of_every_secret(make_tenant: Callable[..., Tenant], settings: Any) -> None:
    rows = sealed_rows([make_tenant(), make_tenant()])
    assert {"sealed_auth_token", "sealed_consumer_key", "sealed_passkey"} <= {column for _, column, _ in rows}
    phones = {phone.pk: phone.key for phone in (second_factor.new_app(person()), second_factor.new_app(person()))}
    old, new = settings.ENCRYPTION_RING, secrets.parse_ring(secrets.new_key(NEW))
    assert set(old) == {OLD}
    assert f"{NEW}:…,{OLD}:…" in BEFORE
    settings.ENCRYPTION_RING = {**new, **old}
    follow(DURING)
    assert "Take the old key out" in AFTER
    settings.ENCRYPTION_RING = new
    with fleet_scope():
        for row, column, plain in rows:
            sealed = getattr(type(row)._default_manager.get(pk=row.pk), column)
            assert secrets.unseal(sealed, owner_id=row.tenant_id) == plain, f"{type(row).__name__}.{column} is lost"
    assert {phone.pk: phone.key for phone in AuthenticatorApp.objects.filter(pk__in=phones)} == phones
    assert still_sealed_with(OLD) == []


def test_the_command_finds_every_column_that_holds_a_secret() -> None:
    named = {(model, column) for model in apps.get_models() for column in columns(model)}
    assert set(rotate_secrets.sealed_columns()) == named


def test_a_secret_written_meanwhile_is_kept(
    make_tenant: Callable[..., Tenant], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((row, column, _), *_) = sealed_rows([make_tenant()])
    model, unseal = type(row), secrets.unseal
    settings.ENCRYPTION_RING = {**secrets.parse_ring(secrets.new_key(NEW)), **settings.ENCRYPTION_RING}

    def slowly(sealed: str, **options: Any) -> str:
        """While it is opened, somebody writes another."""
        written = secrets.seal("newer", owner_id=row.tenant_id)
        model._default_manager.filter(pk=row.pk).update(**{column: written})
        return unseal(sealed, **options)

    monkeypatch.setattr(secrets, "unseal", slowly)
    call_command("rotate_secrets", stdout=StringIO())
    with fleet_scope():
        sealed = getattr(model._default_manager.get(pk=row.pk), column)
    assert unseal(sealed, owner_id=row.tenant_id) == "newer"
