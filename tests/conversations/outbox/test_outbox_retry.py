"""What is sent again: later each time, for four hours, and never what was refused for good."""

from datetime import timedelta
from logging import LogRecord

import pytest

from conversations.models import OutboundMessage
from conversations.outbox import backoff, claim
from tenants.consent import standing
from tenants.models import ConsentEntry, Customer
from tenants.scope import tenant_scope
from tests.conversations.outbox.conftest import Room
from tests.depth import sampled

pytestmark = pytest.mark.django_db
Status = OutboundMessage.Status
BUSY = {"code": 20429, "message": "Too Many Requests", "status": 429}


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_what_twilio_did_not_take_is_sent_again_later(room: Room, status: int) -> None:
    room.enqueue("one")
    room.twilio.fail_next((status, BUSY))
    assert room.deliver() == room.now + timedelta(seconds=1)
    assert (room.row.status, room.row.reason) == (Status.QUEUED, f"Twilio answered {status}.")
    room.deliver()
    assert len(room.sent()) == 1
    room.pass_time(seconds=1)
    room.deliver()
    assert (room.row.status, room.row.reason, len(room.sent())) == (Status.SENT, "", 2)


def test_no_connection_is_no_sending(room: Room, settings: pytest.FixtureRequest) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"twilio_api_base_url": "http://127.0.0.1:9"})
    room.enqueue("one")
    room.deliver()
    assert (room.row.status, room.row.reason) == (Status.QUEUED, "no connection to Twilio.")
    assert [(one.response_status, one.error) for one in room.exchanges()] == [(None, "ConnectError")]


def test_the_wait_doubles_up_to_five_minutes_with_a_quarter_more_or_less() -> None:
    steady = [backoff.delay(tries, chance=lambda low, high: 1.0).total_seconds() for tries in range(1, 12)]
    assert steady == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert backoff.delay(1000, chance=lambda low, high: high).total_seconds() == 375
    assert backoff.delay(1, chance=lambda low, high: low).total_seconds() == 0.75


def test_after_four_hours_it_is_given_up_visibly(room: Room) -> None:
    room.enqueue("one", "two")
    room.twilio.fail_next(*[(503, {"code": 20503})] * 200)
    began = room.now
    while (due_at := room.deliver()) is not None and room.rows()[0].status == Status.QUEUED:
        room.now = due_at
    assert room.row.status == Status.FAILED
    assert room.row.reason == "Given up after four hours of trying: Twilio answered 503."
    assert timedelta(hours=3, minutes=50) < room.now - began <= timedelta(hours=4)
    assert 40 < room.row.attempts < 70


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (400, 21610, "The customer has opted out"),
        (400, 21617, "The message has more than 1,600 characters."),
        (400, 63016, "The message was outside the 24-hour window"),
        (400, 1001, "Twilio's own words"),
    ],
)
def test_a_refusal_is_final_and_says_why(room: Room, status: int, code: int, reason: str) -> None:
    room.enqueue("one", "two")
    room.twilio.fail_next((status, {"code": code, "message": "Twilio's own words", "status": status}))
    room.deliver()
    first, second = room.rows()
    assert (first.status, first.error_code) == (Status.FAILED, str(code))
    assert first.reason.startswith(reason)
    assert second.status == Status.SENT


def test_a_full_queue_at_twilio_is_waited_for(room: Room) -> None:
    room.enqueue("one")
    room.twilio.fail_next((400, {"code": 21611, "message": "queue full", "status": 400}))
    room.deliver()
    assert (room.row.status, room.row.error_code) == (Status.QUEUED, "21611")
    room.pass_time(seconds=2)
    room.deliver()
    assert (room.row.status, room.row.error_code) == (Status.SENT, "")


@pytest.mark.parametrize("code", sampled(["63018", "63009", "63010", "63012", "63017", "30001", "63119"], quick=3))
def test_what_whatsapp_could_not_deliver_is_sent_again_three_times(room: Room, code: str) -> None:
    room.enqueue("one")
    for times in range(4):
        room.deliver()
        sid = room.row.provider_id
        room.told("sent")
        room.told("undelivered", code=code)
        if times < 3:
            assert room.row.status == Status.QUEUED
            assert room.row.due_at == room.now + timedelta(seconds=30 * 2**times)
            room.told("sent", sid=sid)
            room.told("failed", sid=sid, code=code)
            assert (room.row.status, room.row.provider_id) == (Status.QUEUED, "")
            room.now = room.row.due_at
    assert (room.row.status, room.row.error_code, len(room.row.spent_ids)) == (Status.FAILED, code, 3)
    assert len(room.sent()) == 4


def test_what_arrived_after_all_is_not_sent_again(room: Room) -> None:
    room.enqueue("one")
    room.deliver()
    sid = room.row.provider_id
    room.told("failed", code="63018")
    room.told("delivered", sid=sid)
    room.pass_time(hours=1)
    room.deliver()
    assert (room.row.status, len(room.sent())) == (Status.DELIVERED, 1)


def test_a_failure_told_before_the_sending_returns_is_not_undone_by_it(room: Room) -> None:
    room.enqueue("one")
    room.deliver()
    sid = room.row.provider_id
    room.change(status=Status.SENDING, provider_id="")
    sending = room.row
    room.told("failed", sid=sid, code="63018")
    claim.settle(sending, {"status": Status.SENT, "provider_id": sid, "sent_at": room.now, "look_at": None})
    assert (room.row.status, room.row.provider_id, room.row.spent_ids) == (Status.QUEUED, "", [sid])


@pytest.mark.parametrize("is_told_later", [False, True])
def test_who_has_opted_out_is_noted_so_with_an_audit_trail(room: Room, is_told_later: bool) -> None:
    room.enqueue("one")
    if not is_told_later:
        room.twilio.fail_next((400, {"code": 21610, "message": "unsubscribed", "status": 400}))
    room.deliver()
    if is_told_later:
        room.told("undelivered", code="63014")
    with tenant_scope(room.tenant.id):
        assert standing.of(Customer.objects.get().pk).has_stopped
        entry = ConsentEntry.objects.get()
    assert (entry.purpose, entry.is_granted, entry.source) == ("service", False, "provider")
    assert "error 21610" in entry.reason or "error 63014" in entry.reason


@pytest.mark.parametrize("is_told_later", [False, True])
def test_a_wrong_configuration_is_shown_at_the_channel_until_a_message_arrives(
    room: Room, is_told_later: bool, logged: list[LogRecord]
) -> None:
    room.enqueue("one", "two")
    if not is_told_later:
        room.twilio.fail_next((401, {"code": 20003, "message": "Authenticate", "status": 401}))
    room.deliver()
    if is_told_later:
        room.told("failed", code="63112")
    assert room.fresh_channel().problem.endswith(f"(Error {'63112' if is_told_later else '20003'})")
    levels = {record.levelname for record in logged if "misconfigured" in str(record.msg)}
    assert levels == {"ERROR"}
    room.channel = room.fresh_channel()
    room.change(status=Status.SENT)
    room.told("delivered")
    assert room.fresh_channel().problem == ""


def test_an_unreadable_token_fails_visibly(room: Room) -> None:
    room.channel.sealed_auth_token = "nobody's"
    with tenant_scope(room.tenant.id):
        room.channel.save()
    room.enqueue("one")
    room.deliver()
    assert (room.row.status, room.row.error_code) == (Status.FAILED, "token")
    assert "paste it again" in room.fresh_channel().problem
