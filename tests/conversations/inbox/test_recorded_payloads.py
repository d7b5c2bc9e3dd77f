"""Real payloads, published by others in this field, answered as their collection expects.

The collection lies beside a checkout or not at all; test_inbox_shapes.py holds the shapes that matter as fields of our
own.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.http import HttpResponse
from django.utils import timezone

from conversations.inbox import media
from conversations.models import Conversation, InboundMedia, InboundMessage, OutboundMessage
from tenants.consent import standing
from tenants.models import Channel, Customer, CustomerAddress, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.conversations import signed
from tests.people import make_outbound

FILE = Path(__file__).resolve().parents[4] / "shared" / "data" / "twilio_payloads" / "inbound_and_status.jsonl"
PAYLOADS: dict[str, dict[str, Any]] = {}
if FILE.exists():
    PAYLOADS = {line["id"]: line for line in map(json.loads, FILE.read_text().splitlines())}

pytestmark = pytest.mark.skipif(not PAYLOADS, reason="the collection of payloads is not here")


@dataclass(frozen=True)
class Stored:
    """A message in the inbox, its customer's addresses and its media."""

    body: str
    known: tuple[str, ...]
    kind: str = "text"
    media: tuple[str, ...] = ()
    tapped_id: str = ""
    name: str = ""


@dataclass(frozen=True)
class Told:
    """Where an outbound message stands afterwards."""

    status: str
    code: str = ""


@dataclass(frozen=True)
class Answered:
    """Only an HTTP status; nothing changes."""

    status: int


US, BSUID = "whatsapp:+14133881111", "whatsapp:US.1234"
SMITH = ("whatsapp:+27456897512", "whatsapp:US.13491208655302741918")
SHORT, IN = "whatsapp:+12345", "whatsapp:IN.2081978709342942"
EXAMPLE, ASSETS = "http://example.com/media", "https://chatwoot-assets.local/sample."
BASE64 = "QmFubm9uIEV4cGxhaW5zIFRoZSBXb3JsZCAuLi4K4oCcVGhlIENhbXAgb2YgdGhlIFNhaW50c+KA"

EXPECTED: dict[str, Stored | Told | Answered] = {
    "courier/waReceiveValid": Stored("Msg", (US,)),
    "courier/waReceiveBSUIDValid": Stored("Msg", (US, BSUID)),
    "courier/waReceiveFromBSUID": Stored("Msg", (BSUID,)),
    "courier/waReceiveBSUIDInvalid": Stored("Msg", (US,)),
    "courier/waReceiveButtonValid": Stored("Confirm", (US,), kind="tap"),
    "courier/waReceivePrefixlessURN": Stored("Msg", (US,)),
    "courier/receiveValid": Stored("Msg", (US,)),
    "courier/receiveMedia": Stored("", (US,), kind="media", media=("cat.jpg", "dog.jpg")),
    "courier/receiveMediaWithMsg": Stored("Msg", (US,), kind="media", media=("cat.jpg", "dog.jpg")),
    "courier/receiveBase64": Stored(BASE64, (US,)),
    "courier/receiveButtonIgnored": Stored("Confirm", (US,), kind="tap"),
    "courier/statusStop": Told("failed", "21610"),
    "courier/statusInvalid": Answered(400),
    "courier/statusValid": Told("delivered"),
    "courier/statusRead": Told("read"),
    "courier/statusRateLimit": Told("queued", "63018"),
    "courier/tmsStatusExtra": Told("sent"),
    "courier/tmsReceiveExtra": Stored("John Cruz", (US,)),
    "courier/no_params": Answered(400),
    "courier/status_no_params": Answered(204),
    "courier/bad_signature": Answered(403),
    "courier/missing_signature": Answered(403),
    "ocs/text": Stored("Dobroye utro", SMITH, name="Chris Smit"),
    "ocs/image": Stored("Dobroye utro", SMITH, kind="media", media=(EXAMPLE,), name="Chris Smit"),
    "ocs/audio": Stored("Dobroye utro", SMITH, kind="media", media=(EXAMPLE,), name="Chris Smit"),
    "ocs/document": Stored("Dobroye utro", SMITH, kind="media", media=(EXAMPLE,), name="Chris Smit"),
    "chatwoot/null_bytes": Stored("remove null bytes", (SHORT,)),
    "chatwoot/no_body": Stored("", (SHORT,), kind="other"),
    "chatwoot/media1": Stored("testing3", (SHORT,), kind="media", media=(ASSETS + "png",)),
    "chatwoot/media2": Stored("testing multiple media", (SHORT,), kind="media", media=(ASSETS + "png", ASSETS + "jpg")),
    "chatwoot/media_internal_host": Stored("media", (SHORT,), "media", ("http://internal.example/file.png",)),
    "chatwoot/media_foreign_host": Stored("media", (SHORT,), "media", ("http://other.example/file.png",)),
    "chatwoot/media_twilio_host": Stored(
        "media", (SHORT,), "media", ("https://api.twilio.com/2010-04-01/Accounts/ACxxx/Messages/MMxx/Media/MExx",)
    ),
    "chatwoot/location": Stored("", (SHORT,), kind="location"),
    "chatwoot/bsuid_only": Stored("testing bsuid", (IN,), name="Muhsin"),
    "chatwoot/bsuid_and_phone": Stored("phone and bsuid", ("whatsapp:+919745786257", IN), name="Muhsin"),
    "chatwoot/ctwa_referral": Stored(
        "Hallo! Kann ich hierzu mehr Informationen erhalten?", ("whatsapp:+491741763110",)
    ),
    "chatwoot/profile_blank": Stored("Hello without profile name", ("whatsapp:+1234567890",)),
    "chatwoot/number_0": Stored("Test message", ("whatsapp:+5541988887777",)),
    "chatwoot/number_1": Stored("Test message", ("whatsapp:+554188887777",)),
    "chatwoot/number_2": Stored("Test message", ("whatsapp:+5491123456789",)),
    "chatwoot/number_3": Stored("Test message", ("whatsapp:+541123456789",)),
    "chatwoot/number_4": Stored("Test message", ("whatsapp:+5215512345678",)),
    "chatwoot/number_5": Stored("Test message", ("whatsapp:+525512345678",)),
    "chatwoot/status_delivered_0": Told("delivered"),
    "chatwoot/status_read_0": Told("read"),
    "chatwoot/status_failed_0": Told("failed"),
    "chatwoot/status_failed_1": Told("failed", "30008"),
    "chatwoot/status_failed_2": Told("failed", "30008"),
    "recorded/2023_text": Stored("Olá", ("whatsapp:+254700000001",), name="Test User"),
    "recorded/2026_button": Stored(
        "Konfirmasi",
        ("whatsapp:+254700000001", "whatsapp:KE.1000000000000000"),
        kind="tap",
        tapped_id="{verifyEmail:user@example.com}",
        name="Test User",
    ),
}
# What the collection says of them is not what Tulia does, and why.
OTHERWISE = {
    "courier/receiveBase64": "Twilio encodes no body: words that look like Base64 are what the customer wrote.",
    "courier/receiveButtonIgnored": "It is about SMS; the same fields on WhatsApp, all we have, are a tap.",
    "courier/status_no_params": "Ignored as expected, with the 204 that every status gets.",
    "chatwoot/media_foreign_host": "Fetched without credentials as expected, but over https only: this one is http.",
}


def test_every_payload_is_expected_to_do_something() -> None:
    assert set(PAYLOADS) == set(EXPECTED)
    assert set(OTHERWISE) < set(EXPECTED)


@pytest.fixture
def channel(db: None, make_tenant: Callable[..., Tenant]) -> Channel:
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        return Channel.objects.get()


def post(channel: Channel, payload: dict[str, Any]) -> HttpResponse:
    path = signed.path_of(channel) + ("status/" if payload["kind"].startswith("status") else "")
    pairs = parse_qsl(payload["form"], keep_blank_values=True)
    url = f"http://testserver{path}"
    signatures = {"inbound_bad_signature": signed.sign(url, pairs, "not its token"), "inbound_missing_signature": ""}
    right = signed.sign(url, pairs, channel.auth_token)
    return signed.raw(path, payload["form"], signature=signatures.get(payload["kind"], right))


def of_expectation(kind: type) -> list[str]:
    return [name for name, expected in EXPECTED.items() if isinstance(expected, kind)]


@pytest.mark.parametrize("name", of_expectation(Stored))
def test_a_message_is_stored_as_it_came(channel: Channel, name: str) -> None:
    answer, expected = post(channel, PAYLOADS[name]), EXPECTED[name]
    assert isinstance(expected, Stored)
    assert (answer.status_code, answer.content) == (200, b'<?xml version="1.0" encoding="UTF-8"?><Response />')
    with tenant_scope(channel.tenant_id):
        message = InboundMessage.objects.select_related("conversation__customer").get()
        assert (message.kind, message.body, message.tapped_id) == (expected.kind, expected.body, expected.tapped_id)
        assert set(CustomerAddress.objects.values_list("address", flat=True)) == set(expected.known)
        urls = InboundMedia.objects.order_by("position").values_list("provider_url", flat=True)
        assert tuple(urls) == expected.media
    customer = message.conversation.customer
    assert (customer.address, customer.name) == (expected.known[0], expected.name)
    assert str(customer) == (expected.name or expected.known[0].removeprefix("whatsapp:"))
    sent = {key: value.replace("\x00", "") for key, value in PAYLOADS[name]["params"].items()}
    assert message.payload == sent
    assert message.provider_id == sent.get("MessageSid", sent["SmsSid"])


@pytest.mark.parametrize("name", of_expectation(Told))
def test_a_status_is_followed(channel: Channel, name: str) -> None:
    expected, params = EXPECTED[name], PAYLOADS[name]["params"]
    assert isinstance(expected, Told)
    with tenant_scope(channel.tenant_id):
        customer = Customer.objects.create(address="whatsapp:+254712345678")
        conversation = Conversation.objects.create(channel=channel, customer=customer, last_inbound_at=timezone.now())
        before = "sending" if expected.status == "sent" else "sent"
        row = make_outbound(conversation, status=before, provider_id=params["MessageSid"], sent_at=timezone.now())
    assert post(channel, PAYLOADS[name]).status_code == 204
    with tenant_scope(channel.tenant_id):
        row = OutboundMessage.objects.get(pk=row.pk)
        known = standing.of(customer.pk).known
    assert (row.status, row.error_code) == (expected.status, expected.code)
    assert bool(row.reason) is (expected.status in ("failed", "queued"))
    assert known == ({"service": False} if expected.code == "21610" else {})


@pytest.mark.parametrize("name", of_expectation(Answered))
def test_what_is_no_message_is_answered_and_changes_nothing(channel: Channel, name: str) -> None:
    expected = EXPECTED[name]
    assert isinstance(expected, Answered)
    assert post(channel, PAYLOADS[name]).status_code == expected.status
    with fleet_scope():
        assert not InboundMessage.objects.exists()
        assert not Customer.objects.exists()


@pytest.mark.parametrize("numbers", [("0", "1"), ("2", "3"), ("4", "5")])
def test_both_forms_of_a_number_are_one_person(channel: Channel, numbers: tuple[str, str]) -> None:
    payloads = [PAYLOADS[f"chatwoot/number_{number}"] for number in numbers]
    for sid, payload in zip(("SMone", "SMtwo"), payloads, strict=True):
        assert post(channel, payload | {"form": payload["form"].replace("SMxx", sid)}).status_code == 200
    with tenant_scope(channel.tenant_id):
        assert Customer.objects.get().address == payloads[1]["params"]["From"]
        assert Conversation.objects.get().inbound_count == 2


def test_the_id_alone_and_the_id_with_a_phone_are_one_person(channel: Channel) -> None:
    for sid, name in (("SMone", "bsuid_only"), ("SMtwo", "bsuid_and_phone")):
        payload = PAYLOADS[f"chatwoot/{name}"]
        assert post(channel, payload | {"form": payload["form"].replace("SMxx", sid)}).status_code == 200
    with tenant_scope(channel.tenant_id):
        assert Customer.objects.get().phone_e164 == "+919745786257"


@pytest.mark.parametrize("name", ["media_internal_host", "media_foreign_host"])
def test_media_that_are_not_to_be_fetched_are_refused(
    channel: Channel, settings: Any, tmp_path: Path, name: str
) -> None:
    settings.MEDIA_ROOT = tmp_path
    post(channel, PAYLOADS[f"chatwoot/{name}"])
    with tenant_scope(channel.tenant_id):
        row = InboundMedia.objects.get()
    media.fetch(channel.tenant_id, row.id)
    with tenant_scope(channel.tenant_id):
        assert InboundMedia.objects.get().status == InboundMedia.Status.REFUSED
