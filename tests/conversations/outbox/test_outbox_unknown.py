"""When no answer came: found out before anything is repeated, and repeated at most once, marked."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from conversations import outbox
from conversations.models import Conversation, OutboundMessage
from conversations.outbox import reconciliation
from journeys.reply import Buttons, ReplyOption, Template
from tenants.scope import tenant_scope
from tests.conversations.outbox.conftest import Room

pytestmark = pytest.mark.django_db
Status = OutboundMessage.Status
TIMED_OUT = (504, {"message": "upstream timed out"})
BUTTONS = Buttons(text="Sure?", options=(ReplyOption(id="y", title="Yes"), ReplyOption(id="n", title="No")))


def looked_until_sure(room: Room) -> bool:
    """Both looks, each when it is due."""
    is_queued = False
    for seconds in (30, 60):
        room.pass_time(seconds=seconds)
        is_queued = room.look()
    return is_queued


def lost(room: Room, *replies: str) -> None:
    """The first of these is not heard of at Twilio."""
    room.enqueue(*replies)
    room.twilio.fail_next(TIMED_OUT)
    room.deliver()
    assert room.row.status == Status.UNKNOWN


@pytest.mark.parametrize("reply", ["Habari\n\nyako ", BUTTONS], ids=["text", "buttons"])
def test_what_twilio_took_without_telling_is_found_there(
    room: Room, reply: str | Buttons, impatient: Callable[[], None]
) -> None:
    if reply is BUTTONS:
        with tenant_scope(room.tenant.id):
            room.channel.content_templates.create(shape="buttons-2", provider_id="HX" + "1" * 32)
    room.enqueue(reply)
    room.deliver()
    impatient()
    assert (room.row.status, room.row.provider_id) == (Status.UNKNOWN, "")
    room.pass_time(seconds=29)
    assert not outbox.due_looks(before=room.now, limit=9)
    room.look()
    assert room.twilio.looks == []
    room.pass_time(seconds=2)
    assert outbox.due_looks(before=room.now, limit=9) == [(room.tenant.id, room.conversation.id)]
    assert room.look() is False
    assert (room.row.status, room.row.provider_id) == (Status.SENT, room.twilio.listed[0]["sid"])
    assert (room.row.is_ambiguous, room.row.reason, room.row.look_at) == (False, "", None)
    assert len(room.sent()) == 1


@pytest.mark.parametrize(
    ("at_twilio", "expected"),
    [("sent", Status.SENT), ("delivered", Status.DELIVERED), ("read", Status.READ), ("failed", Status.FAILED)],
)
def test_its_status_at_twilio_is_taken_over(
    room: Room, at_twilio: str, expected: str, impatient: Callable[[], None]
) -> None:
    room.enqueue("one")
    room.deliver()
    impatient()
    room.twilio.listed[0] |= {"status": at_twilio, "error_code": 63024 if at_twilio == "failed" else None}
    room.pass_time(seconds=30)
    room.look()
    assert room.row.status == expected
    assert room.row.error_code == ("63024" if expected == Status.FAILED else "")


def test_a_callback_settles_it_before_anybody_looks(room: Room, impatient: Callable[[], None]) -> None:
    room.enqueue("one")
    room.deliver()
    impatient()
    room.told("delivered", sid="SM1")
    room.pass_time(hours=1)
    room.look()
    assert (room.row.status, room.row.look_at, room.twilio.looks) == (Status.DELIVERED, None, [])


def test_what_is_certainly_not_there_is_sent_once_more_and_marked(room: Room) -> None:
    lost(room, "one")
    assert room.deliver() is None
    assert looked_until_sure(room) is True
    assert len(room.twilio.looks) == 4
    assert "DateSent>" in room.twilio.looks[0].fields
    assert "DateSent>" not in room.twilio.looks[1].fields
    assert (room.row.status, room.row.is_ambiguous, room.row.reason) == (Status.QUEUED, True, reconciliation.SENT_AGAIN)
    room.twilio.fail_next(TIMED_OUT)
    room.deliver()
    assert (room.row.status, len(room.sent())) == (Status.UNKNOWN, 2)
    assert looked_until_sure(room) is False
    assert (room.row.status, room.row.is_ambiguous) == (Status.UNKNOWN, True)
    assert room.row.reason == reconciliation.NOT_LISTED
    room.pass_time(hours=2)
    room.look()
    room.deliver()
    assert len(room.sent()) == 2
    assert room.row.look_at is None


def spoke_again(room: Room) -> None:
    room.enqueue("later")


def wrote_again(room: Room) -> None:
    with tenant_scope(room.tenant.id):
        Conversation.objects.update(last_inbound_at=room.now + timedelta(seconds=1))


def window_closed(room: Room) -> None:
    with tenant_scope(room.tenant.id):
        Conversation.objects.update(last_inbound_at=room.now - timedelta(hours=24))


@pytest.mark.parametrize("since", [spoke_again, wrote_again, window_closed])
def test_it_is_not_repeated_when_it_is_not_the_last_word_or_too_late(room: Room, since: Callable[[Room], None]) -> None:
    lost(room, "one")
    since(room)
    assert looked_until_sure(room) is False
    assert (room.row.status, room.row.is_ambiguous) == (Status.UNKNOWN, True)
    assert room.row.reason == reconciliation.NOT_LISTED


def test_the_rest_of_a_reply_does_not_wait_for_its_doubtful_part(room: Room) -> None:
    lost(room, "one", "two")
    assert [row.status for row in room.rows()] == [Status.UNKNOWN, Status.SENT]
    assert looked_until_sure(room) is False


def test_a_message_of_another_row_is_not_mistaken_for_it(room: Room) -> None:
    room.enqueue("same words")
    room.deliver()
    room.pass_time(seconds=1)
    room.enqueue("same words")
    room.twilio.fail_next(TIMED_OUT)
    room.deliver()
    assert looked_until_sure(room) is True


@pytest.mark.parametrize(
    "other",
    [
        {"body": "other words"},
        {"direction": "inbound"},
        {"date_created": "Fri, 24 Aug 2001 05:01:45 +0000"},
        {"date_created": None},
        {"to": "whatsapp:+254799999999"},
    ],
    ids=lambda other: next(iter(other)),
)
def test_what_is_not_alike_is_not_it(room: Room, other: dict[str, str], impatient: Callable[[], None]) -> None:
    room.enqueue("one")
    room.deliver()
    impatient()
    room.twilio.listed[0] |= other
    assert looked_until_sure(room) is True


def test_an_account_that_keeps_no_words_is_believed_by_the_time(room: Room, impatient: Callable[[], None]) -> None:
    room.enqueue("one")
    room.deliver()
    impatient()
    room.twilio.listed[0]["body"] = ""
    room.pass_time(seconds=30)
    room.look()
    assert room.row.status == Status.SENT


def test_a_template_is_found_by_its_time(room: Room, impatient: Callable[[], None]) -> None:
    room.enqueue(Template(text="Hi Asha", name="hello", content_sid="HX" + "1" * 32, variables={"1": "Asha"}))
    room.deliver()
    impatient()
    room.pass_time(seconds=30)
    room.look()
    assert room.row.status == Status.SENT


def test_twilio_being_down_is_no_look_and_after_four_hours_the_end(room: Room) -> None:
    lost(room, "one")
    room.twilio.fail_next(*[(503, {})] * 1000)
    room.pass_time(seconds=30)
    assert room.look() is False
    assert (room.row.status, room.row.looks) == (Status.UNKNOWN, 0)
    assert room.row.look_at == room.now + reconciliation.BETWEEN_LOOKS
    room.pass_time(hours=4)
    assert room.look() is False
    assert (room.row.look_at, room.row.is_ambiguous) == (None, True)
    assert room.row.reason == reconciliation.NEVER_ANSWERED
    assert len(room.sent()) == 1


def test_looks_are_in_the_log_beside_the_message(room: Room) -> None:
    lost(room, "one")
    looked_until_sure(room)
    assert [(one.method, one.response_status) for one in room.exchanges()] == [("POST", 504)] + [("GET", 200)] * 4


def test_a_failure_of_one_of_two_copies_does_not_undo_the_other(room: Room) -> None:
    lost(room, "one")
    assert looked_until_sure(room) is True
    room.deliver()
    room.told("failed", sid="SM" + "0" * 32, code="63024")
    assert room.row.status == Status.SENT
    room.told("failed", code="63024")
    assert room.row.status == Status.FAILED
