"""What is older than a tenant keeps goes at night, in batches, and again without harm; what must stay stays."""

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from config.celery import app
from conversations.models import Conversation, InboundMedia, InboundMessage
from conversations.rights import files, reach, retention, tasks
from knowledge.library import files as library
from knowledge.library import intake
from knowledge.load import load
from tenants.models import Customer, PreferenceChange, Tenant
from tenants.scope import tenant_scope
from tests.isolation.plant import Rows, plant
from tests.people import make_inbound

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
NOW = timezone.now()
OLD = NOW - timedelta(days=31)


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def key_of(moment: datetime) -> UUID:
    return UUID(int=(int(moment.timestamp() * 1000) << 80) | (uuid4().int & (1 << 70) - 1))


def plant_old(tenant: Tenant, word: str, monkeypatch: pytest.MonkeyPatch) -> Rows:
    """Rows as they were written 31 days ago."""
    with monkeypatch.context() as patch:
        for model in reach.links():
            # Kept on the field once it was asked for: it is replaced first, so that the true one comes back.
            patch.setattr(model._meta.get_field("id"), "_get_default", lambda: key_of(OLD))
            patch.setattr(model._meta.get_field("id"), "default", lambda: key_of(OLD))
        rows = plant(tenant, word)
    with tenant_scope(tenant.id):
        Conversation.objects.update(last_inbound_at=OLD, due_at=None, lease_until=None, waiting_since=None)
    return rows


def left(tenant: Tenant) -> set[str]:
    with tenant_scope(tenant.id):
        return {reach.label(model) for model in reach.links() if model.objects.exists()}


def test_the_old_goes_and_what_must_stay_stays(
    make_tenant: MakeTenant, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant = make_tenant(retention_days=30)
    rows = plant_old(tenant, "oldword", monkeypatch)
    report = retention.expire(tenant.id, now=NOW)
    assert left(tenant) == set(retention.STAYS)
    assert {name for name, count in report.items() if count == 1} == retention.EXPIRES | {retention.STATES}
    assert report[files.FILES] == 2
    assert not (settings.MEDIA_ROOT / rows[InboundMedia].path).exists()
    with tenant_scope(tenant.id):
        assert Conversation.objects.get().state == {}
        assert PreferenceChange.objects.get().reason == "oldword"
        assert Customer.objects.get().name == "oldword"
    assert retention.expire(tenant.id, now=NOW) == {}


def test_what_is_younger_stays(make_tenant: MakeTenant) -> None:
    tenant = make_tenant(retention_days=30)
    plant(tenant, "youngword")
    before = left(tenant)
    assert retention.expire(tenant.id, now=NOW + timedelta(days=29)) == {}
    assert left(tenant) == before


def test_a_tenant_without_a_limit_keeps_all_and_others_are_not_touched(
    make_tenant: MakeTenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeps, wants = make_tenant(), make_tenant(retention_days=30)
    plant_old(keeps, "keptword", monkeypatch)
    plant_old(wants, "oldword", monkeypatch)
    before = left(keeps)
    assert set(retention.list_tenants()) == {keeps.id, wants.id}
    assert retention.expire(keeps.id, now=NOW) == {}
    assert retention.expire(wants.id, now=NOW)
    assert left(keeps) == before


def test_it_goes_in_batches(
    make_tenant: MakeTenant, monkeypatch: pytest.MonkeyPatch, statements: Callable[[], Any]
) -> None:
    tenant = make_tenant(retention_days=30)
    rows = plant_old(tenant, "oldword", monkeypatch)
    with tenant_scope(tenant.id):
        for _ in range(9):
            make_inbound(rows[Conversation], id=key_of(OLD))
    monkeypatch.setattr(retention, "BATCH", 4)
    with statements() as seen:
        report = retention.expire(tenant.id, now=NOW)
    assert report["conversations.InboundMessage"] == 10
    assert sum('DELETE FROM "conversations_inboundmessage"' in sql for sql in seen) == 3


def test_a_message_younger_than_its_turn_outlives_it(make_tenant: MakeTenant, monkeypatch: pytest.MonkeyPatch) -> None:
    tenant = make_tenant(retention_days=30)
    rows = plant_old(tenant, "oldword", monkeypatch)
    with tenant_scope(tenant.id):
        young = make_inbound(rows[Conversation], turn_id=InboundMessage.objects.get().turn_id)
    retention.expire(tenant.id, now=NOW)
    with tenant_scope(tenant.id):
        assert InboundMessage.objects.get() == young
        assert InboundMessage.objects.get().turn_id is None


def test_a_customer_who_waits_is_not_forgotten(make_tenant: MakeTenant, monkeypatch: pytest.MonkeyPatch) -> None:
    tenant = make_tenant(retention_days=30)
    plant_old(tenant, "oldword", monkeypatch)
    with tenant_scope(tenant.id):
        Conversation.objects.update(due_at=NOW)
    retention.expire(tenant.id, now=NOW)
    with tenant_scope(tenant.id):
        assert Conversation.objects.get().state == {"word": "oldword"}


def test_files_that_no_row_names_go_after_a_day(make_tenant: MakeTenant, settings: Any) -> None:
    """Those of messages only: what else a tenant keeps in its folder is not this room's."""
    tenant = make_tenant(retention_days=30)
    rows = plant(tenant, "youngword")
    named = settings.MEDIA_ROOT / rows[InboundMedia].path
    stray, fresh = named.with_name("stray.png"), named.with_name("fresh.png")
    other = settings.MEDIA_ROOT / str(tenant.id) / "documents" / "leaflet.pdf"
    other.parent.mkdir(parents=True)
    for path in (stray, fresh, other):
        path.write_bytes(b"x")
    yesterday = (NOW - timedelta(days=2)).timestamp()
    for path in (named, stray, other):
        os.utime(path, (yesterday, yesterday))
    assert retention.expire(tenant.id, now=NOW) == {files.FILES: 1}
    assert not stray.exists()
    assert named.exists()
    assert fresh.exists()
    assert other.exists()


def test_a_document_that_was_never_written_leaves_no_file(make_tenant: MakeTenant, settings: Any) -> None:
    """Whatever a tenant keeps: it died between the file and the row. What a document reads or is to read stays."""
    tenant = make_tenant()
    document = intake.add(tenant.id, b"# Returns\nWithin thirty days.", "returns.md", now=NOW, read=load)
    with tenant_scope(tenant.id):
        intake.receive(b"# Returns\nWithin forty days.", "returns.md", now=NOW)
        document.refresh_from_db()
    lost = library.keep(tenant.id, uuid4(), b"# Never written", "lost.md")
    half = f"{tenant.id}/library/{document.pk}/half.part"
    (settings.MEDIA_ROOT / half).write_bytes(b"# Ret")
    fresh = library.keep(tenant.id, uuid4(), b"# Being written", "fresh.md")
    named = [document.path, document.incoming]
    for path in (lost, half, *named):
        os.utime(settings.MEDIA_ROOT / path, ((NOW - timedelta(days=2)).timestamp(),) * 2)
    assert retention.expire(tenant.id, now=NOW) == {files.FILES: 2}
    assert {path for path in (lost, half, fresh, *named) if (settings.MEDIA_ROOT / path).exists()} == {fresh, *named}
    assert not (settings.MEDIA_ROOT / lost).parent.exists()


def test_a_file_outside_the_folder_is_never_touched(make_tenant: MakeTenant, settings: Any) -> None:
    rows = plant(make_tenant(), "youngword")
    outside = settings.MEDIA_ROOT.parent / "keys.env"
    outside.write_text("secret")
    with tenant_scope(rows[Tenant].pk):
        InboundMedia.objects.update(path="../keys.env")
        assert list(files.of_rows(InboundMedia, [rows[InboundMedia].pk])) == []


def test_beat_asks_each_night_and_each_tenant_gets_a_task(
    make_tenant: MakeTenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant = make_tenant(retention_days=30)
    assert app.conf.beat_schedule["retention"]["task"] == tasks.expire_all.name
    asked: list[dict[str, str]] = []
    monkeypatch.setattr(tasks.expire, "delay", lambda **arguments: asked.append(arguments))
    tasks.expire_all()
    assert asked == [{"tenant_id": str(tenant.id)}]
    plant_old(tenant, "oldword", monkeypatch)
    tasks.expire(**asked[0], later="an argument of a newer release")
    assert left(tenant) == set(retention.STAYS)


def test_a_limit_below_thirty_days_is_refused_by_the_database(make_tenant: MakeTenant) -> None:
    with pytest.raises(IntegrityError, match="tenant_retention"), transaction.atomic():
        make_tenant(retention_days=29)
    assert connection.is_usable()
