"""The shapes of message that Twilio sends, each with every field it has: what is read from it, and that all is kept."""

import json
from collections.abc import Callable

import pytest

from conversations.channels.whatsapp import webhook
from conversations.models import InboundMessage
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.conversations import signed

Fields = dict[str, str]
Shape = tuple[str, Fields, str, str, str, int]
CONTEXT = {"ProfileName": "Asha Wanjirú", "WaId": "254712345678"}
WHATSAPP = {
    "SmsStatus": "received",
    "NumMedia": "0",
    "NumSegments": "1",
    "ReferralNumMedia": "0",
    "ApiVersion": "2010-04-01",
    "Forwarded": "false",
    "FrequentlyForwarded": "false",
    "ExternalUserId": "whatsapp:KE.4566546130240823",
    "ChannelMetadata": json.dumps({"type": "whatsapp", "data": {"context": CONTEXT}}),
    **CONTEXT,
}
REPLY = {"OriginalRepliedMessageSid": "MM" + "1" * 32, "OriginalRepliedMessageSender": "whatsapp:+14155238886"}
ADVERT = {
    "ReferralBody": "Phones at half price",
    "ReferralHeadline": "Duka's August",
    "ReferralSourceId": "120237244350960485",
    "ReferralSourceType": "ad",
    "ReferralSourceUrl": "https://fb.me/x",
    "ReferralMediaId": "",
    "ReferralCtwaClid": "AfjyUDlaIoiweZDnlzmDTEaG",
}
TWO_FILES = {
    "MediaUrl0": "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1",
    "MediaContentType0": "image/jpeg",
    "MediaUrl1": "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME2",
    "MediaContentType1": "application/pdf",
}
PLACE = {"Latitude": "-1.2833", "Longitude": "36.8167", "Address": "Kimathi Street", "Label": "CBD"}

SHAPES: list[Shape] = [  # name, fields, kind, body, tapped id, media
    ("text", {"Body": "Habari", "MessageType": "text"}, "text", "Habari", "", 0),
    ("forwarded", {"Body": "Habari", "Forwarded": "true"}, "text", "Habari", "", 0),
    ("reply", {"Body": "Yes, that one", **REPLY}, "text", "Yes, that one", "", 0),
    ("advert", {"Body": "Is it there?", **ADVERT}, "text", "Is it there?", "", 0),
    ("button", {"Body": "Yes", "ButtonText": "Yes", "ButtonPayload": "yes:1", "ButtonType": "REPLY", **REPLY},
     "tap", "Yes", "yes:1", 0),
    ("button of a template", {"Body": "x", "ButtonText": "Confirm"}, "tap", "Confirm", "", 0),
    ("list", {"Body": "Red", "ListId": "item:1", "ListTitle": "Red", "ListDescription": "XL"}, "tap",
     "Red", "item:1", 0),
    ("flow", {"Body": "", "MessageType": "interactive", "InteractiveData": '{"a":1}', "FlowData": '"{}"'},
     "other", "", "", 0),
    ("pictures", {"Body": "", "NumMedia": "2", **TWO_FILES}, "media", "", "", 2),
    ("picture, told as none", {"Body": "this", "NumMedia": "0", **TWO_FILES}, "media", "this", "", 2),
    ("media, of which there are none", {"Body": "", "NumMedia": "3"}, "other", "", "", 0),
    ("location", {"Body": "", "MessageType": "location", **PLACE}, "location", "", "", 0),
    ("location that is none", {"Body": "x", "Latitude": "here", "Longitude": ""}, "text", "x", "", 0),
    ("sticker", {"MessageType": "sticker", "Body": ""}, "other", "", "", 0),
    ("edited, one day", {"Body": "Habari yako", "EditedMessageSid": "SM1", "EventType": "EDITED"}, "text",
     "Habari yako", "", 0),
    ("spaces are hers", {"Body": "  a\n b "}, "text", "  a\n b ", "", 0),
]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape[0])
def test_a_shape_is_read_and_kept_whole(db: None, make_tenant: Callable[..., Tenant], shape: Shape) -> None:
    _, fields, kind, body, tapped_id, media = shape
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
    sent = signed.message(channel, **(WHATSAPP | fields))
    assert signed.post(channel, sent).status_code == 200
    with tenant_scope(tenant.id):
        message = InboundMessage.objects.select_related("conversation__customer").get()
        assert message.media.count() == media
    assert (message.kind, message.body, message.tapped_id) == (kind, body, tapped_id)
    assert message.payload == sent
    assert message.conversation.customer.name == "Asha Wanjirú"


@pytest.mark.parametrize("name", ["MessageSid", "SmsMessageSid", "SmsSid"])
def test_a_sid_is_known_by_its_former_names(name: str) -> None:
    assert webhook.read_inbound({name: "SM1", "From": "+254712345678"}).provider_id == "SM1"


@pytest.mark.parametrize("sid", ["", "SM1\n", "SM 1", "é", "S" * 65])
def test_what_is_no_sid_is_malformed(sid: str) -> None:
    with pytest.raises(webhook.Malformed):
        webhook.read_inbound({"MessageSid": sid, "From": "+254712345678"})


@pytest.mark.parametrize("sender", ["+254712345678\n", "+٢٥٤٧١٢٣٤٥٦٧٨", "whatsapp:whatsapp:+254712", "+0712345678"])
def test_what_is_no_sender_is_malformed(sender: str) -> None:
    with pytest.raises(webhook.Malformed):
        webhook.read_inbound({"MessageSid": "SM1", "From": sender})


def test_at_most_ten_attachments_are_taken() -> None:
    urls = {f"MediaUrl{number}": f"https://api.twilio.com/{number}" for number in range(20)}
    read = webhook.read_inbound({"MessageSid": "MM1", "From": "+254712345678", **urls})
    assert [it.url[-1] for it in read.attachments] == list("0123456789")


@pytest.mark.parametrize("fields", [{}, {"MessageSid": "SM1"}, {"MessageSid": "SM1", "MessageStatus": ""}], ids=str)
def test_a_callback_without_a_status_tells_nothing(fields: Fields) -> None:
    assert webhook.read_status(fields, own_id="") is None


@pytest.mark.parametrize("fields", [{"MessageStatus": "huh", "MessageSid": "SM1"}, {"MessageStatus": "sent"}], ids=str)
def test_a_callback_with_an_unknown_status_or_of_no_message_is_malformed(fields: Fields) -> None:
    with pytest.raises(webhook.Malformed):
        webhook.read_status(fields, own_id="")
