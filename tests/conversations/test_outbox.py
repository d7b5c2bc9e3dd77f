"""The outbox: in order, never blindly twice, and statuses that only climb."""

from collections.abc import Callable
from datetime import timedelta
from itertools import permutations
from uuid import uuid4

import httpx
import pytest
from django.utils import timezone

from conversations import outbox, turn
from conversations.models import OutboundMessage
from conversations.outbox import delivery
from conversations.twilio import client
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.loopback.twilio_server import TwilioServer
from tests.talk import Talk, sign

pytestmark = pytest.mark.django_db
TalkTo = Callable[..., Talk]
MakeTenant = Callable[..., Tenant]
Status = OutboundMessage.Status


@pytest.fixture
def customer(talk: TalkTo, make_tenant: MakeTenant) -> Talk:
    return talk(make_tenant())


def queued(customer: Talk) -> None:
    customer.post(Body="Hi")
    turn.run(customer.tenant.id, customer.conversation.id)


def deliver(customer: Talk, *, later: timedelta = timedelta(0)) -> None:
    outbox.deliver(customer.tenant.id, customer.conversation.id, now=lambda: timezone.now() + later)


def first(customer: Talk) -> OutboundMessage:
    with tenant_scope(customer.tenant.id):
        return OutboundMessage.objects.earliest("queued_at", "position")


def test_a_reply_arrives_in_twilios_form(customer: Talk, to_twilio: TwilioServer) -> None:
    queued(customer)
    deliver(customer)
    request = to_twilio.messages[0]
    assert request.path == f"/2010-04-01/Accounts/{customer.channel.twilio_account}/Messages.json"
    assert request.fields["To"] == customer.sender
    assert request.fields["From"] == customer.channel.sender
    assert request.fields["StatusCallback"].endswith(f"/status/?message={first(customer).id}")
    assert request.authorization.startswith("Basic ")
    assert first(customer).status == Status.SENT
    assert first(customer).provider_id.startswith("SM")


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_twilio_did_not_take_is_sent_again_later(customer: Talk, to_twilio: TwilioServer, status: int) -> None:
    queued(customer)
    to_twilio.fail_next((status, {"code": 20429, "message": "Too Many Requests", "status": status}))
    deliver(customer)
    assert first(customer).status == Status.QUEUED
    assert first(customer).due_at > timezone.now()
    deliver(customer)
    assert len(to_twilio.messages) == 1
    deliver(customer, later=timedelta(seconds=5))
    assert first(customer).status == Status.SENT


def test_a_refusal_is_final_and_says_why(customer: Talk, to_twilio: TwilioServer) -> None:
    queued(customer)
    to_twilio.fail_next((400, {"code": 21610, "message": "Attempt to send to unsubscribed recipient", "status": 400}))
    deliver(customer)
    assert (first(customer).status, first(customer).error_code) == (Status.FAILED, "21610")
    assert "unsubscribed" in first(customer).reason


def test_a_reply_without_an_answer_is_not_sent_again(
    customer: Talk, to_twilio: TwilioServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "TIMEOUT", httpx.Timeout(0.2))
    client._http.cache_clear()
    queued(customer)
    to_twilio.behaviour.seconds = 0.5
    deliver(customer)
    to_twilio.behaviour.seconds = 0
    client._http.cache_clear()
    assert first(customer).status == Status.UNKNOWN
    sent = len(to_twilio.messages)
    deliver(customer, later=timedelta(hours=1))
    assert len(to_twilio.messages) == sent


def test_what_a_dead_worker_was_sending_is_not_sent_again(customer: Talk, to_twilio: TwilioServer) -> None:
    queued(customer)
    claimed = delivery._claim_next(customer.tenant.id, customer.conversation.id, now=timezone.now())
    assert claimed is not None
    deliver(customer)
    assert to_twilio.messages == []
    deliver(customer, later=delivery.SENDING_LIMIT + timedelta(seconds=1))
    assert first(customer).status == Status.UNKNOWN


def callback(customer: Talk, message: OutboundMessage, status: str, **fields: str) -> int:
    path = f"/webhooks/twilio/{customer.channel.webhook_token}/status/?message={message.id}"
    form = {"MessageSid": "SM" + "5" * 32, "MessageStatus": status, **fields}
    signature = sign(f"http://testserver{path}", form, customer.channel.auth_token)
    return customer.client.post(path, form, headers={"X-Twilio-Signature": signature}).status_code


@pytest.mark.parametrize("order", list(permutations(["sent", "delivered", "read"])))
def test_statuses_only_climb(customer: Talk, order: tuple[str, ...]) -> None:
    queued(customer)
    deliver(customer)
    highest = 0
    for status in order:
        assert callback(customer, first(customer), status) == 204
        highest = max(highest, ["sent", "delivered", "read"].index(status))
        assert first(customer).status == ["sent", "delivered", "read"][highest]


def test_a_status_may_come_before_the_sending_returns(customer: Talk) -> None:
    queued(customer)
    message = delivery._claim_next(customer.tenant.id, customer.conversation.id, now=timezone.now())
    assert message is not None
    callback(customer, message, "delivered")
    delivery._settle(message, {"status": Status.SENT, "provider_id": "SM1", "sent_at": timezone.now()})
    assert (first(customer).status, first(customer).provider_id) == (Status.DELIVERED, "SM1")


def test_a_failure_after_sending_is_kept_with_its_reason(customer: Talk) -> None:
    queued(customer)
    deliver(customer)
    callback(customer, first(customer), "undelivered", ErrorCode="63016", ErrorMessage="outside the window")
    assert (first(customer).status, first(customer).error_code) == (Status.FAILED, "63016")
    assert first(customer).reason == "outside the window"


def test_a_status_about_anothers_message_changes_nothing(talk: TalkTo, make_tenant: MakeTenant) -> None:
    mine, other = talk(make_tenant()), talk(make_tenant())
    queued(mine)
    deliver(mine)
    assert callback(other, first(mine), "read") == 204
    assert first(mine).status == Status.SENT


def test_unknown_statuses_and_unsigned_ones_are_refused(customer: Talk) -> None:
    queued(customer)
    assert callback(customer, first(customer), "huh") == 400
    path = f"/webhooks/twilio/{customer.channel.webhook_token}/status/?message={uuid4()}"
    assert customer.client.post(path, {"MessageStatus": "read"}).status_code == 403
