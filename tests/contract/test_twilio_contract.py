"""Our client and the simulator speak as Twilio's own OpenAPI says, request by request and answer by answer."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.utils import timezone

from conversations.channels.outcomes import Accepted
from conversations.channels.whatsapp import client, compile
from conversations.simulator import phones
from conversations.simulator.models import SimulatedMessage
from journeys.reply import Buttons, ListReply, ReplyOption
from tenants.models import Channel
from tenants.scope import tenant_scope

pytestmark = [pytest.mark.outside]
CUSTOMER = "whatsapp:+254712345678"
CALLBACK = "https://tulia.example/webhooks/twilio/token/status/?message=1"
Violations = list[dict[str, Any]]
OPTIONS = tuple(
    ReplyOption(id=f"item:{number}", title=f"Number {number}", description="KES 100") for number in range(1, 4)
)
SHAPES = {
    "list": ListReply(text="Choose", button="See", options=OPTIONS),
    "list without descriptions": ListReply(text="Choose", button="See", options=(ReplyOption(id="a", title="A"),)),
    "buttons": Buttons(text="Sure?", options=OPTIONS[:2]),
}


def send(channel: Channel, **words: Any) -> Accepted:
    return client.send(channel, to=CUSTOMER, callback=CALLBACK, **words)


def written(channel: Channel) -> str:
    """The SID of something the customer wrote."""
    phone = phones.add(channel, name="Asha", address=CUSTOMER)
    with tenant_scope(channel.tenant_id):
        message = SimulatedMessage.objects.create(
            phone=phone, sid=f"SM{uuid4().hex}", direction=SimulatedMessage.Direction.INBOUND, body="Habari"
        )
    return message.sid


def test_prism_sees_what_is_amiss(channel: Channel, judge: str, violations: Violations) -> None:
    url = f"{judge}/2010-04-01/Accounts/{channel.twilio_account}/Messages.json"
    fields = {"To": CUSTOMER, "From": channel.sender, "Body": "Hi", "ContentSid": "HX1"}
    httpx.post(url, data=fields, auth=(channel.twilio_account, channel.auth_token))
    assert violations


@pytest.mark.parametrize("words", [{"body": "Habari 😀"}, {"body": "", "media_url": "https://shop.example/a.jpg"}])
def test_a_message(channel: Channel, violations: Violations, words: dict[str, str]) -> None:
    assert send(channel, **words).provider_id
    assert violations == []


@pytest.mark.parametrize("shape", SHAPES)
def test_a_content_resource_and_its_message(channel: Channel, violations: Violations, shape: str) -> None:
    content = compile.content(SHAPES[shape])
    assert content is not None
    sid = client.create_content(channel, name="tulia_shape", variables=content.placeholders, types=content.types)
    assert send(channel, content=(sid, content.variables_json)).provider_id
    assert violations == []


def test_the_typing_indicator(channel: Channel, violations: Violations) -> None:
    client.show_typing(channel, inbound_id=written(channel))
    assert violations == []


def test_the_account(channel: Channel, violations: Violations) -> None:
    assert client.test_connection(channel).is_ok
    assert violations == []


@pytest.mark.parametrize("is_dated", [True, False])
def test_the_list_of_messages(channel: Channel, violations: Violations, is_dated: bool) -> None:
    sid = send(channel, body="Habari").provider_id
    written(channel)
    since = timezone.now() - timedelta(days=1) if is_dated else None
    listed = client.list_messages(channel, to=CUSTOMER, since=since)
    assert sid in [one.provider_id for one in listed] or is_dated
    assert violations == []
