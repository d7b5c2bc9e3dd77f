"""A customer is erased while another worker sends to her or hears of her; each transaction really commits."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from conversations import outbox, turn
from conversations.channels.whatsapp import client, send
from conversations.inbox import arrival, media, sender
from conversations.inbox.media.download import Downloaded
from conversations.models import InboundMedia, InboundMessage, OutboundMessage
from conversations.outbox import reconciliation
from conversations.rights import erasure
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.isolation.plant import dump
from tests.loopback.twilio_server import TwilioServer
from tests.talk import Talk

MakeTenant = Callable[..., Tenant]
HERS = "zanzibarhers"


def texts() -> dict[str, str]:
    with fleet_scope():
        return dump()


def test_a_sending_under_way_brings_nothing_back(
    committed_db: None, make_tenant: MakeTenant, to_twilio: TwilioServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """She is erased between the claim of an outbound message and Twilio's answer."""
    chat = Talk(tenant=make_tenant(), twilio=to_twilio)
    chat.post(Body=HERS)
    conversation = chat.conversation
    turn.run(conversation.tenant_id, conversation.id)
    ask = send._say

    def erasing(*args: Any, **options: Any) -> Any:
        erasure.erase(conversation.tenant_id, conversation.customer_id)
        return ask(*args, **options)

    monkeypatch.setattr(send, "_say", erasing)
    outbox.deliver(conversation.tenant_id, conversation.id)
    assert to_twilio.messages
    assert [name for name, text in texts().items() if HERS in text] == []


def test_a_message_that_comes_meanwhile_begins_anew(
    committed_db: None, make_tenant: MakeTenant, to_twilio: TwilioServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """She writes while she is erased: the message belongs to a new customer, or Twilio is told to bring it again."""
    chat = Talk(tenant=make_tenant(), twilio=to_twilio)
    chat.post(Body="before")
    old = chat.conversation
    remembered = sender.find_or_begin

    def erased_after(*args: Any, **options: Any) -> Any:
        found = remembered(*args, **options)
        if found.conversation_id == old.id:
            thread = threading.Thread(target=erasure.erase, args=(old.tenant_id, old.customer_id))
            thread.start()
            thread.join()
        return found

    monkeypatch.setattr(arrival, "of_known", lambda *args, **options: None)  # the short way is one statement
    monkeypatch.setattr(sender, "find_or_begin", erased_after)
    chat.client.raise_request_exception = False
    first = chat.post(Body="meanwhile", MessageSid="SM" + "1" * 32)
    if first.status_code == 500:
        assert chat.post(Body="meanwhile", MessageSid="SM" + "1" * 32).status_code == 200
    assert chat.conversation.id != old.id
    with tenant_scope(old.tenant_id):
        assert InboundMessage.objects.get().body == "meanwhile"


def test_a_look_at_twilio_under_way_brings_nothing_back(
    committed_db: None, make_tenant: MakeTenant, to_twilio: TwilioServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """She is erased while a message that perhaps arrived is looked for."""
    chat = Talk(tenant=make_tenant(), twilio=to_twilio)
    chat.post(Body=HERS)
    conversation = chat.conversation
    turn.run(conversation.tenant_id, conversation.id)
    with tenant_scope(conversation.tenant_id):
        OutboundMessage.objects.update(status="unknown", tried_at=timezone.now(), look_at=timezone.now())
    look = client.list_messages

    def erasing(*args: Any, **options: Any) -> Any:
        monkeypatch.setattr(client, "list_messages", look)  # asked twice, erased once
        erasure.erase(conversation.tenant_id, conversation.customer_id)
        return look(*args, **options)

    monkeypatch.setattr(client, "list_messages", erasing)
    assert not reconciliation.reconcile(conversation.tenant_id, conversation.id)
    assert to_twilio.received
    assert [name for name, text in texts().items() if HERS in text] == []


def test_media_under_way_leave_no_file(
    committed_db: None, make_tenant: MakeTenant, to_twilio: TwilioServer, settings: Any, tmp_path: Path
) -> None:
    """She is erased while her picture is fetched."""
    settings.MEDIA_ROOT = tmp_path
    chat = Talk(tenant=make_tenant(), twilio=to_twilio)
    chat.post(Body="", NumMedia="1", MediaUrl0="https://api.twilio.com/1.png", MediaContentType0="image/png")
    conversation = chat.conversation
    with tenant_scope(conversation.tenant_id):
        found = InboundMedia.objects.get()

    def download(url: str, file: Any, **options: Any) -> Downloaded:
        erasure.erase(conversation.tenant_id, conversation.customer_id)
        file.write(b"\x89PNG\r\n\x1a\n")
        return Downloaded(content_type="image/png", size=8, sha256="x")

    media.fetch(conversation.tenant_id, found.pk, download=download)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
