"""A customer's talk with a tenant, for stories: in through the signed webhook, out through the outbox."""

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from conversations import outbox, turn
from conversations.inbox import events
from conversations.models import Conversation, Turn
from conversations.sweep import due
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.loopback.twilio_server import TwilioServer


def sign(url: str, fields: dict[str, str], token: str) -> str:
    """X-Twilio-Signature, made independently of the code under test."""
    text = url + "".join(name + fields[name] for name in sorted(fields))
    return base64.b64encode(hmac.new(token.encode(), text.encode(), hashlib.sha1).digest()).decode()


@dataclass
class Talk:
    """`say` returns the texts that Twilio was asked to send in answer."""

    tenant: Tenant
    twilio: TwilioServer
    sender: str = field(default_factory=lambda: f"whatsapp:+2547{uuid4().int % 10**8:08d}")
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        with tenant_scope(self.tenant.id):
            Tenant.objects.update(debounce_milliseconds=0)
            self.channel = Channel.objects.get(kind="whatsapp")

    def say(self, *texts: str, **fields: str) -> list[str]:
        """Send the texts as one burst and answer it."""
        for text in texts or ("",):
            assert self.post(Body=text, **fields).status_code == 200
        return self.answer()

    def tap(self, option_id: str, title: str) -> list[str]:
        return self.say(title, ListId=option_id, MessageType="interactive")

    def post(self, *, signature: str | None = None, **fields: str) -> HttpResponse:
        """One webhook, signed unless a signature is given."""
        path = f"/webhooks/twilio/{self.channel.webhook_token}/"
        form = {
            "MessageSid": f"SM{uuid4().hex}",
            "AccountSid": self.channel.twilio_account,
            "From": self.sender,
            "To": self.channel.sender,
            "NumMedia": "0",
            "SmsStatus": "received",
            "ApiVersion": "2010-04-01",
            **fields,
        }
        signature = signature or sign(f"http://testserver{path}", form, self.channel.auth_token)
        return self.client.post(path, form, headers={"X-Twilio-Signature": signature})

    def answer(self) -> list[str]:
        """Run the turns that are due and send what they made; the words that arrived at Twilio."""
        before = len(self.twilio.messages)
        for ids in due.events(grace=timedelta(0)):
            events.take(*ids)
        while found := due.conversations(grace=timedelta(0)):
            for tenant_id, conversation_id in found:
                turn.run(tenant_id, conversation_id)
                outbox.deliver(tenant_id, conversation_id, wait=lambda seconds: None)
        return [self._words(message.fields) for message in self.twilio.messages[before:]]

    @staticmethod
    def _words(fields: dict[str, str]) -> str:
        return fields["Body"] if "Body" in fields else str(json.loads(fields["ContentVariables"])["1"])

    @property
    def conversation(self) -> Conversation:
        with tenant_scope(self.tenant.id):
            return Conversation.objects.get(customer__address=self.sender)

    @property
    def last_turn(self) -> Turn:
        with tenant_scope(self.tenant.id):
            return Turn.objects.filter(conversation__customer__address=self.sender).latest("started_at")
