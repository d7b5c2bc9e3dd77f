"""What happens is told to the tenant's own systems: signed, to no private address, until it is taken or given up."""

import hashlib
import hmac
import json
import re
import secrets as randomness
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import httpx
import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from conversations.models import Conversation
from conversations.rights import erasure
from conversations.sweep import kinds
from tenants import secrets
from tenants.choices import Role
from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.people import furnish, member, new_tenant, seated
from tests.talk import Talk
from tests.tools.webhooks.receiver import Receiver
from tools.billing import services as billing
from tools.billing.models import RefundCase
from tools.catalog.models import Variant
from tools.handoff import handling
from tools.handoff.models import HandoffTicket
from tools.orders import services as orders
from tools.orders.services import WantedLine
from tools.payments.models import Payment
from tools.payments.settlement import events as settlement
from tools.webhooks import sending, services, signing
from tools.webhooks.models import WebhookDelivery, WebhookEndpoint
from tools.webhooks.names import EVENTS

pytestmark = pytest.mark.django_db
Status = WebhookDelivery.Status
NOW = datetime.fromisoformat("2026-11-22T12:00:00+00:00")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def shop(db: None) -> Tenant:
    return new_tenant()


def listening(tenant: Tenant, url: str, *events: str) -> WebhookEndpoint:
    with tenant_scope(tenant.id):
        endpoint = WebhookEndpoint(name=f"Books {randomness.token_hex(3)}", url=url, events=events or [*EVENTS])
        endpoint.secret = signing.new_secret()
        endpoint.save()
    return endpoint


def left(tenant: Tenant) -> list[WebhookDelivery]:
    with tenant_scope(tenant.id):
        return list(WebhookDelivery.objects.order_by("pk"))


def happens(tenant: Tenant, event: str = "order.paid") -> WebhookDelivery:
    with tenant_scope(tenant.id):
        services.record(event, {"number": "A1"}, customer_id=None)
    row = left(tenant)[-1]
    with tenant_scope(tenant.id):
        WebhookDelivery.objects.filter(pk=row.pk).update(due_at=NOW)
    return row


def send(row: WebhookDelivery, *, at: datetime = NOW, **options: Any) -> timedelta | None:
    return sending.send(row.tenant_id, row.pk, now=lambda: at, chance=lambda low, high: 1.0, **options)


def test_it_is_told_signed_with_nothing_held_open(
    shop: Tenant, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint, held = listening(shop, receiver.url), []
    ask = httpx.Client.send
    monkeypatch.setattr(
        httpx.Client, "send", lambda *args, **how: held.append(len(connection.atomic_blocks)) or ask(*args, **how)
    )
    row, outer = happens(shop), len(connection.atomic_blocks)
    assert send(row) is None
    (headers, body), at = receiver.told[0], int(NOW.timestamp())
    made = hmac.new(endpoint.secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    assert headers["Tulia-Signature"] == f"t={at},v1={made}"
    assert headers["Tulia-Event"] == json.loads(body)["event"] == "order.paid"
    assert held == [outer], "only the test's own transaction is open meanwhile"
    assert (left(shop)[0].status, left(shop)[0].answered) == (Status.DELIVERED, 200)
    assert send(row) is None
    assert len(receiver.told) == 1, "what is delivered is not sent again"


def test_it_is_tried_later_each_time_and_given_up(shop: Tenant, receiver: Receiver) -> None:
    listening(shop, receiver.url)
    receiver.answers = [500]
    row, at, waits = happens(shop), NOW, []
    while (wait := send(row, at=at)) is not None:
        waits.append(wait)
        assert send(row, at=at) is None, "nobody tries before its time"
        at += wait
    assert waits[:3] == [timedelta(seconds=10), timedelta(seconds=20), timedelta(seconds=40)]
    assert len(receiver.told) == sending.MOST_TRIES
    assert max(waits) <= sending.LONGEST
    assert (left(shop)[0].status, left(shop)[0].problem) == (Status.DEAD, "It answered 500.")


def test_gone_is_gone_and_a_redirect_is_not_followed(shop: Tenant, receiver: Receiver) -> None:
    listening(shop, receiver.url)
    receiver.answers = [410]
    assert send(happens(shop)) is None
    assert left(shop)[-1].status == Status.DEAD
    receiver.answers = [302]
    assert send(happens(shop)) is not None
    assert len(receiver.told) == 2


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://shop.example/", "10.0.0.8"),
        ("https://shop.example/", "127.0.0.1"),
        ("https://shop.example/", "169.254.169.254"),
        ("https://shop.example/", "::ffff:192.168.1.1"),
        ("https://shop.example/", "64:ff9b::7f00:1"),
        ("https://10.0.0.8/", "10.0.0.8"),
        ("http://shop.example/", "93.184.216.34"),
        ("http://127.0.0.1.shop.example/", "127.0.0.1"),
        ("https://user:password@shop.example/", "93.184.216.34"),
    ],
)
def test_it_goes_to_no_private_address(shop: Tenant, url: str, address: str) -> None:
    listening(shop, url)
    assert send(happens(shop), resolve=lambda host, port: [address]) is not None
    row = left(shop)[0]
    assert row.answered is None
    assert "not" in row.problem


def test_its_own_machine_is_told_by_a_demo_only(shop: Tenant, receiver: Receiver, settings: Any) -> None:
    listening(shop, receiver.url)
    settings.TULIA = settings.TULIA.model_copy(update={"demo": False})
    assert send(happens(shop)) is not None
    assert receiver.told == []


def test_an_answer_that_drips_in_holds_nobody_up(
    shop: Tenant, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.4)
    listening(shop, receiver.url)
    receiver.drips = True
    started = time.monotonic()
    assert send(happens(shop)) is not None
    assert time.monotonic() - started < 5
    assert "no answer" in left(shop)[0].problem


def test_what_is_switched_off_is_told_nothing_more(shop: Tenant, receiver: Receiver) -> None:
    endpoint = listening(shop, receiver.url)
    row = happens(shop)
    with tenant_scope(shop.id):
        WebhookEndpoint.objects.filter(pk=endpoint.pk).update(is_active=False)
        services.record("order.paid", {}, customer_id=None)
    assert send(row) is None
    assert [(each.status, each.answered) for each in left(shop)] == [(Status.DEAD, None)]
    assert receiver.told == []


def test_what_was_undone_is_not_told(shop: Tenant, receiver: Receiver) -> None:
    listening(shop, receiver.url)
    with tenant_scope(shop.id):
        services.record("order.paid", {}, customer_id=None)
        transaction.set_rollback(True)
    assert left(shop) == []


def test_a_lost_wake_up_and_a_dead_worker_are_found(shop: Tenant, receiver: Receiver) -> None:
    listening(shop, receiver.url)
    row = happens(shop)
    with tenant_scope(shop.id):
        WebhookDelivery.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    due = [each for each in kinds._found("webhooks") if each.ids[1] == row.pk]
    assert len(due) == 1
    due[0].do()
    assert len(receiver.told) == 1
    assert [each for each in kinds._found("webhooks") if each.ids[1] == row.pk] == []


def test_a_silent_endpoint_keeps_no_other_waiting(shop: Tenant, receiver: Receiver) -> None:
    listening(shop, "https://silent.example/", "order.cancelled")
    listening(shop, receiver.url, "order.paid")
    with tenant_scope(shop.id):
        for _ in range(services.MOST_OF_ONE + 5):
            services.record("order.cancelled", {}, customer_id=None)
        services.record("order.paid", {}, customer_id=None)
        WebhookDelivery.objects.update(due_at=NOW)
    found = services.list_due(now=NOW + timedelta(minutes=1))
    assert len(found) == services.MOST_OF_ONE + 1
    assert left(shop)[-1].pk in [delivery_id for _, delivery_id in found]


def test_each_event_is_left_where_it_happens(talk: Callable[..., Talk], shop: Tenant, receiver: Receiver) -> None:
    rows: Any = furnish(shop, "word")
    talk_id, customer_id = rows[Conversation].pk, rows[Customer].pk
    listening(shop, receiver.url)
    now = timezone.now()
    with tenant_scope(shop.id):
        Variant.objects.update(stock=9)
        about = {"conversation_id": talk_id, "customer_id": customer_id}
        handling.resolve(handling.get(rows[HandoffTicket].pk), now=now, actor_id=None)
        billing.decide(rows[RefundCase].pk, is_approved=True, by="me", actor_id=None, now=now)
        HandoffTicket.objects.all().delete()
        orders.withdraw(conversation_id=talk_id, now=now)
        wanted = [WantedLine(sku="word", quantity=Decimal(1))]
        order, _ = orders.put_together(wanted, **about, now=now, choose=lambda letters: letters[0])
        orders.place(order.pk, until=now, now=now)
        credited = orders.credit(order.pk, amount=order.total, what="cash", now=now)
        settlement.of_credit(rows[Payment], credited)
        orders.advance(order.pk, status="cancelled", by="me", now=now)
    talk(shop).say("I want to talk to a person")
    told = [json.loads(row.body) for row in left(shop) if row.event in EVENTS]
    names = [each["event"] for each in told]
    assert {*names} == {*EVENTS}
    assert names.count("order.cancelled") == 2
    written = next(each for each in told if each["event"] == "message.received")
    assert written["data"]["text"] == "I want to talk to a person"
    assert next(each for each in told if each["event"] == "order.paid")["data"]["number"] == order.number


def test_what_is_told_of_a_customer_goes_with_them(shop: Tenant, receiver: Receiver) -> None:
    customer: Any = furnish(shop, "word")[Customer]
    listening(shop, receiver.url)
    with tenant_scope(shop.id):
        services.record("order.paid", {"number": "A1"}, customer_id=customer.pk)
    erasure.erase(shop.id, customer.pk, despite_open=True)
    assert [row for row in left(shop) if row.customer_id] == []


def test_an_admin_makes_one_sees_its_secret_once_and_sends_again(shop: Tenant, receiver: Receiver) -> None:
    browser = seated(member(shop))
    assert "There are no webhooks so far" in browser.get("/admin/webhooks/webhookendpoint/").content.decode()
    form = {"name": "Books", "url": "https://10.0.0.8/x", "events": ["order.paid"], "is_active": "on"}
    assert "not on the public internet" in browser.post("/admin/webhooks/webhookendpoint/add/", form).content.decode()
    page = browser.post("/admin/webhooks/webhookendpoint/add/", form | {"url": receiver.url}).content.decode()
    shown = re.search(r"whsec_[\w-]{43}", page)
    assert shown
    with tenant_scope(shop.id):
        endpoint = WebhookEndpoint.objects.get()
    assert endpoint.secret == shown[0]
    path = f"/admin/webhooks/webhookendpoint/{endpoint.pk}"
    assert shown[0] not in browser.get(f"{path}/change/").content.decode()
    assert "whsec_" not in browser.get(f"{path}/new-secret/").content.decode()
    renewed = re.search(r"whsec_[\w-]{43}", browser.post(f"{path}/new-secret/").content.decode())
    assert renewed
    assert renewed[0] != shown[0]
    row = happens(shop)
    with tenant_scope(shop.id):
        WebhookDelivery.objects.update(status=Status.DEAD, attempts=12)
    listed = browser.get("/admin/webhooks/webhookdelivery/?status__exact=dead").content.decode()
    assert "Given up" in listed
    again(browser, row)
    send(row, at=timezone.now() + timedelta(seconds=1))
    assert left(shop)[0].status == Status.DELIVERED
    assert seated(member(shop, Role.OPERATOR)).get("/admin/webhooks/webhookendpoint/").status_code == 403


def again(browser: Client, row: WebhookDelivery) -> None:
    path = f"/admin/webhooks/webhookdelivery/{row.pk}/again/"
    assert "By the event" in browser.get(path).content.decode()
    assert browser.post(path, {"_form_submitted": "on"}).status_code == 200


def test_a_new_key_seals_its_secret_too(shop: Tenant, settings: Any) -> None:
    plain = listening(shop, "https://shop.example/").secret
    name, encoded = secrets.new_key("newest").split(":")
    settings.ENCRYPTION_RING = {**secrets.parse_ring(f"{name}:{encoded}"), **settings.ENCRYPTION_RING}
    call_command("rotate_secrets", stdout=StringIO())
    settings.ENCRYPTION_RING = {name: settings.ENCRYPTION_RING[name]}
    with tenant_scope(shop.id):
        assert WebhookEndpoint.objects.get().secret == plain
