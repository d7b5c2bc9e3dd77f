"""A frozen tenant: PostgreSQL lets nobody write of it, and what providers report is kept and acknowledged."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.urls import get_resolver
from django.utils import timezone

from conversations.models import Conversation, InboundMessage, OutboundMessage
from conversations.moving import freeze, held
from conversations.moving.middleware import ACKNOWLEDGED, ANSWERED
from conversations.moving.models import HeldRequest
from conversations.sweep import kinds
from tenants import wall
from tenants.models import Channel, Customer, Tenant
from tenants.scope import TenantFrozen, fleet_scope, tenant_scope
from tests.conversations import signed
from tests.here import free_port
from tests.isolation.plant import Rows
from tests.people import make_outbound, member, seated

# Told to nobody who is frozen: a poke is repeated, and nothing follows from an opened list.
NOT_HELD = {"payment-hook-card", "payment-hook-pull"}


def test_no_table_of_it_is_written(moving: Rows) -> None:
    tenant = moving[Tenant]
    freeze.freeze(tenant.pk)
    for model in wall.walled_models():
        with tenant_scope(tenant.pk):
            assert model._default_manager.exists() or model is HeldRequest
        with pytest.raises(TenantFrozen), tenant_scope(tenant.pk):
            model._default_manager.update(created_at=timezone.now())
        table = model._meta.db_table
        with pytest.raises(TenantFrozen), tenant_scope(tenant.pk), connection.cursor() as cursor:
            cursor.execute(f'DELETE FROM "{table}"')
    with pytest.raises(TenantFrozen), tenant_scope(tenant.pk):
        Customer.objects.create(address="whatsapp:+254700000009")
    with tenant_scope(tenant.other.pk):  # type: ignore[attr-defined]
        Customer.objects.create(address="whatsapp:+254700000009")


def test_a_write_that_waits_for_its_commit_is_refused_too(moving: Rows) -> None:
    tenant_id = moving[Tenant].pk
    freeze.freeze(tenant_id)
    database: Any = connection
    with pytest.raises(TenantFrozen), tenant_scope(tenant_id):
        database.write_later("UPDATE tenants_customer SET name = 'x'")


def test_one_that_has_moved_shows_nothing_of_it(moving: Rows) -> None:
    tenant_id = moving[Tenant].pk
    freeze.freeze(tenant_id)
    freeze.redirect(tenant_id, "https://new.example")
    with pytest.raises(TenantFrozen), tenant_scope(tenant_id):
        Customer.objects.exists()
    with pytest.raises(freeze.MoveRefused, match="live twice"):
        freeze.thaw(tenant_id)
    with pytest.raises(freeze.MoveRefused, match="has moved to"):
        freeze.freeze(tenant_id)


def test_one_that_is_frozen_stays_so_when_it_is_asked_for_again_in_vain(
    moving: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant_id = moving[Tenant].pk
    freeze.freeze(tenant_id)
    freeze.freeze(tenant_id)
    monkeypatch.setattr(freeze, "_are_over_who_began_before", lambda deadline: False)
    with pytest.raises(freeze.MoveRefused, match="quieter hour"):
        freeze.freeze(tenant_id, wait_seconds=0)
    assert tenant_id in freeze.list_frozen()


def test_who_began_before_is_waited_for(moving: Rows) -> None:
    tenant_id = moving[Tenant].pk
    has_written, may_end, is_frozen = threading.Event(), threading.Event(), threading.Event()

    def write() -> None:
        with tenant_scope(tenant_id):
            Customer.objects.create(address="whatsapp:+254700000010")
            has_written.set()
            may_end.wait(60)
        connection.close()

    def freeze_it() -> None:
        freeze.freeze(tenant_id)
        is_frozen.set()
        connection.close()

    writer, freezer = threading.Thread(target=write), threading.Thread(target=freeze_it)
    writer.start()
    assert has_written.wait(60)
    freezer.start()
    while tenant_id not in freeze.list_frozen():
        pass
    assert not is_frozen.is_set()
    may_end.set()
    writer.join()
    freezer.join()
    assert is_frozen.is_set()
    with tenant_scope(tenant_id):
        assert Customer.objects.filter(address="whatsapp:+254700000010").exists()


def test_one_who_never_ends_is_not_waited_for_for_ever(moving: Rows) -> None:
    tenant_id = moving[Tenant].pk
    has_begun, may_end = threading.Event(), threading.Event()

    def write() -> None:
        with tenant_scope(tenant_id):
            Customer.objects.count()
            has_begun.set()
            may_end.wait(60)
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    assert has_begun.wait(60)
    with pytest.raises(freeze.MoveRefused, match="quieter hour"):
        freeze.freeze(tenant_id, wait_seconds=0.5)
    assert freeze.list_frozen() == set()
    may_end.set()
    writer.join()


@pytest.mark.parametrize("busy", ["thinks", "sends"])
def test_a_worker_that_is_at_it_ends_first(moving: Rows, busy: str) -> None:
    tenant_id, later = moving[Tenant].pk, timezone.now() + timedelta(minutes=5)
    with tenant_scope(tenant_id):
        if busy == "thinks":
            Conversation.objects.update(lease_until=later)
        else:
            make_outbound(Conversation.objects.get(), status="sending", due_at=later)
    with pytest.raises(freeze.MoveRefused, match="quieter hour"):
        freeze.freeze(tenant_id, wait_seconds=0)
    assert freeze.list_frozen() == set()
    with tenant_scope(tenant_id):
        Conversation.objects.update(lease_until=None)
        OutboundMessage.objects.filter(status="sending").update(status="sent")
    freeze.freeze(tenant_id)
    assert freeze.list_frozen() == {tenant_id}


def test_workers_leave_it_alone_until_it_goes_on(moving: Rows) -> None:
    tenant_id, now = moving[Tenant].pk, timezone.now()
    with tenant_scope(tenant_id):
        Conversation.objects.update(due_at=now - timedelta(minutes=1), lease_until=None)
    assert tenant_id in {one.ids[0] for one in kinds.list_due()}
    freeze.freeze(tenant_id)
    assert tenant_id not in {one.ids[0] for one in kinds.list_due()}
    freeze.thaw(tenant_id)
    assert tenant_id in {one.ids[0] for one in kinds.list_due()}


def test_what_providers_report_is_kept_and_acknowledged(moving: Rows) -> None:
    tenant_id, channel = moving[Tenant].pk, _whatsapp(moving)
    freeze.freeze(tenant_id)
    answer = signed.post(channel, signed.message(channel))
    assert (answer.status_code, b"<Response />" in answer.content) == (200, True)
    fields = signed.message(channel, MessageStatus="read")
    with tenant_scope(tenant_id):
        sent = OutboundMessage.objects.get()
    assert signed.post(channel, fields, status_of=str(sent.pk)).status_code == 204
    assert signed.post(channel, signed.message(channel), token="wrong").status_code == 403
    with fleet_scope():
        rows = list(HeldRequest.objects.filter(tenant_id=tenant_id).order_by("id"))
    assert [row.due_at for row in rows] == [None, None]
    assert rows[0].path == signed.path_of(channel)
    with tenant_scope(tenant_id):
        assert InboundMessage.objects.count() == 1


def test_staff_are_told_to_come_again(moving: Rows) -> None:
    tenant_id = moving[Tenant].pk
    browser = seated(member(moving[Tenant]))
    browser.raise_request_exception = False
    freeze.freeze(tenant_id)
    assert browser.get("/admin/tenants/customer/").status_code == 200
    answer = browser.post(
        "/admin/tenants/blockentry/add/", {"kind": "words", "pattern": "kwaheri", "outcome": "silence"}
    )
    assert (answer.status_code, b"moved to another installation" in answer.content) == (503, True)


def test_a_report_whose_home_is_away_stays_and_is_sent_again(moving: Rows) -> None:
    tenant_id, channel = moving[Tenant].pk, _whatsapp(moving)
    freeze.freeze(tenant_id)
    assert signed.post(channel, signed.message(channel)).status_code == 200
    assert held.list_due() == []
    freeze.redirect(tenant_id, f"http://127.0.0.1:{free_port()}")
    assert held.list_due() == [(tenant_id,)]
    assert held.send_on(tenant_id) == 0
    with fleet_scope():
        again = HeldRequest.objects.get(tenant_id=tenant_id).due_at
    assert again > timezone.now()
    with pytest.raises(freeze.MoveRefused, match="not at its new home"):
        freeze.remove(tenant_id)


def test_every_report_of_a_provider_is_held_or_has_a_reason() -> None:
    told = {
        pattern.name
        for group in get_resolver().url_patterns
        for pattern in _flat(group)
        if str(pattern.pattern).startswith(("webhooks/", "hooks/"))
    }
    assert told == ACKNOWLEDGED.keys() | ANSWERED.keys() | NOT_HELD


def _flat(group: Any) -> list[Any]:
    inner = getattr(group, "url_patterns", None)
    return [group] if inner is None else [one for part in inner for one in _flat(part)]


def _whatsapp(rows: Rows) -> Channel:
    channel = rows[Channel]
    assert isinstance(channel, Channel)
    return channel
