"""What the customer's side posts: every field of Twilio's form, signed, to our own address."""

import json
import re

import pytest
from twilio.request_validator import RequestValidator

from conversations.simulator import handset, phones
from conversations.simulator.handset import PhoneInput, Picture
from conversations.simulator.models import SimulatedMessage, SimulatedPhone
from tenants.models import Channel
from tenants.scope import tenant_scope
from tests.conversations.simulator.conftest import ACCOUNT, CUSTOMER, TOKEN
from tests.conversations.simulator.receiver import Receiver

ALWAYS = {
    "SmsMessageSid", "SmsSid", "MessageSid", "AccountSid", "ApiVersion", "SmsStatus", "From", "To", "Body", "NumMedia",
    "NumSegments", "ReferralNumMedia", "MessageType", "ProfileName", "ChannelMetadata",
}  # fmt: skip
REPLIED = "SM" + "b" * 32
TAP = {"kind": "list", "id": "item:7", "title": "Mtaa Runner"}


@pytest.mark.parametrize(
    ("said", "kind", "expected"),
    [
        (PhoneInput(text="Habari 😀 & karibu"), "text", {"Body": "Habari 😀 & karibu"}),
        (
            PhoneInput(tap=TAP, replied_sid=REPLIED),
            "interactive",
            {
                "Body": "Mtaa Runner",
                "ListId": "item:7",
                "ListTitle": "Mtaa Runner",
                "OriginalRepliedMessageSid": REPLIED,
            },
        ),
        (
            PhoneInput(tap=TAP | {"kind": "button"}, replied_sid=REPLIED),
            "interactive",
            {"Body": "Mtaa Runner", "ButtonPayload": "item:7", "ButtonText": "Mtaa Runner"},
        ),
        (
            PhoneInput(location={"latitude": "-1.28", "longitude": "36.81", "label": "CBD"}),
            "location",
            {"Body": "", "Latitude": "-1.28", "Longitude": "36.81", "Label": "CBD"},
        ),
    ],
)
def test_the_form_is_complete_and_signed(
    own_address: Receiver, duka: Channel, phone: SimulatedPhone, said: PhoneInput, kind: str, expected: dict[str, str]
) -> None:
    message = handset.send(duka, phone, said)
    [posted] = own_address.posted
    form = posted.form
    assert set(form) >= ALWAYS
    assert {name: form[name] for name in expected} == expected
    assert form["MessageType"] == kind
    assert re.fullmatch(r"SM[0-9a-f]{32}", form["MessageSid"])
    assert form["MessageSid"] == form["SmsSid"] == form["SmsMessageSid"] == message.sid
    assert (form["From"], form["To"], form["AccountSid"]) == (CUSTOMER, duka.sender, ACCOUNT)
    assert (form["WaId"], form["ProfileName"], form["SmsStatus"]) == ("254712345678", "Asha Wanjirú", "received")
    metadata = json.loads(form["ChannelMetadata"])
    assert metadata["data"]["context"] == {"ProfileName": "Asha Wanjirú", "WaId": "254712345678"}
    assert posted.path == f"/webhooks/twilio/{duka.webhook_token}/"
    assert posted.headers["I-Twilio-Idempotency-Token"]
    signature = posted.headers["X-Twilio-Signature"]
    assert RequestValidator(TOKEN).validate(own_address.url + posted.path, form, signature)
    assert message.status == SimulatedMessage.Status.DELIVERED


def test_a_picture_has_a_media_address_and_a_multimedia_sid(
    own_address: Receiver, duka: Channel, phone: SimulatedPhone
) -> None:
    picture = Picture(content_type="image/png", bytes=b"\x89PNG\r\n\x1a\n")
    message = handset.send(duka, phone, PhoneInput(text="this one", picture=picture))
    form = own_address.posted[0].form
    assert (form["NumMedia"], form["MediaContentType0"], form["MessageType"]) == ("1", "image/png", "image")
    assert form["Body"] == "this one"
    assert message.sid.startswith("MM")
    base = f"{own_address.url}/simulator/twilio/2010-04-01/Accounts/{ACCOUNT}/Messages/{message.sid}/Media/ME"
    assert form["MediaUrl0"].startswith(base)


def test_a_customer_who_hides_her_number_has_no_wa_id(own_address: Receiver, duka: Channel) -> None:
    hidden = phones.add(duka, name="Kemboi", address="whatsapp:KE.4566546130240823")
    handset.send(duka, hidden, PhoneInput(text="hi"))
    form = own_address.posted[0].form
    assert "WaId" not in form
    assert form["From"] == form["ExternalUserId"] == "whatsapp:KE.4566546130240823"


@pytest.mark.parametrize("status", [403, 404, 500])
def test_a_refusal_of_the_webhook_is_told(
    own_address: Receiver, duka: Channel, phone: SimulatedPhone, status: int
) -> None:
    own_address.statuses = [status]
    message = handset.send(duka, phone, PhoneInput(text="hi"))
    assert (message.status, message.error_message) == ("failed", f"Webhook answered {status}")
    assert len(own_address.posted) == 1


def test_nobody_listening_is_told(own_address: Receiver, duka: Channel, phone: SimulatedPhone) -> None:
    own_address.__exit__()
    message = handset.send(duka, phone, PhoneInput(text="hi"))
    assert (message.status, message.error_message) == ("failed", "Nobody listens at the webhook")


def test_the_first_phones_are_the_tenants_customers_and_are_made_once(duka: Channel) -> None:
    first = phones.list_of(duka)
    assert [phone.id for phone in phones.list_of(duka)] == [phone.id for phone in first]
    with tenant_scope(duka.tenant_id):
        assert SimulatedPhone.objects.count() == len(first) == 1
