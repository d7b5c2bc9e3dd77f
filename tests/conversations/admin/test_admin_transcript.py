"""A conversation in the admin: complete, in order, explained, and never run as HTML."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from conversations import transcript
from conversations.models import Conversation, InboundMessage, Turn
from tenants.models import Channel, Customer, Tenant
from tenants.scope import tenant_scope
from tests.depth import thorough
from tests.people import furnish, make_inbound, make_outbound, make_turn, member, pages, seated
from tools.models import ToolCall

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
EVIL = "<script>alert('evil')</script><img src=x onerror=alert(1)>"


@pytest.fixture
def tenant(make_tenant: MakeTenant) -> Tenant:
    return make_tenant()


@pytest.fixture
def conversation(tenant: Tenant) -> Conversation:
    with tenant_scope(tenant.id):
        customer = Customer.objects.create(address="whatsapp:+254700000009", name="Wanjiku")
        return Conversation.objects.create(channel=Channel.objects.get(), customer=customer)


@pytest.fixture
def client(tenant: Tenant) -> Client:
    return seated(member(tenant))


def read(client: Client, conversation: Conversation, **query: str) -> str:
    path = reverse("admin:conversations_conversation_change", args=[conversation.pk])
    return client.get(path, query).content.decode()


def test_both_directions_stand_in_order_with_status_and_failure(
    client: Client, tenant: Tenant, conversation: Conversation
) -> None:
    now = timezone.now()
    with tenant_scope(tenant.id):
        make_inbound(conversation, body="first question", received_at=now - timedelta(minutes=3))
        make_outbound(conversation, body="first answer", queued_at=now - timedelta(minutes=2))
        make_inbound(conversation, body="", kind="location", received_at=now - timedelta(minutes=1))
        make_outbound(conversation, body="lost answer", status="failed", error_code="63016", reason="Window is closed.")
        make_inbound(conversation, body="still here?", status="pending", received_at=now + timedelta(seconds=1))
    page = read(client, conversation)
    places = [page.index(words) for words in ("first question", "first answer", "sent a location", "lost answer")]
    assert places == sorted(places)
    assert "Window is closed. (Twilio&#x27;s error 63016)" in page
    assert "Waiting" in page[page.index("still here?") :]


def test_each_turn_is_explained_once_after_its_last_reply(
    client: Client, tenant: Tenant, conversation: Conversation
) -> None:
    trace = {
        "route": {"intent": "sales_discovery", "intent_confidence": 0.86, "journey": "sales", "reason": "sticky"},
        "nodes": [{"name": "guard", "milliseconds": 0.4}],
        "tools": [
            {
                "tool": "catalog_search",
                "effect": "read",
                "arguments": {"query": "viatu"},
                "answer": {"total": 3},
                "outcome": "ok",
                "milliseconds": 11.2,
            }
        ],
        "models": [
            {
                "nodes": ["intent_classify"],
                "provider": "openai",
                "model": "gpt-4o-mini",
                "outcome": "ok",
                "milliseconds": 301,
                "tokens_in": 800,
                "tokens_out": 90,
                "cost_usd": "0.000174",
            }
        ],
    }
    with tenant_scope(tenant.id):
        turn = make_turn(conversation, trace=trace)
        make_inbound(conversation, body="viatu", turn=turn)
        make_outbound(conversation, body="reply one", turn=turn, position=0)
        make_outbound(conversation, body="reply two", turn=turn, position=1)
    page = read(client, conversation)
    assert page.count("Why this answer?") == 1
    explained = page[page.index("reply two") :]
    for words in ("sales_discovery", "86%", "guard", "catalog_search", "viatu", "gpt-4o-mini", "$0.000174", "301 ms"):
        assert words in explained


def test_an_unfinished_turn_is_explained_too(client: Client, tenant: Tenant, conversation: Conversation) -> None:
    with tenant_scope(tenant.id):
        turn = make_turn(conversation, status=Turn.Status.RUNNING, finished_at=None)
        make_inbound(conversation, body="hello", turn=turn, status="pending")
    assert "No tool was called." in read(client, conversation)


def test_a_conversation_without_messages_says_so(client: Client, conversation: Conversation) -> None:
    assert "Nobody has written here yet." in read(client, conversation)


def test_pages_lose_nothing_and_cut_between_turns(tenant: Tenant, conversation: Conversation) -> None:
    start = timezone.now() - timedelta(hours=5)
    with tenant_scope(tenant.id):
        for number in range(70):
            at = start + timedelta(minutes=number)
            make_inbound(conversation, body=f"in {number}", received_at=at)
            turn = make_turn(conversation)
            for position in range(3):
                make_outbound(conversation, turn=turn, position=position, body=f"out {number}.{position}", queued_at=at)
        seen, before = [], None
        while True:
            page = transcript.page_of(conversation, before=before)
            seen = [bubble.body for bubble in page.bubbles] + seen
            before = page.earlier
            if before is None:
                break
    expected = [words for n in range(70) for words in (f"in {n}", *(f"out {n}.{p}" for p in range(3)))]
    assert seen == expected


def test_earlier_messages_are_one_click_away(client: Client, tenant: Tenant, conversation: Conversation) -> None:
    start = timezone.now() - timedelta(hours=5)
    with tenant_scope(tenant.id):
        for number in range(60):
            make_inbound(conversation, body=f"message {number:03d}", received_at=start + timedelta(minutes=number))
    newest = client.get(reverse("admin:conversations_conversation_change", args=[conversation.pk]))
    assert "message 059" in newest.content.decode()
    assert "message 000" not in newest.content.decode()
    moment = newest.context["transcript"].earlier.isoformat()
    for written in (moment, moment.replace("+", " ")):
        assert "message 000" in read(client, conversation, before=written)
    for nonsense in ("", "yesterday", "2026-99-99T00:00:00+00:00", "2026-01-01T00:00:00"):
        assert "message 059" in read(client, conversation, before=nonsense)


@thorough
def test_customers_words_are_never_html(client: Client, tenant: Tenant) -> None:
    rows = furnish(tenant, "word")
    conversation = rows[Conversation]
    evil_call = {"tool": EVIL, "arguments": {EVIL: EVIL}, "answer": {"text": EVIL}, "outcome": EVIL}
    with tenant_scope(tenant.id):
        Customer.objects.update(name=EVIL, tags=[EVIL])
        InboundMessage.objects.update(body=EVIL, tapped_id=EVIL, payload={"Body": EVIL})
        Turn.objects.update(
            problem=EVIL,
            trace={"route": {"intent": EVIL, "reason": EVIL}, "notes": {"said": EVIL}, "tools": [evil_call]},
        )
        ToolCall.objects.update(arguments={"query": EVIL}, answer={"text": EVIL})
        make_outbound(conversation, body=EVIL, status="failed", reason=EVIL)
    paths = ["/admin/"]
    for model in pages():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        paths += [reverse(f"{name}_changelist"), reverse(f"{name}_change", args=[rows[model].pk])]
    for path in paths:
        page = client.get(path, follow=True).content.decode()
        assert "<script>alert(" not in page, path
        assert "<img src=x" not in page, path
    assert "&lt;script&gt;alert(" in read(client, conversation)


def test_the_list_tells_who_waits(client: Client, tenant: Tenant, conversation: Conversation) -> None:
    with tenant_scope(tenant.id):
        make_inbound(conversation, body="is anybody there?")
        Conversation.objects.update(waiting_since=timezone.now() - timedelta(minutes=7))
    path = reverse("admin:conversations_conversation_changelist")
    page = client.get(path, {"waiting": "yes"}).content.decode()
    assert "Waiting 7" in page
    assert "is anybody there?" in page
    assert client.get(path, {"waiting": "no"}).context["cl"].result_count == 0


def test_records_are_read_only(client: Client, tenant: Tenant) -> None:
    rows = furnish(tenant, "word")
    for model in (Turn, InboundMessage, ToolCall, Conversation):
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert client.get(reverse(f"{name}_add")).status_code == 403
        assert client.post(reverse(f"{name}_change", args=[rows[model].pk]), {"body": "x"}).status_code == 403
        assert client.post(reverse(f"{name}_delete", args=[rows[model].pk]), {"post": "yes"}).status_code == 403
