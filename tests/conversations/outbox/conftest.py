"""An outbox with one customer who has just written, a clock that is moved by hand, and nobody who really waits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from conversations import outbox
from conversations.channels.outcomes import StatusReport
from conversations.channels.whatsapp import client
from conversations.models import Conversation, OutboundMessage, ProviderExchange
from conversations.outbox import log
from journeys.reply import Reply, Text
from tenants.models import Channel, Customer, Tenant
from tenants.scope import tenant_scope
from tests.loopback.twilio_server import TwilioServer
from tests.talk import sign

Priority = OutboundMessage.Priority


@dataclass
class Room:
    """One customer's conversation; `pauses` are the seconds that a delivery would have waited."""

    tenant: Tenant
    twilio: TwilioServer
    address: str = "whatsapp:+254711000111"
    now: datetime = field(default_factory=timezone.now)
    pauses: list[float] = field(default_factory=list)
    chance: Callable[[float, float], float] = lambda low, high: 1.0

    def __post_init__(self) -> None:
        with tenant_scope(self.tenant.id):
            self.channel = Channel.objects.get()
            customer = Customer.objects.create(address=self.address)
            self.conversation = Conversation.objects.create(
                channel=self.channel, customer=customer, last_inbound_at=self.now
            )

    def enqueue(self, *replies: Reply | str, priority: Priority = Priority.REPLY) -> None:
        typed = [Text(text=reply) if isinstance(reply, str) else reply for reply in replies]
        with tenant_scope(self.tenant.id):
            outbox.enqueue(
                typed,
                channel_id=self.channel.id,
                channel_kind=self.channel.kind,
                conversation_id=self.conversation.id,
                turn_id=None,
                owner_epoch=0,
                now=self.now,
                priority=priority,
            )
        self.now += timedelta(milliseconds=1)

    def pass_time(self, **time: float) -> None:
        self.now += timedelta(**time)

    def deliver(self) -> datetime | None:
        return outbox.deliver(
            self.tenant.id, self.conversation.id, now=lambda: self.now, wait=self.pauses.append, chance=self.chance
        )

    def look(self) -> bool:
        return outbox.reconcile(self.tenant.id, self.conversation.id, now=lambda: self.now, chance=self.chance)

    def rows(self) -> list[OutboundMessage]:
        with tenant_scope(self.tenant.id):
            return list(OutboundMessage.objects.select_related("channel").order_by("queued_at", "position"))

    @property
    def row(self) -> OutboundMessage:
        return self.rows()[0]

    def change(self, **values: Any) -> None:
        with tenant_scope(self.tenant.id):
            OutboundMessage.objects.update(**values)

    def told(self, status: str, *, sid: str | None = None, code: str = "", words: str = "", own: bool = True) -> None:
        message = self.row
        outbox.advance(
            self.channel,
            StatusReport(
                own_id=message.pk if own else None,
                provider_id=sid or message.provider_id or "SM" + "5" * 32,
                status=status,
                error_code=code,
                error_message=words,
            ),
            now=lambda: self.now,
            chance=self.chance,
        )

    def post_status(self, message: OutboundMessage, status: str, client: Any, **fields: str) -> int:
        """A signed callback, as Twilio posts it."""
        path = f"/webhooks/twilio/{self.channel.webhook_token}/status/?message={message.id}"
        form = {"MessageSid": message.provider_id or "SM" + "5" * 32, "MessageStatus": status, **fields}
        signature = sign(f"http://testserver{path}", form, self.channel.auth_token)
        return int(client.post(path, form, headers={"X-Twilio-Signature": signature}).status_code)

    def exchanges(self) -> list[ProviderExchange]:
        with tenant_scope(self.tenant.id):
            return log.list_exchanges([self.row.pk])

    def sent(self) -> list[str]:
        """The words that Twilio was asked to send."""
        return [message.fields.get("Body") or message.fields["ContentVariables"] for message in self.twilio.messages]

    def fresh_channel(self) -> Channel:
        with tenant_scope(self.tenant.id):
            return Channel.objects.get()


@pytest.fixture
def room(make_tenant: Callable[..., Tenant], to_twilio: TwilioServer, db: None) -> Room:
    return Room(make_tenant(), to_twilio)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, to_twilio: TwilioServer) -> Callable[[], None]:
    """Twilio answers later than we wait; call it to have it answer in time again."""
    monkeypatch.setattr(client, "SECONDS", 0.1)
    to_twilio.behaviour.seconds = 0.25

    def patient() -> None:
        monkeypatch.undo()
        to_twilio.behaviour.seconds = 0

    return patient
