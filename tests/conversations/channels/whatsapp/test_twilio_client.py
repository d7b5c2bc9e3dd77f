"""What Twilio answers, sorted by what may be done about it."""

from collections.abc import Callable
from typing import Any

import pytest

from conversations.channels.outcomes import Accepted
from conversations.channels.whatsapp import client
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.loopback.twilio_server import TwilioServer
from tools.providers import NotSent, OutcomeUnknown, Refused
from tools.providers.exchange import Exchanges

pytestmark = pytest.mark.django_db
PROBLEM = {"type": "x", "title": "Bad thing", "status": 400, "code": 21617, "detail": "Too long", "instance": "/x"}


@pytest.fixture
def channel(make_tenant: Callable[..., Tenant], to_twilio: TwilioServer) -> Channel:
    with tenant_scope(make_tenant().id):
        return Channel.objects.get()


def send(channel: Channel, exchanges: Exchanges | None = None) -> Accepted:
    return client.send(channel, to="whatsapp:+254711000111", callback="", body="x", exchanges=exchanges)


@pytest.mark.parametrize(
    ("status", "answer", "error", "words"),
    [
        (429, {"code": 20429}, NotSent, "429"),
        (500, {}, NotSent, "500"),
        (503, {"code": 20503}, NotSent, "503"),
        (504, {}, OutcomeUnknown, "504"),
        (408, {}, OutcomeUnknown, "408"),
        (201, {}, OutcomeUnknown, "no SID"),
        (201, [], OutcomeUnknown, "no answer"),
        (400, {"code": 21211, "message": "Invalid To"}, Refused, "21211: Invalid To"),
        (400, PROBLEM, Refused, "21617: Too long"),
        (400, PROBLEM | {"detail": None}, Refused, "21617: Bad thing"),
        (503, PROBLEM | {"status": 503}, NotSent, "503"),
        (403, {"error": "not Twilio's form"}, Refused, "403: "),
        (302, {}, Refused, "302"),
    ],
)
def test_answers_are_sorted(
    channel: Channel, to_twilio: TwilioServer, status: int, answer: dict[str, Any], error: type[Exception], words: str
) -> None:
    to_twilio.fail_next((status, answer))
    with pytest.raises(error, match=words):
        send(channel)


def test_an_answer_is_taken_as_it_is(channel: Channel, to_twilio: TwilioServer) -> None:
    to_twilio.fail_next((200, {"sid": "1002"}), (201, {"sid": "SM1", "status": "accepted"}))
    assert send(channel) == Accepted(provider_id="1002", status="")
    assert send(channel) == Accepted(provider_id="SM1", status="accepted")


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ((400, {"code": 20001, "message": "bad"}), Refused),
        ((503, {}), NotSent),
        ((201, {}), OutcomeUnknown),
        ((201, []), OutcomeUnknown),
    ],
)
def test_a_content_resource_fails_like_a_message(
    channel: Channel, to_twilio: TwilioServer, answer: tuple[int, dict[str, Any]], error: type[Exception]
) -> None:
    to_twilio.fail_next(answer)
    with pytest.raises(error):
        client.create_content(channel, name="x", variables={}, types={})


def test_typing_is_shown_in_the_second_version_of_its_form(channel: Channel, to_twilio: TwilioServer) -> None:
    client.show_typing(channel, inbound_id="SM" + "1" * 32)
    request = to_twilio.received[-1]
    assert request.path == "/v2/Indicators/Typing.json"
    assert request.fields == {"messageId": "SM" + "1" * 32, "channel": "whatsapp"}
    to_twilio.fail_next((400, {"code": 20001, "message": "bad"}))
    with pytest.raises(Refused):
        client.show_typing(channel, inbound_id="SM1")


def test_messages_are_listed_as_twilio_has_them(channel: Channel, to_twilio: TwilioServer) -> None:
    sent = send(channel)
    [listed] = client.list_messages(channel, to="whatsapp:+254711000111", since=None)
    assert (listed.provider_id, listed.body, listed.is_outbound) == (sent.provider_id, "x", True)
    assert listed.created_at is not None
    assert client.list_messages(channel, to="whatsapp:+254711000112", since=None) == []


@pytest.mark.parametrize("answer", [(503, {}), (401, {"code": 20003}), (200, {"nothing": "here"})])
def test_a_list_that_cannot_be_had_is_an_error(
    channel: Channel, to_twilio: TwilioServer, answer: tuple[int, dict[str, Any]]
) -> None:
    to_twilio.fail_next(answer)
    with pytest.raises((NotSent, OutcomeUnknown, Refused)):
        client.list_messages(channel, to="whatsapp:+254711000111", since=None)
