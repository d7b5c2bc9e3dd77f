"""Every request and answer between Twilio and us stands beside its message, redacted."""

import json

import pytest
from django.test import Client

from conversations import tasks
from conversations.models import OutboundMessage, ProviderExchange
from conversations.outbox import claim
from journeys.reply import Buttons, ReplyOption
from tenants.scope import tenant_scope
from tests.conversations.outbox.conftest import Room

pytestmark = pytest.mark.django_db
BUTTONS = Buttons(text="Sure?", options=(ReplyOption(id="y", title="Yes"),))


def everything(room: Room) -> str:
    with tenant_scope(room.tenant.id):
        return json.dumps(list(ProviderExchange.objects.values()), default=str)


def test_a_sending_is_kept_with_its_answer(room: Room) -> None:
    room.enqueue("Call +254700999888, Asha")
    room.deliver()
    [exchange] = room.exchanges()
    assert (exchange.direction, exchange.method, exchange.response_status) == ("out", "POST", 201)
    assert exchange.path == f"/2010-04-01/Accounts/{room.channel.twilio_account}/Messages.json"
    assert exchange.request["Body"] == "Call ***888, Asha"
    assert exchange.request["To"] == "whatsapp:***111"
    assert f"message={room.row.id}" in exchange.request["StatusCallback"]
    assert json.loads(exchange.response_body)["sid"] == room.row.provider_id
    assert exchange.milliseconds > 0


def test_every_step_of_a_sending_is_kept_in_order(room: Room) -> None:
    room.enqueue(BUTTONS)
    room.twilio.fail_next((201, {"sid": "HX" + "1" * 32}), (429, {"code": 20429}))
    room.deliver()
    room.pass_time(seconds=2)
    room.deliver()
    room.told("delivered")
    told = [(one.direction, one.path.rsplit("/", 1)[-1] or "status", one.response_status) for one in room.exchanges()]
    assert told == [
        ("out", "Content", 201),
        ("out", "Messages.json", 429),
        ("out", "Messages.json", 201),
        ("in", "status", 204),
    ]


def test_it_holds_no_secret_and_no_number(room: Room, client: Client) -> None:
    room.enqueue("one", BUTTONS)
    room.twilio.fail_next((401, {"code": 20003, "message": f"{room.address} {room.channel.auth_token}"[:17]}))
    room.deliver()
    room.post_status(room.row, "failed", client, To=room.address, ErrorCode="63024")
    kept = everything(room)
    secrets = (room.channel.auth_token, room.channel.webhook_token, room.address[10:], room.channel.sender[10:])
    assert not [secret for secret in secrets if secret in kept]
    assert "Authorization" not in kept


def test_a_callback_about_nobodys_message_is_kept_too(room: Room, client: Client) -> None:
    room.post_status(OutboundMessage(), "sent", client)
    with tenant_scope(room.tenant.id):
        exchange = ProviderExchange.objects.get()
    assert (exchange.direction, exchange.message_id) == ("in", None)
    assert exchange.request["MessageStatus"] == "sent"


def test_the_log_and_the_status_are_written_together(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.enqueue("one")

    def broken(*args: object, **options: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(claim.provider_log, "keep", broken)
    with pytest.raises(RuntimeError):
        room.deliver()
    assert room.row.status == OutboundMessage.Status.SENDING


def test_the_typing_indicator_is_kept_and_its_failure_is_silent(room: Room) -> None:
    room.twilio.fail_next((400, {"code": 20001, "message": "bad"}))
    ids = {"tenant_id": str(room.tenant.id), "channel_id": str(room.channel.id)}
    tasks.show_typing(**ids, provider_id="SM" + "1" * 32)
    tasks.show_typing(**ids, provider_id="event:1")
    with tenant_scope(room.tenant.id):
        exchange = ProviderExchange.objects.get()
    assert (exchange.path, exchange.response_status) == ("/v2/Indicators/Typing.json", 400)
    assert len(room.twilio.received) == 1


def test_another_tenant_sees_nothing_of_it(room: Room, make_tenant: type) -> None:
    room.enqueue("one")
    room.deliver()
    with tenant_scope(make_tenant().id):
        assert not ProviderExchange.objects.exists()
