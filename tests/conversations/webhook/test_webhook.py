"""The webhook as Twilio uses it, and as others try to."""

from collections.abc import Callable

import pytest
from django.test import Client

from conversations.models import Conversation, InboundMessage
from tenants.models import Channel, Customer, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.talk import Talk, sign

pytestmark = pytest.mark.django_db
TalkTo = Callable[..., Talk]
MakeTenant = Callable[..., Tenant]


def stored() -> int:
    with fleet_scope():
        return InboundMessage.objects.count() + Customer.objects.count() + Conversation.objects.count()


def test_a_signed_message_is_stored_once_and_answered_with_empty_twiml(talk: TalkTo, make_tenant: MakeTenant) -> None:
    customer = talk(make_tenant())
    response = customer.post(Body="Habari 😀", ProfileName="Asha Wanjirú", WaId="254712345678")
    assert (response.status_code, response["Content-Type"]) == (200, "text/xml")
    assert response.content == b'<?xml version="1.0" encoding="UTF-8"?><Response />'
    with tenant_scope(customer.tenant.id):
        message = InboundMessage.objects.select_related("conversation__customer").get()
    assert (message.body, message.kind, message.status) == ("Habari 😀", "text", "pending")
    assert message.conversation.customer.name == "Asha Wanjirú"
    assert message.conversation.customer.phone_e164 == customer.sender.removeprefix("whatsapp:")
    assert message.payload["WaId"] == "254712345678"


def test_a_duplicate_changes_nothing(talk: TalkTo, make_tenant: MakeTenant) -> None:
    customer = talk(make_tenant())
    customer.post(Body="one", MessageSid="SM" + "a" * 32)
    before = (customer.conversation.due_at, customer.conversation.inbound_count, stored())
    assert customer.post(Body="one", MessageSid="SM" + "a" * 32).status_code == 200
    assert (customer.conversation.due_at, customer.conversation.inbound_count, stored()) == before


@pytest.mark.parametrize("signature", ["", "forged", "L/OH5YylLD5NRKLltdqwSvS0BnU="])
def test_an_unsigned_message_is_refused_and_leaves_nothing(
    talk: TalkTo, make_tenant: MakeTenant, signature: str
) -> None:
    customer = talk(make_tenant())
    before = stored()
    path = f"/webhooks/twilio/{customer.channel.webhook_token}/"
    headers = {"X-Twilio-Signature": signature} if signature else {}
    response = Client().post(path, {"MessageSid": "SM" + "1" * 32, "From": customer.sender}, headers=headers)
    assert (response.status_code, stored()) == (403, before)


def test_a_changed_field_breaks_the_signature(talk: TalkTo, make_tenant: MakeTenant) -> None:
    customer = talk(make_tenant())
    path = f"/webhooks/twilio/{customer.channel.webhook_token}/"
    form = {"MessageSid": "SM" + "1" * 32, "From": customer.sender, "Body": "pay 10"}
    signature = sign(f"http://testserver{path}", form, customer.channel.auth_token)
    response = Client().post(path, form | {"Body": "pay 10000"}, headers={"X-Twilio-Signature": signature})
    assert response.status_code == 403


def test_another_tenants_token_does_not_sign(talk: TalkTo, make_tenant: MakeTenant) -> None:
    mine, other = talk(make_tenant()), talk(make_tenant())
    path = f"/webhooks/twilio/{mine.channel.webhook_token}/"
    form = {"MessageSid": "SM" + "1" * 32, "From": mine.sender}
    signature = sign(f"http://testserver{path}", form, other.channel.auth_token)
    assert Client().post(path, form, headers={"X-Twilio-Signature": signature}).status_code == 403


def test_an_unknown_or_inactive_channel_is_not_found(talk: TalkTo, make_tenant: MakeTenant) -> None:
    customer = talk(make_tenant())
    assert Client().post("/webhooks/twilio/nobody/", {"Body": "x"}).status_code == 404
    with tenant_scope(customer.tenant.id):
        Channel.objects.update(is_active=False)
    assert customer.post(Body="x").status_code == 404


@pytest.mark.parametrize(
    "fields",
    [
        {"MessageSid": ""},
        {"MessageSid": "SM" + "1" * 80},
        {"MessageSid": "not a sid"},
        {"From": ""},
        {"From": "whatsapp:"},
        {"From": "whatsapp:+abc"},
        {"From": "whatsapp:KE.'; drop table"},
    ],
    ids=str,
)
def test_a_malformed_message_is_refused(talk: TalkTo, make_tenant: MakeTenant, fields: dict[str, str]) -> None:
    customer = talk(make_tenant())
    before = stored()
    assert (customer.post(**fields).status_code, stored()) == (400, before)


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"Body": "مرحبا كيف الحال"}, "text"),
        ({"Body": "你好 ꯍꯥꯏ 🫡"}, "text"),
        ({"Body": "nul\x00inside"}, "text"),
        ({"Body": ""}, "other"),
        ({"Body": "", "Latitude": "-1.28", "Longitude": "36.82", "Label": "CBD"}, "location"),
        ({"NumMedia": "1", "MediaUrl0": "https://api.twilio.com/x", "MediaContentType0": "image/jpeg"}, "media"),
        ({"Body": "Red", "ListId": "item:1", "MessageType": "interactive"}, "tap"),
        ({"Body": "x", "ButtonPayload": "yes", "ButtonText": "Yes"}, "tap"),
        ({"Body": "x", "FutureField": "y" * 5000, "Unknown[]": "1"}, "text"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_everything_a_person_can_send_is_stored(
    talk: TalkTo, make_tenant: MakeTenant, fields: dict[str, str], kind: str
) -> None:
    customer = talk(make_tenant())
    assert customer.post(**fields).status_code == 200
    with tenant_scope(customer.tenant.id):
        message = InboundMessage.objects.get()
    assert message.kind == kind
    assert "\x00" not in message.body


def test_a_sender_without_a_phone_is_a_customer_without_a_phone(talk: TalkTo, make_tenant: MakeTenant) -> None:
    customer = talk(make_tenant(), sender="whatsapp:KE.4566546130240823")
    assert customer.post(Body="Hi", ExternalUserId="whatsapp:KE.4566546130240823").status_code == 200
    with tenant_scope(customer.tenant.id):
        assert Customer.objects.get().phone_e164 == ""


def test_the_same_person_at_two_tenants_is_two_customers(talk: TalkTo, make_tenant: MakeTenant) -> None:
    sender = "whatsapp:+254712000001"
    one, two = talk(make_tenant(), sender=sender), talk(make_tenant(), sender=sender)
    one.post(Body="a", MessageSid="SM" + "9" * 32)
    two.post(Body="b", MessageSid="SM" + "9" * 32)
    for talker, body in ((one, "a"), (two, "b")):
        with tenant_scope(talker.tenant.id):
            assert InboundMessage.objects.get().body == body


def test_only_post_is_taken(talk: TalkTo, make_tenant: MakeTenant) -> None:
    customer = talk(make_tenant())
    assert Client().get(f"/webhooks/twilio/{customer.channel.webhook_token}/").status_code == 405


def test_the_ack_takes_four_statements(talk: TalkTo, make_tenant: MakeTenant, statements: Callable) -> None:
    customer = talk(make_tenant())
    customer.post(Body="first contact")
    with statements() as seen:
        customer.post(Body="second")
    assert len(seen) <= 4, seen
