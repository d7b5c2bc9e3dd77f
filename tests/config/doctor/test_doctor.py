"""`manage.py doctor` on an installation whose faults are real ones: each is found, with what to do."""

import base64
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.db import connections
from django.test import Client

from config import doctor
from config.parts import caches
from tenants.models import Channel, Tenant, User
from tenants.scope import tenant_scope
from tests.here import ROOT, free_port
from tests.loopback.twilio_server import TwilioServer

Found = dict[str, list[dict[str, str]]]


def examine() -> Found:
    """By subject, what is not well."""
    out = StringIO()
    with suppress(SystemExit):
        call_command("doctor", "--json", stdout=out, stderr=StringIO())
    document = json.loads(out.getvalue())
    assert document["is_well"] == all(one["level"] != "fault" for one in document["found"])
    assert {one["subject"] for one in document["found"]} <= set(doctor.SUBJECTS)
    assert all(one["remedy"] for one in document["found"] if one["level"] != "ok")
    assert all(one["sentence"].endswith(".") for one in document["found"])
    found: Found = {}
    for one in document["found"]:
        found.setdefault(one["subject"], []).append(one)
    return found


def told(found: Found, subject: str, level: str) -> str:
    return " ".join(one["sentence"] for one in found.get(subject, []) if one["level"] == level)


def as_superuser(database: str = "postgres") -> psycopg.Connection:
    owner = django_settings.DATABASES["owner"]
    return psycopg.connect(dbname=database, host=owner["HOST"], user="postgres", autocommit=True)


@pytest.fixture
def run(committed_db: None) -> Callable[..., tuple[int, Found, str]]:
    """The command as an operator runs it: exit code, what was found, and stderr."""

    def running(**environ: str) -> tuple[int, Found, str]:
        done = subprocess.run(
            [sys.executable, "manage.py", "doctor", "--json"], cwd=ROOT, check=False, capture_output=True, text=True,
            env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"} | environ, timeout=120,
        )  # fmt: skip
        found: Found = {}
        for one in json.loads(done.stdout)["found"]:
            found.setdefault(one["subject"], []).append(one)
        return done.returncode, found, done.stderr

    return running


def test_what_is_well_is_said_to_be(committed_db: None) -> None:
    found = examine()
    for subject in ("database", "roles and wall", "extensions", "migrations", "clocks", "connections", "disk"):
        assert [one["level"] for one in found[subject]] == ["ok"], found[subject]


@contextmanager
def connected(**settings: str) -> Iterator[None]:
    """To another database, or as another role."""
    usual = connections["default"]
    options = {name: value for name, value in usual.settings_dict["OPTIONS"].items() if name != "pool"}
    connections["default"] = type(usual)({**usual.settings_dict, **settings, "OPTIONS": options}, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = usual


def test_a_role_that_sees_all_and_a_broker_that_is_dead(committed_db: None, settings: Any) -> None:
    dead = f"redis://127.0.0.1:{free_port()}/0"
    settings.TULIA = settings.TULIA.model_copy(update={"redis_url": dead, "celery_broker_url": dead})
    settings.CACHES = caches.shared(dead)
    with connected(USER="postgres"):
        found = examine()
    assert "bypasses row-level security" in told(found, "roles and wall", "fault")
    assert "does not answer" in told(found, "broker", "fault")
    assert "does not answer" in told(found, "cache", "fault")
    assert "Without the cache" in told(found, "workers", "fault")


def test_a_database_that_was_never_prepared(committed_db: None) -> None:
    name = f"doctor_{os.getpid()}"
    with as_superuser() as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        with connected(NAME=name):
            found = examine()
    finally:
        with as_superuser() as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
    assert "vector is missing" in told(found, "extensions", "fault")
    assert "migrations are not applied" in told(found, "migrations", "fault")
    assert "Tables without their wall" in told(found, "roles and wall", "fault")


def test_a_database_that_is_away(run: Callable[..., tuple[int, Found, str]]) -> None:
    code, found, said = run(DATABASE_URL=f"postgresql://tulia_app@127.0.0.1:{free_port()}/tulia")
    assert code == 1
    assert "still looking at database" not in said, "who is refused need not wait"
    assert "could not be looked at" not in str(found)
    assert "does not let us in" in told(found, "database", "fault")
    assert not doctor.NEEDS_DATABASE & set(found)
    assert "disk" in found


def test_a_table_whose_wall_is_not_forced(committed_db: None) -> None:
    table = Channel._meta.db_table
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
        try:
            found = examine()
        finally:
            cursor.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    assert f"not forced on {table}" in told(found, "roles and wall", "fault")


def test_a_migration_that_is_not_applied_and_one_of_a_newer_version(committed_db: None) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT id, name FROM django_migrations WHERE app = 'tenants' ORDER BY name DESC LIMIT 1")
        key, name = cursor.fetchone()
        cursor.execute("UPDATE django_migrations SET name = '9999_newer' WHERE id = %s", [key])
        try:
            found = examine()
        finally:
            cursor.execute("UPDATE django_migrations SET name = %s WHERE id = %s", [name, key])
    assert "not applied" in told(found, "migrations", "fault")
    assert "1 migrations that this version does not" in told(found, "migrations", "warning")


def known(channel: Channel, base: str, end: str = "#rc=3&rp=ct,rt,5xx") -> dict[str, Any]:
    address = f"{base}/webhooks/twilio/{channel.webhook_token}/"
    hooks = {"callback_url": address + end, "status_callback_url": f"{address}status/{end}"}
    return {"sid": "XE1", "sender_id": channel.sender, "status": "ONLINE", "webhook": hooks}


@pytest.mark.parametrize(
    ("of_twilio", "level", "words"),
    [
        (lambda channel: [known(channel, "http://127.0.0.1:8000")], "ok", "Twilio posts to us."),
        (lambda channel: [], "fault", "has no sender"),
        (
            lambda channel: [known(channel, "https://old.example")],
            "fault",
            "posts its messages and statuses to another",
        ),
        (lambda channel: [known(channel, "http://127.0.0.1:8000", end="")], "warning", "tries only once"),
        (lambda channel: [known(channel, "http://127.0.0.1:8000") | {"webhook": None}], "fault", "to another address"),
    ],
)
def test_where_twilio_posts(
    of_twilio: Callable[[Channel], list[dict[str, Any]]], level: str, words: str, to_twilio: TwilioServer, db: None,
    make_tenant: Callable[..., Tenant],
) -> None:  # fmt: skip
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
    to_twilio.senders = of_twilio(channel)
    found = [one for one in doctor.installation.channels() if tenant.slug in one.sentence]
    assert [(one.level, words in one.sentence) for one in found] == [(level, True)], found


@pytest.mark.parametrize(
    ("approval", "level", "words"),
    [
        ({"status": "approved"}, "ok", "is approved"),
        ({"status": "pending"}, "warning", "waits for WhatsApp's approval"),
        ({"status": "rejected", "rejection_reason": "TAG_CONTENT_MISMATCH"}, "fault", "rejected: TAG_CONTENT_MISMATCH"),
        ({"status": "paused"}, "fault", "is paused"),
        (None, "fault", "Twilio knows no template"),
    ],
)
def test_what_became_of_a_template(
    approval: dict[str, str] | None, level: str, words: str, to_twilio: TwilioServer, db: None,
    make_tenant: Callable[..., Tenant],
) -> None:  # fmt: skip
    sid = "HX" + "1" * 32
    tenant = make_tenant(templates={"order.paid": {"name": "paid", "content_sid": sid, "body": "", "variables": []}})
    with tenant_scope(tenant.id):
        to_twilio.senders = [known(Channel.objects.get(), "http://127.0.0.1:8000")]
    if approval:
        to_twilio.approvals = {sid: approval}
    found = [one for one in doctor.installation.channels() if tenant.slug in one.sentence]
    assert [(one.level, words in one.sentence) for one in found[1:]] == [(level, True)]


def test_a_token_that_twilio_refuses(to_twilio: TwilioServer, db: None, make_tenant: Callable[..., Tenant]) -> None:
    tenant = make_tenant()
    to_twilio.fail_next((401, {"code": 20003, "message": "Authenticate"}))
    (found,) = [one for one in doctor.installation.channels() if tenant.slug in one.sentence]
    assert found.level == "fault"
    assert "auth token is not this account's" in found.sentence


def test_backups_that_nobody_makes(committed_db: None, settings: Any, tmp_path: Path) -> None:
    stamp = tmp_path / "backup"
    said = []
    for hours in (None, 1, 40):
        if hours is not None:
            stamp.touch()
            os.utime(stamp, (time.time() - hours * 3600,) * 2)
        settings.TULIA = settings.TULIA.model_copy(update={"backup_stamp": stamp})
        said += [(one.level, one.sentence) for one in doctor.installation.backups()]
    assert [level for level, _ in said] == ["fault", "ok", "fault"]
    assert "does not exist" in said[0][1]
    assert said[2][1] == "The last backup was made 40 h ago."


def test_an_installation_that_others_reach(db: None, settings: Any) -> None:
    changed = {"demo": False, "debug": True, "public_base_url": None, "host": "0.0.0.0"}  # noqa: S104
    settings.TULIA = settings.TULIA.model_copy(update=changed)
    levels = {one.sentence.split(":")[0].split(" ")[0]: one.level for one in doctor.installation.settings_given()}
    assert levels["TULIA_DEBUG"] == "fault"
    assert levels["TULIA_METRICS_TOKEN"] == levels["TULIA_HOST"] == "warning"
    User.objects.create_superuser("boss", password="tulia-demo")
    User.objects.create_superuser("demo-admin", password="tulia-demo", is_demo=True)
    (found,) = doctor.installation.logins()
    assert (found.level, found.sentence) == ("fault", "boss: this login has the demo's public password.")


def test_the_progress_of_what_takes_long_is_told(
    committed_db: None, monkeypatch: pytest.MonkeyPatch, to_twilio: TwilioServer
) -> None:
    monkeypatch.setattr("config.management.commands.doctor.SLOW_SECONDS", 0.05)
    monkeypatch.setattr(doctor, "SUBJECTS", {"disk": lambda: time.sleep(0.5) or doctor.installation.disk()})
    out, err = StringIO(), StringIO()
    call_command("doctor", stdout=out, stderr=err)
    assert err.getvalue().splitlines() == ["… still looking at disk"]
    assert out.getvalue().splitlines()[-1] == "0 faults, 0 warnings."


def test_the_simulator_tells_its_senders_as_twilio_does(duka: Tenant) -> None:
    """What the demo's doctor asks of the simulator, which is where its channels live."""
    with tenant_scope(duka.id):
        channel = Channel.objects.get(kind="whatsapp")
    login = base64.b64encode(f"{channel.twilio_account}:{channel.auth_token}".encode()).decode()
    answer = Client().get(
        "/simulator/twilio/v2/Channels/Senders?Channel=whatsapp", headers={"Authorization": f"Basic {login}"}
    )
    (sender,) = answer.json()["senders"]
    assert sender["sender_id"] == channel.sender
    assert f"/webhooks/twilio/{channel.webhook_token}/#rc=3" in sender["webhook"]["callback_url"]
    unknown = Client().get(
        "/simulator/twilio/v1/Content/HX1/ApprovalRequests", headers={"Authorization": f"Basic {login}"}
    )
    assert unknown.status_code == 404
