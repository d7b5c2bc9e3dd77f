"""`manage.py doctor` where a disk, connections or a queue fill up, a job is missed, or keys or the log are refused."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from kombu import Connection, Producer, Queue
from pydantic import AnyHttpUrl

from config.doctor import database, installation, servers
from config.embedded.postgres import EmbeddedPostgres
from config.embedded.valkey import EmbeddedValkey
from tenants.diagnosis import Diagnosis
from tenants.models import Tenant
from tenants.schedule import ScheduledJob
from tenants.scope import tenant_scope
from tests import databases
from tests.config.doctor.test_doctor import connected
from tests.depth import thorough
from tests.loopback.money_server import MoneyServer
from tests.soak.site.supervisor import until
from tests.tools.payments.till import open_for_money
from tools.payments.models import PaymentAccount

# Small, and unable to archive its log.
NARROW = """
max_connections = 20
archive_mode = on
archive_command = 'false'
"""


def levels(found: Iterator[Diagnosis]) -> list[str]:
    return [one.level for one in found]


@pytest.fixture
def narrow(tmp_path: Path, django_db_blocker: Any) -> Iterator[EmbeddedPostgres]:
    """A PostgreSQL of one's own, which the doctor looks at."""
    databases.let_through(tmp_path / "any")
    server = EmbeddedPostgres(tmp_path / "postgres", settings=NARROW)
    databases.let_through(tmp_path / "postgres" / "any")
    server.start()
    host = str(server._server.get_postmaster_info().socket_dir)
    with django_db_blocker.unblock(), connected(HOST=host, NAME="postgres", USER="postgres"):
        yield server
    server.stop()


@thorough
def test_connections_that_run_short(narrow: EmbeddedPostgres) -> None:
    assert levels(database.connections_left()) == ["ok"]
    taken = [narrow._as_superuser() for _ in range(12)]
    (found,) = database.connections_left()
    assert (found.level, "of PostgreSQL's 20 connections are in use." in found.sentence) == ("warning", True)
    assert "PgBouncer" in found.remedy
    for each in taken:
        each.close()
    until(lambda: levels(database.connections_left()) == ["ok"], seconds=20, what="they are free again")


@thorough
def test_a_log_that_cannot_be_archived(narrow: EmbeddedPostgres) -> None:
    assert levels(installation.archive()) == []
    with narrow._as_superuser() as superuser:
        superuser.execute("SELECT pg_switch_wal()")
    until(lambda: levels(installation.archive()) == ["fault"], seconds=60, what="PostgreSQL has tried and failed")
    (found,) = installation.archive()
    assert found.sentence == "PostgreSQL cannot archive its write-ahead log."
    with narrow._as_superuser() as superuser:
        superuser.execute("ALTER SYSTEM SET archive_command = 'true'")
        superuser.execute("SELECT pg_reload_conf()")
    until(lambda: levels(installation.archive()) == [], seconds=90, what="it has made up for it")


def test_a_disk_with_little_room(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How much is free is the machine's; what is little is put beside it."""
    settings.TULIA = settings.TULIA.model_copy(update={"data_dir": tmp_path})
    said = []
    for low, full in ((0, 0), (2**60, 0), (2**60, 2**59)):
        monkeypatch.setattr(installation, "LOW", low)
        monkeypatch.setattr(installation, "FULL", full)
        said += [(one.level, one.sentence.endswith(f"GiB are free under {tmp_path}.")) for one in installation.disk()]
    assert said == [("ok", True), ("warning", True), ("fault", True)]


def test_a_folder_that_cannot_be_written(settings: Any, tmp_path: Path) -> None:
    """One that is not there stands for it: root may write everywhere."""
    settings.TULIA = settings.TULIA.model_copy(update={"data_dir": tmp_path / "gone"})
    (found,) = installation.disk()
    assert (found.level, "cannot be written" in found.sentence) == ("fault", True)


@thorough
def test_a_queue_that_nobody_keeps_up_with(settings: Any, tmp_path: Path) -> None:
    valkey = EmbeddedValkey(tmp_path / "valkey")
    valkey.start()
    try:
        settings.TULIA = settings.TULIA.model_copy(update={"celery_broker_url": valkey.url})
        assert levels(servers.broker()) == ["ok"]
        with Connection(settings.TULIA.broker_url) as connection, connection.channel() as channel:
            put = Producer(channel).publish
            for name, count in (("library", servers.MANY + 1), ("turns", servers.MANY)):
                queue = Queue(name, routing_key=name)
                for number in range(count):
                    put({"number": number}, routing_key=name, declare=[queue] if number == 0 else None)
        (found,) = servers.broker()
        assert (found.level, found.sentence) == ("warning", "501 tasks wait in the queue library.")
        assert "--queues library" in found.remedy
    finally:
        valkey.stop()


@pytest.mark.parametrize("name", servers.MISSED_AFTER)
def test_a_job_that_beat_has_not_asked_for(db: None, name: str) -> None:
    ScheduledJob.objects.all().delete()
    assert levels(servers.jobs()) == [], "who is new has missed nothing"
    made = ScheduledJob.objects.create(name=name, claimed_at=timezone.now() - servers.MISSED_AFTER[name])
    (found,) = servers.jobs()
    hours = servers.MISSED_AFTER[name].total_seconds() / 3600
    assert (found.level, found.sentence) == ("warning", f"The job {name} was last begun {hours:.0f} h ago.")
    made.claimed_at = timezone.now() - servers.MISSED_AFTER[name] + timedelta(minutes=1)
    made.save()
    assert levels(servers.jobs()) == []


def test_a_payment_account_whose_keys_are_refused(db: None, make_tenant: Callable[..., Tenant], settings: Any) -> None:
    tenant = make_tenant()
    open_for_money(tenant)

    def look() -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {"daraja": [], "pesapal": []}
        for one in installation.payment_accounts():
            whose, _, sentence = one.sentence.partition(": ")
            found[whose.removeprefix(f"{tenant.slug}, ")].append((one.level, sentence))
        return found

    with MoneyServer() as money:
        stand_ins = {name: AnyHttpUrl(money.url) for name in ("daraja_api_base_url", "pesapal_api_base_url")}
        settings.TULIA = settings.TULIA.model_copy(update=stand_ins)
        well = {"daraja": [("ok", "Connected to Safaricom.")], "pesapal": [("ok", "Connected to PesaPal.")]}
        assert look() == well
        money.fail_next("generate", (400, {"errorCode": "400.008.01", "errorMessage": "Invalid Authentication passed"}))
        found = look()
        assert found["pesapal"] == well["pesapal"]
        assert [level for level, _ in found["daraja"]] == ["fault"]
        assert "Safaricom refused" in found["daraja"][0][1]
        with tenant_scope(tenant.id):
            PaymentAccount.objects.filter(provider="daraja").update(problem="Is the product switched on?")
        assert look() == well | {"daraja": [*well["daraja"], ("fault", "Is the product switched on?")]}
        assert look() == well, "what was wrong is right again, once its keys work"
    assert [level for level, _ in look()["daraja"]] == ["fault"], "the provider is away"
