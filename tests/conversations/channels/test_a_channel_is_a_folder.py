"""A channel is a folder and a line: one more carries a whole talk, and no other file knows of it."""

import importlib
import re
import sys
import time
from datetime import timedelta
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.urls import get_resolver

from conversations import outbox, receiving, routing, turn
from conversations.channels import registry
from conversations.channels.base import Inbound
from conversations.models import Conversation, OutboundMessage
from conversations.sweep import due
from tenants.models import Channel, Customer, Tenant
from tenants.scope import tenant_scope

TOY = '''
"""Pigeons: a toy whose birds carry forty letters, lists as lines, and come back by themselves."""

from textwrap import wrap

from conversations.channels.base import Capabilities, Kind
from conversations.channels.outcomes import Accepted, DeliveryProblem, StatusReport
from tools.providers import OutcomeUnknown
from journeys.reply import Text

FLOWN, LOST = [], []


def compile(reply):
    lines = [reply.text, *(option.title for option in getattr(reply, "options", ()))]
    return [Text(text=piece, purpose=reply.purpose) for line in lines for piece in wrap(line, 40)]


def send(message, exchanges, *, is_window_open):
    if LOST:
        raise OutcomeUnknown(LOST.pop())
    FLOWN.append((message.conversation.customer.address, message.body))
    return Accepted(provider_id=f"bird-{len(FLOWN)}", status="landed")


PIGEON = Kind(
    name="pigeon", urls="", admin="", can=Capabilities(answers_bursts=False), compile=compile, send=send,
    look_up=lambda message, exchanges: [StatusReport(own_id=message.pk, provider_id="bird-seen", status="landed")],
    problem_of=lambda code, words: DeliveryProblem(code=code, kind="give_up", sentence=words),
    is_demo=lambda channel: False,
)
'''
LOFT = "pigeon:loft-7"


@pytest.fixture
def pigeons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    folder = tmp_path / f"toys_{uuid4().hex}" / "pigeon"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "channel.py").write_text(dedent(TOY))
    monkeypatch.syspath_prepend(str(folder.parent.parent))
    module = importlib.import_module(f"{folder.parent.name}.pigeon.channel")
    get_resolver().url_patterns  # noqa: B018  read before there are pigeons, who have no addresses
    monkeypatch.setattr(registry, "KINDS", (*registry.KINDS, module.PIGEON))
    yield module
    for name in [name for name in sys.modules if name.startswith(folder.parent.name)]:
        del sys.modules[name]


@pytest.fixture
def loft(duka: Tenant) -> Channel:
    with tenant_scope(duka.id):
        return Channel.objects.create(kind="pigeon", name="Loft", sender="pigeon:roof", webhook_token="coo" * 9)


def say(channel: Channel, words: str) -> None:
    channel = routing.find_channel(channel.webhook_token, "pigeon") or channel
    message = Inbound(provider_id=uuid4().hex, address=LOFT, kind="text", body=words)
    assert receiving.receive(channel, message, started=time.perf_counter()) is not None
    for ids in due.conversations(grace=timedelta(0)):
        turn.run(*ids)
        outbox.deliver(*ids, wait=lambda seconds: None)


def test_a_channel_is_a_folder_and_a_line(pigeons: ModuleType, loft: Channel) -> None:
    say(loft, "do you have running shoes?")
    assert {address for address, _ in pigeons.FLOWN} == {LOFT}
    assert all(len(words) <= 40 for _, words in pigeons.FLOWN)
    assert "running shoes" in " ".join(words for _, words in pigeons.FLOWN).lower()
    with tenant_scope(loft.tenant_id):
        assert {row.status for row in OutboundMessage.objects.filter(channel=loft)} == {"sent"}
        customer = Customer.objects.get(address=LOFT)
        assert customer.phone_e164 == ""
        Conversation.objects.update(last_inbound_at=None)
        row = Conversation.objects.get(customer=customer)
        outbox.enqueue(
            pigeons.compile(pigeons.Text(text="A bird needs no window.")), channel_id=loft.id, channel_kind="pigeon",
            conversation_id=row.pk, turn_id=None, owner_epoch=row.owner_epoch, now=receiving.timezone.now(),
        )  # fmt: skip
    outbox.deliver(loft.tenant_id, row.pk, wait=lambda seconds: None)
    assert pigeons.FLOWN[-1] == (LOFT, "A bird needs no window.")


def test_what_perhaps_went_is_looked_for_and_not_sent_again(pigeons: ModuleType, loft: Channel) -> None:
    pigeons.LOST.append("a hawk")
    say(loft, "hello")
    with tenant_scope(loft.tenant_id):
        lost = OutboundMessage.objects.get(status="unknown")
        OutboundMessage.objects.filter(pk=lost.pk).update(look_at=lost.queued_at)
    flown = len(pigeons.FLOWN)
    assert outbox.reconcile(loft.tenant_id, lost.conversation_id) is False
    with tenant_scope(loft.tenant_id):
        lost.refresh_from_db()
    assert (lost.status, lost.provider_id, len(pigeons.FLOWN)) == ("sent", "bird-seen", flown)


def test_a_token_opens_its_own_kind_only(pigeons: ModuleType, loft: Channel) -> None:
    assert routing.find_channel(loft.webhook_token, "pigeon") == loft
    assert routing.find_channel(loft.webhook_token, "whatsapp") is None
    with tenant_scope(loft.tenant_id):
        own = Channel.objects.get(kind="whatsapp")
    assert routing.find_channel(own.webhook_token, "pigeon") is None


def test_twilios_account_is_whatsapps(loft: Channel) -> None:
    with tenant_scope(loft.tenant_id), pytest.raises(IntegrityError), transaction.atomic():
        Channel.objects.filter(pk=loft.pk).update(twilio_account=f"AC{'1' * 32}")


PARTS = {
    "whatsapp": re.compile(r"\b(?:twilio_account|(?:sealed_)?auth_token)\b"),
    "web": re.compile(r"\ballowed_origins\b|\bchannel\.location\b"),
}


@pytest.mark.parametrize("kind", PARTS)
def test_what_one_kind_alone_has_is_read_in_its_folder_alone(kind: str) -> None:
    """`tenants` declares it and seals it; the simulator is Twilio's other end, and loads the demo."""
    rooms = (path for room in ("journeys", "tools", "conversations", "config") for path in Path(room).rglob("*.py"))
    at_home = (f"conversations/channels/{kind}/", "conversations/simulator/")
    others = [path for path in rooms if not str(path).startswith(at_home) and "migrations" not in path.parts]
    assert [str(path) for path in others if PARTS[kind].search(path.read_text())] == []
