"""What prepares a statement is sent with it, and holds exactly as long as if it had been sent at once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from tenants.models import Channel, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.round_trips import counted

MakeTenant = Callable[..., Tenant]


@pytest.fixture
def round_trips() -> Callable[[], Any]:
    return counted


def setting() -> tuple[str, str]:
    """The tenant and the role that PostgreSQL knows now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(current_setting('tulia.tenant_id', true), ''), current_user::text")
        row: tuple[str, str] = cursor.fetchone()
    return row


def slugs() -> set[str]:
    """Seen by PostgreSQL's wall alone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT slug FROM tenants_tenant")
        return {slug for (slug,) in cursor.fetchall()}


def test_a_scope_of_one_statement_waits_for_it_and_for_its_commit(
    committed_db: None, make_tenant: MakeTenant, round_trips: Any
) -> None:
    tenant = make_tenant()
    connection.ensure_connection()
    with round_trips() as sent, tenant_scope(tenant.id):
        assert slugs() == {tenant.slug}
    assert len(sent) == 2
    with round_trips() as sent, tenant_scope(tenant.id), tenant_scope(tenant.id):
        slugs()
        slugs()
    assert len(sent) == 3
    with round_trips() as sent, tenant_scope(tenant.id, has_one_statement=True):
        assert slugs() == {tenant.slug}
    assert len(sent) == 1


def test_a_scope_that_asks_nothing_sends_nothing(committed_db: None, make_tenant: MakeTenant, round_trips: Any) -> None:
    tenant = make_tenant()
    connection.ensure_connection()
    with round_trips() as sent, tenant_scope(tenant.id), transaction.atomic():
        pass
    with round_trips() as more, fleet_scope():
        pass
    assert len(sent) + len(more) == 0


def test_one_scope_after_the_other_in_one_transaction(db: None, make_tenant: MakeTenant) -> None:
    ours, theirs, (nobody, role) = make_tenant(), make_tenant(), setting()
    for tenant in (ours, theirs, ours):
        with tenant_scope(tenant.id):
            pass
        with tenant_scope(tenant.id):
            assert slugs() == {tenant.slug}
            assert setting() == (str(tenant.id), role)
        assert slugs() == set()
        assert setting() == (nobody, role) == ("", role)
    with fleet_scope():
        assert slugs() >= {ours.slug, theirs.slug}
        assert setting()[1] != role
    assert setting() == ("", role)


class Broken(Exception):
    """Something that ends a block."""


@pytest.mark.parametrize("asks", [True, False])
def test_what_was_rolled_back_leaves_no_scope(db: None, make_tenant: MakeTenant, asks: bool) -> None:
    ours, theirs, role = make_tenant(), make_tenant(), setting()[1]

    def breaks() -> None:
        if asks:
            Channel.objects.update(problem="lost")
        raise Broken

    with pytest.raises(Broken), tenant_scope(ours.id):
        breaks()
    assert setting() == ("", role)
    with tenant_scope(theirs.id):
        with pytest.raises(Broken), tenant_scope(theirs.id), transaction.atomic():
            breaks()
        assert slugs() == {theirs.slug}
        assert Channel.objects.get().problem == ""
    with tenant_scope(ours.id):
        assert Channel.objects.get().problem == ""


def test_a_statement_that_fails_takes_its_own_block_only(db: None, make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        Channel.objects.update(problem="kept")
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")
        with pytest.raises(UnicodeError), transaction.atomic():
            Channel.objects.filter(problem="\ud800").exists()
        assert Channel.objects.get().problem == "kept"
    assert slugs() == set()


def test_rows_that_are_fetched_bit_by_bit_are_the_tenants(db: None, make_tenant: MakeTenant) -> None:
    ours, _ = make_tenant(), make_tenant()
    with tenant_scope(ours.id):
        assert [channel.tenant_id for channel in Channel.objects.iterator()] == [ours.id]
    copying = "COPY (SELECT slug FROM tenants_tenant) TO STDOUT"
    with tenant_scope(ours.id), connection.cursor() as cursor, cursor.copy(copying) as copy:
        assert [bytes(row) for row in copy] == [f"{ours.slug}\n".encode()]
