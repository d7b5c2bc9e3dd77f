"""Summaries: drafted once a conversation is over, without personal data, and searched only when approved."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from conversations import summaries
from conversations.rights import erasure
from knowledge.library import intake
from knowledge.models import Document
from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.people import member, seated
from tests.talk import Talk

POLICY = (
    b"# Returns\n\nYou can return unworn shoes within 14 days with the receipt. Refunds of shoes take 5 working days."
)
QUESTION = "Asha here, 0712345678: what is your return policy for shoes?"


@pytest.fixture
def chat(make_tenant: Callable[..., Tenant], talk: Callable[..., Talk], settings: Any, tmp_path: Path) -> Talk:
    settings.MEDIA_ROOT = tmp_path
    tenant = make_tenant()
    intake.add(tenant.id, POLICY, "returns.md", now=timezone.now())
    chatting = talk(tenant)
    chatting.say(QUESTION, ProfileName="Asha Wanjiru")
    with tenant_scope(tenant.id):
        Customer.objects.filter(pk=chatting.conversation.customer_id).update(name="Asha Wanjiru")
    return chatting


def drafted(chat: Talk) -> Document:
    later = timezone.now() + timedelta(hours=25)
    assert summaries.draft_due(chat.tenant.id, now=later) == 1
    assert summaries.draft_due(chat.tenant.id, now=later) == 0
    with tenant_scope(chat.tenant.id):
        return Document.objects.prefetch_related("chunks").get(kind="summary")


def test_it_is_approved_where_it_is_read(chat: Talk) -> None:
    document, client = drafted(chat), seated(member(chat.tenant))
    page = reverse("admin:knowledge_document_change", args=[document.pk])
    approve = reverse("admin:knowledge_document_approve_one", args=[document.pk])
    assert approve in client.get(page).content.decode()
    assert client.get(approve)["Location"] == page
    with tenant_scope(chat.tenant.id):
        assert Document.objects.get(pk=document.pk).status == "ready"
    assert approve not in client.get(page).content.decode()


def test_nothing_is_drafted_while_she_may_still_write(chat: Talk) -> None:
    assert summaries.draft_due(chat.tenant.id, now=timezone.now()) == 0
    assert chat.tenant.id in summaries.list_tenants(now=timezone.now() + timedelta(hours=25))


def test_a_draft_names_nobody_and_is_not_searched(chat: Talk) -> None:
    document = drafted(chat)
    text = document.title + " ".join(chunk.text for chunk in document.chunks.all())
    assert "14 days" in text
    assert not any(known in text for known in ("Asha", "Wanjiru", "0712345678"))
    assert document.status == "draft"
    introduction = chat.last_turn.trace["notes"]["introduction"]
    assert introduction
    assert introduction not in text
    with tenant_scope(chat.tenant.id):
        Document.objects.exclude(kind="summary").update(is_active=False)
    assert "14 days" not in "\n".join(chat.say("what is your return policy for shoes?"))


def test_a_person_approves_it_and_then_it_answers(chat: Talk) -> None:
    document = drafted(chat)
    with tenant_scope(chat.tenant.id):
        Document.objects.exclude(kind="summary").update(is_active=False)
    client = seated(member(chat.tenant))
    picked = {"action": "approve", "_selected_action": [str(document.pk)]}
    assert client.post(reverse("admin:knowledge_document_changelist"), picked).status_code == 302
    assert "14 days" in "\n".join(chat.say("what is your return policy for shoes?"))


def test_it_goes_with_the_customer(chat: Talk) -> None:
    drafted(chat)
    erasure.erase(chat.tenant.id, chat.conversation.customer_id)
    with tenant_scope(chat.tenant.id):
        assert not Document.objects.filter(kind="summary").exists()
