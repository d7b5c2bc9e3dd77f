"""The outbox: in Twilio's form, in order, never blindly twice, and statuses that only climb."""

from datetime import timedelta
from itertools import permutations
from uuid import uuid4

import pytest
from django.test import Client

from conversations import outbox
from conversations.models import OutboundMessage
from conversations.outbox import claim
from journeys.reply import Media
from tenants.models import Tenant
from tests.conversations.outbox.conftest import Room

pytestmark = pytest.mark.django_db
Status = OutboundMessage.Status
Priority = OutboundMessage.Priority


def test_a_reply_arrives_in_twilios_form(room: Room) -> None:
    room.enqueue("Habari 😀")
    assert room.deliver() is None
    request = room.twilio.messages[0]
    assert request.path == f"/2010-04-01/Accounts/{room.channel.twilio_account}/Messages.json"
    assert (request.fields["To"], request.fields["From"]) == (room.address, room.channel.sender)
    assert request.fields["Body"] == "Habari 😀"
    assert request.fields["StatusCallback"].endswith(f"/status/?message={room.row.id}")
    assert request.authorization.startswith("Basic ")
    assert (room.row.status, room.row.provider_status) == (Status.SENT, "queued")
    assert room.row.provider_id.startswith("SM")


def test_a_picture_goes_with_its_caption_and_a_long_caption_follows_it(room: Room) -> None:
    room.enqueue(Media(text="A shoe", url="https://shop.example/shoe.jpg"))
    room.enqueue(Media(text="word " * 400, url="https://shop.example/shoe.jpg"))
    room.deliver()
    forms = [message.fields for message in room.twilio.messages]
    assert (forms[0]["Body"], forms[0]["MediaUrl"]) == ("A shoe", "https://shop.example/shoe.jpg")
    assert ("Body" in forms[1], "MediaUrl" in forms[1]) == (False, True)
    assert all("MediaUrl" not in form and len(form["Body"]) <= 1600 for form in forms[2:])
    assert len(forms) == 4


def test_messages_go_in_order_and_one_that_must_wait_holds_up_the_rest(room: Room) -> None:
    room.enqueue("one", "two")
    room.enqueue("three")
    room.twilio.fail_next((503, {"code": 20503}))
    assert room.deliver() == room.row.due_at
    assert room.sent() == ["one"]
    room.pass_time(seconds=5)
    room.deliver()
    assert room.sent() == ["one", "one", "two", "three"]


def test_replies_go_before_bulk(room: Room) -> None:
    room.enqueue("offer 1", "offer 2", priority=Priority.BULK)
    room.enqueue("answer")
    room.deliver()
    assert room.sent() == ["answer", "offer 1", "offer 2"]


def test_a_row_that_a_worker_is_sending_is_left_alone_and_after_a_while_given_up(room: Room) -> None:
    room.enqueue("one", "two")
    claimed = claim.claim_next(room.tenant.id, room.conversation.id, is_spaced=False, now=room.now)
    assert isinstance(claimed, OutboundMessage)
    assert room.deliver() is None
    assert room.sent() == []
    room.now += claim.SENDING_LIMIT + timedelta(seconds=1)
    room.deliver()
    assert [row.status for row in room.rows()] == [Status.UNKNOWN, Status.SENT]
    assert room.row.look_at == room.row.tried_at + claim.FIRST_LOOK
    assert room.sent() == ["two"]


def test_a_worker_thought_dead_still_tells_what_it_sent(room: Room) -> None:
    room.enqueue("one")
    claimed = claim.claim_next(room.tenant.id, room.conversation.id, is_spaced=False, now=room.now)
    room.now += claim.SENDING_LIMIT + timedelta(seconds=1)
    room.deliver()
    claim.settle(claimed, {"status": Status.SENT, "provider_id": "SM1", "sent_at": room.now, "look_at": None})
    assert (room.row.status, room.row.provider_id, room.row.look_at) == (Status.SENT, "SM1", None)


def test_a_late_answer_to_an_older_try_does_not_settle_a_newer_one(room: Room) -> None:
    room.enqueue("one")
    older = claim.claim_next(room.tenant.id, room.conversation.id, is_spaced=False, now=room.now)
    room.change(status=Status.QUEUED, due_at=room.now)
    newer = claim.claim_next(room.tenant.id, room.conversation.id, is_spaced=False, now=room.now)
    assert isinstance(newer, OutboundMessage)
    claim.settle(older, {"status": Status.SENT, "provider_id": "SM1", "sent_at": room.now, "look_at": None})
    assert (room.row.status, room.row.provider_id, room.row.attempts) == (Status.SENDING, "", 2)


@pytest.mark.parametrize("order", list(permutations(["sent", "delivered", "read"])))
def test_statuses_only_climb(room: Room, order: tuple[str, ...], client: Client) -> None:
    room.enqueue("one")
    room.deliver()
    highest = 0
    for status in (*order, *order):
        assert room.post_status(room.row, status, client) == 204
        highest = max(highest, ["sent", "delivered", "read"].index(status))
        assert room.row.status == ["sent", "delivered", "read"][highest]


def test_a_status_may_come_before_the_sending_returns(room: Room) -> None:
    room.enqueue("one")
    claimed = claim.claim_next(room.tenant.id, room.conversation.id, is_spaced=False, now=room.now)
    room.told("delivered", sid="SM1")
    claim.settle(claimed, {"status": Status.SENT, "provider_id": "SM1", "sent_at": room.now, "look_at": None})
    assert (room.row.status, room.row.provider_id) == (Status.DELIVERED, "SM1")


def test_a_failure_after_sending_is_kept_with_a_reason_for_an_operator(room: Room, client: Client) -> None:
    room.enqueue("one")
    room.deliver()
    room.post_status(room.row, "undelivered", client, ErrorCode="63024", ErrorMessage="Invalid message recipient")
    assert (room.row.status, room.row.error_code) == (Status.FAILED, "63024")
    assert room.row.reason.startswith("The customer is not on WhatsApp")
    room.told("delivered")
    assert room.row.status == Status.FAILED


def test_a_status_without_our_own_id_is_found_by_its_sid(room: Room) -> None:
    room.enqueue("one")
    room.deliver()
    room.told("read", own=False)
    assert room.row.status == Status.READ


def test_a_status_about_anothers_message_or_about_nobodys_changes_nothing(
    room: Room, make_tenant: type[Tenant], client: Client
) -> None:
    room.enqueue("one")
    room.deliver()
    other = Room(make_tenant(), room.twilio)
    assert other.post_status(room.row, "read", client) == 204
    assert other.post_status(OutboundMessage(id=uuid4()), "read", client) == 204
    assert room.row.status == Status.SENT


def test_unknown_statuses_and_unsigned_ones_are_refused(room: Room, client: Client) -> None:
    room.enqueue("one")
    assert room.post_status(room.row, "huh", client) == 400
    path = f"/webhooks/twilio/{room.channel.webhook_token}/status/?message={uuid4()}"
    assert client.post(path, {"MessageStatus": "read"}).status_code == 403


def test_due_conversations_come_in_turns_between_the_tenants(room: Room, make_tenant: type[Tenant]) -> None:
    crowded = [Room(room.tenant, room.twilio, address=f"whatsapp:+25471100020{n}") for n in range(4)]
    quiet = Room(make_tenant(), room.twilio)
    for one in (*crowded, room, quiet):
        one.enqueue("x", "y")
    due = outbox.due_sendings(before=room.now + timedelta(minutes=1), limit=3)
    assert {tenant_id for tenant_id, _ in due[:2]} == {room.tenant.id, quiet.tenant.id}
    everyone = outbox.due_sendings(before=room.now + timedelta(minutes=1), limit=100)
    assert len(everyone) == len(set(everyone)) == 6
