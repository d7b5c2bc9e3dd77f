"""Statements compiled once ask as the tenant in scope, with their own values; and writes wait for the COMMIT."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, ProgrammingError, connection, models, transaction

from tenants import scope
from tenants.models import Channel, Customer, Tenant
from tenants.postgresql.compiled import compiled, insert_later
from tenants.scope import fleet_scope, tenant_scope

MakeTenant = Callable[..., Tenant]
database: Any = connection


@compiled
def of_kind(kind: str, before: datetime) -> models.QuerySet[Channel]:
    return Channel.objects.select_related("tenant").filter(kind=kind, created_at__lt=before).order_by("id")


@compiled
def names(ids: Sequence[UUID]) -> "models.QuerySet[Customer, tuple[UUID, str]]":
    return Customer.objects.filter(id__any_of=ids).order_by("name").values_list("id", "name")


def test_each_call_asks_with_its_own_values_and_as_its_own_tenant(db: None, make_tenant: MakeTenant) -> None:
    tenants = [make_tenant(), make_tenant()]
    soon = datetime.now(UTC) + timedelta(hours=1)
    for tenant in (*tenants, *tenants):
        with tenant_scope(tenant.id):
            (channel,) = of_kind("whatsapp", before=soon)
            assert (channel.tenant_id, channel.tenant.slug) == (tenant.id, tenant.slug)
            assert channel == Channel.objects.get(kind="whatsapp")
            assert of_kind("whatsapp", before=soon - timedelta(days=2)) == of_kind("smoke signals", before=soon) == []


def test_one_statement_serves_lists_of_any_length(db: None, make_tenant: MakeTenant, statements: Any) -> None:
    with tenant_scope(make_tenant().id):
        people = [Customer.objects.create(name=name, address=name) for name in ("Amina", "Baraka", "Chao")]
        names([])
        with statements() as seen:
            found = [names([person.id for person in people[:count]]) for count in range(4)]
    expected = [[], ["Amina"], ["Amina", "Baraka"], ["Amina", "Baraka", "Chao"]]
    assert [[name for _, name in rows] for rows in found] == expected
    assert len(seen) == 4


def test_outside_a_tenants_scope_nothing_is_asked(db: None) -> None:
    with pytest.raises(scope.NoScope):
        names([])
    with pytest.raises(scope.NoScope), fleet_scope():
        names([])


def customers() -> set[str]:
    return set(Customer.objects.values_list("name", flat=True))


def person(name: str, **fields: Any) -> Customer:
    return Customer(name=name, address=name, **fields)


@pytest.mark.parametrize("nested", [False, True])
def test_a_write_that_waits_is_there_for_the_next_statement_and_after_the_commit(
    committed_db: None, make_tenant: MakeTenant, nested: bool
) -> None:
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        if nested:
            with tenant_scope(tenant.id):
                insert_later([person("Amina"), person("Baraka")])
        else:
            insert_later([person("Amina"), person("Baraka")])
        assert customers() == {"Amina", "Baraka"}
        insert_later([person("Chao")])
    with tenant_scope(tenant.id):
        assert customers() == {"Amina", "Baraka", "Chao"}
        saved = Customer.objects.get(name="Chao")
        assert (saved.tenant_id, saved.tags) == (tenant.id, [])


def test_a_transaction_of_nothing_but_waiting_writes_is_committed(committed_db: None, make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        insert_later([person("Amina")])
    with tenant_scope(tenant.id):
        assert customers() == {"Amina"}


def test_what_waits_is_undone_with_its_own_block_only(committed_db: None, make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        insert_later([person("kept")])
        with suppress(KeyError), transaction.atomic():
            insert_later([person("undone")])
            raise KeyError
        with suppress(KeyError), transaction.atomic():
            assert customers() == {"kept"}
            insert_later([person("undone")])
            raise KeyError
    with suppress(KeyError), tenant_scope(tenant.id):
        insert_later([person("undone")])
        raise KeyError
    with tenant_scope(tenant.id):
        assert customers() == {"kept"}


def test_a_wrong_write_fails_the_commit_and_takes_everything_with_it(
    committed_db: None, make_tenant: MakeTenant
) -> None:
    tenant, other = make_tenant(), make_tenant()
    with pytest.raises(ProgrammingError), tenant_scope(tenant.id):  # the wall
        insert_later([person("Amina"), person("spy", tenant_id=other.id)])
    with pytest.raises(IntegrityError), tenant_scope(tenant.id):
        insert_later([person("Amina")] * 2)
    for each in (tenant, other):
        with tenant_scope(each.id):
            assert customers() == set()


@pytest.mark.parametrize("outer", [False, True])
def test_a_scope_of_one_statement_has_one(committed_db: None, make_tenant: MakeTenant, outer: bool) -> None:
    tenant = make_tenant()
    with transaction.atomic() if outer else nullcontext():
        with tenant_scope(tenant.id, has_one_statement=True):
            Customer.objects.create(name="Amina", address="Amina")
        with pytest.raises(ProgrammingError), tenant_scope(tenant.id, has_one_statement=True):
            assert customers() == customers()
        with tenant_scope(tenant.id):
            assert customers() == {"Amina"}
            customers()
    with suppress(KeyError), tenant_scope(tenant.id, has_one_statement=True):
        raise KeyError
    with tenant_scope(tenant.id), tenant_scope(tenant.id, has_one_statement=True):
        assert customers() == customers()  # it joined
