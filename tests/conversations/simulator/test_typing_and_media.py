"""The typing indicator, and a picture's way from the phone to whoever holds the account's token."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from conversations.simulator import handset
from conversations.simulator.handset import PhoneInput, Picture
from conversations.simulator.models import SimulatedMessage, SimulatedPhone, SimulatedPicture
from tenants.models import Channel
from tenants.scope import tenant_scope
from tests.conversations.simulator.conftest import Peer
from tests.conversations.simulator.receiver import Receiver

TYPING = "/v2/Indicators/Typing.json"
PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20


@pytest.mark.usefixtures("own_address")
def test_typing_is_shown_and_everything_before_is_read(peer: Peer, duka: Channel, phone: SimulatedPhone) -> None:
    first, second, third = (handset.send(duka, phone, PhoneInput(text=text)) for text in "abc")
    response = peer.call("post", TYPING, {"messageId": second.sid, "channel": "whatsapp"})
    assert (response.status_code, response.json()) == (200, {"success": True})
    with tenant_scope(duka.tenant_id):
        states = {row.sid: row.status for row in SimulatedMessage.objects.all()}
        phone.refresh_from_db()
    assert states == {first.sid: "read", second.sid: "read", third.sid: "delivered"}
    left = phone.typing_until - timezone.now()
    assert timedelta(seconds=20) < left <= timedelta(seconds=25)


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"messageId": "SM0", "channel": "whatsapp"}, 20404), ({"messageId": "SM0"}, 20001), ({"channel": "sms"}, 20001)],
)
def test_typing_about_nothing_is_refused(peer: Peer, fields: dict[str, str], code: int) -> None:
    assert peer.call("post", TYPING, fields).json()["code"] == code


def test_a_picture_is_fetched_by_way_of_a_signed_address(
    own_address: Receiver, peer: Peer, duka: Channel, phone: SimulatedPhone
) -> None:
    handset.send(duka, phone, PhoneInput(picture=Picture(content_type="image/png", bytes=PNG)))
    path = own_address.posted[0].form["MediaUrl0"].partition("/simulator/twilio")[2]
    assert Client().get(f"/simulator/twilio{path}").status_code == 401
    redirect = peer.call("get", path)
    assert redirect.status_code == 307
    picture = Client().get(redirect["Location"])
    assert (picture.content, picture["Content-Type"]) == (PNG, "image/png")
    assert Client().get(redirect["Location"][:-2]).status_code == 404
    assert peer.call("delete", f"{path}.json").status_code == 204
    assert peer.call("get", path).json()["code"] == 20404
    assert Client().get(redirect["Location"]).status_code == 404
    with tenant_scope(duka.tenant_id):
        assert not SimulatedPicture.objects.exists()
