"""Lists and reports from a real streaming replica: the same wall, nothing written, and the primary when it is away."""

import tempfile
import threading
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import DatabaseError, connections, router

from config.doctor import database as doctor
from config.embedded.postgres import RUNTIME, EmbeddedPostgres
from config.parts import databases as aliases
from tenants import replica
from tenants.models import BlockEntry, Customer, Tenant
from tenants.scope import TenantFrozen, also_on, fleet_scope, tenant_scope
from tenants.tenancy import new_id
from tests import databases, replicas
from tests.depth import thorough
from tests.people import member, new_tenant, seated

pytestmark = thorough

ROOT = Path(__file__).resolve().parents[2]
# In seconds: what no test lasts, and what any pause is longer than.
LONG, SHORT = 3600.0, 1e-9


class Pair:
    """A primary and its replica, and the connections of an installation that has both."""

    def __init__(self, folder: Path) -> None:
        databases.lay(folder / "primary", ROOT)
        self.primary = EmbeddedPostgres(folder / "primary")
        self.primary.start()
        self.replica = replicas.stream_to(folder / "replica", self.primary)

    def alias(self, server: EmbeddedPostgres, make: Callable[..., Any]) -> dict[str, Any]:
        found = deepcopy(connections["default"].settings_dict)
        return found | make(server._url(RUNTIME, databases.INSTALLED), pool_size=4, has_pgbouncer=False)

    def pause(self) -> None:
        """Everything written until now is replayed, and that is known; nothing is that comes after."""
        while not replica._standing.look():
            replica._standing.asked_at = 0
        replicas.as_superuser(self.replica, "SELECT pg_wal_replay_pause()")

    def go_on(self) -> None:
        replicas.as_superuser(self.replica, "SELECT pg_wal_replay_resume()")

    def stop(self) -> None:
        self.replica.stop()
        self.primary.stop()


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    """Not in pytest's folder, which each run that begins closes to the user whom PostgreSQL runs as."""
    with tempfile.TemporaryDirectory(prefix="tulia-pair-") as folder:
        made = Pair(Path(folder))
        yield made
        made.stop()


@pytest.fixture
def installed(
    pair: Pair, django_db_setup: None, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> Iterator[Callable[[Callable[[], Any]], Any]]:
    """Run something on a thread whose installation is this pair: each thread has connections of its own."""
    made = {"default": pair.alias(pair.primary, aliases.runtime), "replica": pair.alias(pair.replica, aliases.replica)}
    monkeypatch.setitem(django_settings.DATABASES, replica.ALIAS, made["replica"])
    monkeypatch.setattr(router, "routers", [replica.Router()])
    given = {"replica_url": "postgresql://replica", "replica_lag_seconds": LONG}
    settings.TULIA = settings.TULIA.model_copy(update=given)
    replica.forget()

    def run(act: Callable[[], Any]) -> Any:
        told = SimpleNamespace(result=None, error=None)

        def on_its_own() -> None:
            ours = {alias: connections["default"].__class__(made[alias], alias=f"pair {alias}") for alias in made}
            for alias, wrapper in ours.items():
                connections[alias] = wrapper
            try:
                told.result = act()
            except BaseException as error:
                told.error = error
            finally:
                for wrapper in ours.values():
                    wrapper.close()
                    wrapper.close_pool()

        thread = threading.Thread(target=on_its_own)
        thread.start()
        thread.join()
        if told.error is not None:
            raise told.error
        return told.result

    with django_db_blocker.unblock():
        yield run
    replica.forget()


def addresses() -> set[str]:
    return set(Customer.objects.values_list("address", flat=True))


def test_what_is_read_is_some_seconds_old_and_never_beyond_what_is_allowed(
    installed: Any, pair: Pair, settings: Any
) -> None:
    def act() -> None:
        tenant = new_tenant()
        with tenant_scope(tenant.id):
            Customer.objects.create(address="whatsapp:+254700000001")
        with tenant_scope(tenant.id):
            pair.pause()
            try:
                assert replica.read(addresses) == {"whatsapp:+254700000001"}
                write(tenant, "whatsapp:+254700000002")
                assert replica.read(addresses) == {"whatsapp:+254700000001"}, "it was read from the replica"
                assert len(addresses()) == 2
                settings.TULIA = settings.TULIA.model_copy(update={"replica_lag_seconds": SHORT})
                replica._standing.asked_at = 0
                assert len(replica.read(addresses)) == 2, "it is too far behind"
                settings.TULIA = settings.TULIA.model_copy(update={"replica_lag_seconds": LONG})
                replica.forget()
                assert len(replica.read(addresses)) == 2, "nothing is known of how far behind it is"
            finally:
                pair.go_on()

    installed(act)


def test_the_wall_stands_there_and_nothing_is_written(installed: Any, pair: Pair) -> None:
    def act() -> None:
        ours, theirs = new_tenant(), new_tenant()
        replica.catch_up(within=60)
        with tenant_scope(ours.id), also_on(replica.ALIAS), connections[replica.ALIAS].cursor() as cursor:
            cursor.execute("SELECT slug FROM tenants_tenant")
            assert cursor.fetchall() == [(ours.slug,)]
        with fleet_scope(), also_on(replica.ALIAS):
            slugs = set(Tenant.objects.using(replica.ALIAS).values_list("slug", flat=True))
        assert {ours.slug, theirs.slug} <= slugs
        with pytest.raises((DatabaseError, TenantFrozen)), tenant_scope(ours.id), also_on(replica.ALIAS):
            Customer.objects.using(replica.ALIAS).create(address="whatsapp:+254700000003")
        with connections[replica.ALIAS].cursor() as cursor:
            cursor.execute("SELECT count(*) FROM tenants_tenant")
            assert cursor.fetchone() == (0,), "outside a scope there are no rows"
            cursor.execute("SHOW default_transaction_read_only")
            assert cursor.fetchone() == ("on",)

    installed(act)


def test_writing_beside_a_read_goes_to_the_primary(installed: Any) -> None:
    def act() -> None:
        tenant = new_tenant()
        replica.catch_up(within=60)

        def view() -> str:
            row = Tenant.objects.get()
            assert row._state.db == replica.ALIAS
            row.bot_name = "Zuri"
            row.save()
            return str(row._state.db)

        with tenant_scope(tenant.id):
            assert replica.read(view) == "default"
            assert Tenant.objects.get().bot_name == "Zuri"

    installed(act)


def test_a_list_comes_from_there_unless_one_has_just_changed_something(installed: Any, pair: Pair) -> None:
    def act() -> None:
        tenant = new_tenant()
        browser = seated(member(tenant))
        write(tenant, "whatsapp:+254700000004")
        pair.pause()
        try:
            write(tenant, "whatsapp:+254700000005")
            page = browser.get("/admin/tenants/customer/").content.decode()
            assert ("254700000004" in page, "254700000005" in page) == (True, False)
            given = {"kind": "words", "pattern": "kwaheri", "outcome": "silence"}
            assert browser.post("/admin/tenants/blockentry/add/", given).status_code == 302
            assert "kwaheri" in browser.get("/admin/tenants/blockentry/").content.decode()
        finally:
            pair.go_on()
        with tenant_scope(tenant.id):
            assert BlockEntry.objects.filter(pattern="kwaheri").exists()

    installed(act)


def test_without_it_the_primary_answers(installed: Any, pair: Pair) -> None:
    def act() -> None:
        tenant = new_tenant()
        write(tenant, "whatsapp:+254700000006")
        assert replica.catch_up(within=60) is not None
        seen = []

        def view() -> set[str]:
            seen.append(Customer.objects.all().db)
            if len(seen) == 1:
                pair.replica.stop()
            return addresses()

        try:
            with tenant_scope(tenant.id):
                assert replica.read(view) == {"whatsapp:+254700000006"}
            assert seen == [replica.ALIAS, "default"]
            with tenant_scope(tenant.id):
                assert replica.read(lambda: Customer.objects.all().db) == "default"
            assert [one.level for one in doctor.replica()] == ["fault"]
        finally:
            pair.replica.start_again()

    installed(act)


def test_doctor_tells_how_far_behind_it_is(installed: Any, pair: Pair, settings: Any) -> None:
    def act() -> None:
        assert [one.level for one in doctor.replica()] == ["ok"]
        pair.pause()
        settings.TULIA = settings.TULIA.model_copy(update={"replica_lag_seconds": 0.2})
        try:
            write(new_tenant(), "whatsapp:+254700000007")
            assert [one.level for one in doctor.replica()] == ["warning"]
        finally:
            pair.go_on()

    installed(act)


def test_a_server_that_is_no_replica_is_left_out(installed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def act() -> None:
        tenant = new_tenant()
        connections[replica.ALIAS] = connections["default"].__class__(
            connections["default"].settings_dict, "pair default"
        )
        with tenant_scope(tenant.id):
            assert replica.read(lambda: Customer.objects.all().db) == "default"
        assert [one.level for one in doctor.replica()] == ["fault"]

    installed(act)


def write(tenant: Tenant, address: str) -> None:
    """Committed at once, beside whatever scope is open here."""

    def on_its_own() -> None:
        with tenant_scope(tenant.id):
            Customer.objects.create(id=new_id(), address=address)
        connections["default"].close()

    ours = connections["default"]

    def run() -> None:
        connections["default"] = ours.__class__(ours.settings_dict, alias="pair default")
        on_its_own()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
