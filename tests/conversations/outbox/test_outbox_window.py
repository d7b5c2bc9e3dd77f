"""The 24-hour window: free words inside it, templates at any time, a visible failure otherwise."""

from datetime import timedelta

import pytest

from conversations.models import Conversation, OutboundMessage
from journeys.reply import Media, Reply, Template, Text
from tenants.scope import tenant_scope
from tests.conversations.outbox.conftest import Room

pytestmark = pytest.mark.django_db
Status = OutboundMessage.Status
TEMPLATE = Template(text="Hi Asha", name="hello", content_sid="HX" + "1" * 32, variables={"1": "Asha"})


@pytest.mark.parametrize(
    ("hours", "reply", "expected"),
    [
        (0, Text(text="x"), Status.SENT),
        (24, Text(text="x"), Status.SENT),
        (24.01, Text(text="x"), Status.FAILED),
        (24.01, Media(text="x", url="https://shop.example/x.jpg"), Status.FAILED),
        (24.01, TEMPLATE, Status.SENT),
        (None, Text(text="x"), Status.FAILED),
        (None, TEMPLATE, Status.SENT),
    ],
)
def test_free_words_go_out_for_a_day_and_templates_always(
    room: Room, hours: float | None, reply: Reply, expected: str
) -> None:
    heard_at = None if hours is None else room.now - timedelta(hours=hours)
    with tenant_scope(room.tenant.id):
        Conversation.objects.update(last_inbound_at=heard_at)
    now = room.now
    room.enqueue(reply)
    room.now = now
    room.change(due_at=now)
    room.deliver()
    assert room.row.status == expected
    if expected == Status.FAILED:
        assert room.row.error_code == "63016"
        assert "outside the 24-hour window" in room.row.reason
        assert room.twilio.received == []


def test_what_waited_too_long_is_not_sent_either(room: Room) -> None:
    room.enqueue("one")
    room.pass_time(days=1, seconds=1)
    room.deliver()
    assert (room.row.status, room.sent()) == (Status.FAILED, [])


def test_a_template_goes_by_its_sid_with_its_values(room: Room) -> None:
    room.enqueue(TEMPLATE)
    room.deliver()
    fields = room.twilio.messages[0].fields
    assert (fields["ContentSid"], fields["ContentVariables"]) == (TEMPLATE.content_sid, '{"1": "Asha"}')
    assert "Body" not in fields


@pytest.mark.parametrize(
    ("hours", "expected", "bodies"), [(1, Status.SENT, [None, "Hi Asha"]), (30, Status.FAILED, [None])]
)
def test_a_template_that_twilio_does_not_know_becomes_words_only_in_the_window(
    room: Room, hours: int, expected: str, bodies: list[str | None]
) -> None:
    room.enqueue(TEMPLATE)
    room.pass_time(hours=hours)
    room.twilio.fail_next((400, {"code": 21655, "message": "The ContentSid is Invalid", "status": 400}))
    room.deliver()
    assert room.row.status == expected
    assert [message.fields.get("Body") for message in room.twilio.messages] == bodies
