"""Lists and buttons: a content resource made once for a shape, made anew once when it is gone, and words at last."""

import pytest

from conversations.channels.whatsapp import compile
from conversations.models import ContentTemplate, OutboundMessage
from journeys.reply import Buttons, ListReply, Reply, ReplyOption
from tenants.scope import tenant_scope
from tests.conversations.outbox.conftest import Room

pytestmark = pytest.mark.django_db
Status = OutboundMessage.Status
BUTTONS = Buttons(text="Sure?", options=(ReplyOption(id="y", title="Yes"), ReplyOption(id="n", title="No")))
LIST = ListReply(
    text="Two shoes",
    button="Choose",
    options=(ReplyOption(id="a", title="Runner", description="KES 4,500"), ReplyOption(id="b", title="Boot")),
)
GONE = [(400, {"code": 21655, "message": "gone", "status": 400}), (404, {"code": 20404, "message": "x", "status": 404})]


def made(room: Room) -> int:
    return sum(request.path.endswith("/v1/Content") for request in room.twilio.received)


def known(room: Room) -> set[tuple[str, str]]:
    with tenant_scope(room.tenant.id):
        return set(ContentTemplate.objects.values_list("shape", "provider_id"))


def test_a_resource_is_made_once_for_a_shape(room: Room) -> None:
    room.enqueue(BUTTONS, LIST, BUTTONS.model_copy(update={"text": "Really?"}))
    room.deliver()
    assert made(room) == 2
    sids = dict(known(room))
    assert [message.fields["ContentSid"] for message in room.twilio.messages] == [
        sids["buttons-2"],
        sids["list-2"],
        sids["buttons-2"],
    ]


@pytest.mark.parametrize("gone", GONE)
def test_one_that_is_gone_is_made_anew(room: Room, gone: tuple[int, dict[str, object]]) -> None:
    room.enqueue(BUTTONS)
    room.deliver()
    before = known(room)
    room.enqueue(BUTTONS)
    room.twilio.fail_next(gone)
    room.deliver()
    assert made(room) == 2
    assert known(room) != before
    assert room.twilio.messages[-1].fields["ContentSid"] in dict(known(room)).values()
    assert [row.status for row in room.rows()] == [Status.SENT, Status.SENT]


def test_one_that_is_gone_again_becomes_words(room: Room) -> None:
    room.enqueue(BUTTONS)
    with tenant_scope(room.tenant.id):
        ContentTemplate.objects.create(channel=room.channel, shape="buttons-2", provider_id="HX" + "0" * 32)
    room.twilio.fail_next(GONE[0], (201, {"sid": "HX" + "1" * 32}), GONE[0])
    room.deliver()
    assert room.twilio.messages[-1].fields["Body"] == "Sure?\n\n1. Yes\n2. No"
    assert (len(room.twilio.messages), room.row.status, known(room)) == (3, Status.SENT, set())


@pytest.mark.parametrize(
    "answer", [(429, {"code": 20429}), (400, {"code": 20001, "message": "bad"}), (201, {}), (504, {})]
)
def test_one_that_cannot_be_made_becomes_words(room: Room, answer: tuple[int, dict[str, object]]) -> None:
    room.enqueue(LIST)
    room.twilio.fail_next(answer)
    room.deliver()
    assert room.sent() == ["Two shoes\n\n1. Runner: KES 4,500\n2. Boot"]
    assert room.row.status == Status.SENT


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (BUTTONS, "Sure?\n\n1. Yes\n2. No"),
        (BUTTONS.model_copy(update={"text": "Yes or No?"}), "Yes or No?"),
        (LIST.model_copy(update={"text": "1. Runner\n2. Boot"}), "1. Runner\n2. Boot"),
    ],
)
def test_what_could_be_tapped_is_numbered_unless_the_words_name_it(reply: Reply, words: str) -> None:
    assert compile.plain(reply) == words


def test_the_words_of_the_longest_list_fit_one_message() -> None:
    options = tuple(ReplyOption(id=str(n), title=f"{n}" * 24, description="d" * 72) for n in range(10))
    reply = ListReply(text="t" * 1024, button="Choose", options=options)
    assert compile.content(reply) is not None
    assert len(compile.plain(reply)) <= 1600
    assert all(option.title in compile.plain(reply) for option in options)
