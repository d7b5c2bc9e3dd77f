"""Questions asked in vain: kept without personal data, ranked, answered by a small document, gone with the customer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from conversations.rights import erasure
from knowledge.models import Document, UnansweredQuestion
from knowledge.redact import without_personal_data
from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.people import member, seated
from tests.talk import Talk

LIST = "admin:knowledge_unansweredquestion_changelist"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("call me on 0712 345 678", "call me on [number]"),
        ("my mail is asha.w@mail.example please", "my mail is [email] please"),
        ("where is order DK-48213 of 2 shoes", "where is order [code] of 2 shoes"),
        ("Asha Wanjiru here, do you repair size 42?", "[name] here, do you repair size 42?"),
        ("naitwa Juma, mnatengeneza saa?", "naitwa [name], mnatengeneza saa?"),
        ("see https://x.example/a?b=1", "see [link]"),
        ("is 5G at 5 GHz within 14 days for KES 300?", "is 5G at 5 GHz within 14 days for KES 300?"),
    ],
)
def test_what_would_tell_who_asked_is_taken_out(text: str, expected: str) -> None:
    assert without_personal_data(text, ["Asha Wanjiru"]) == expected


@pytest.fixture
def asked(make_tenant: Callable[..., Tenant], talk: Callable[..., Talk], settings: Any, tmp_path: Path) -> Tenant:
    settings.MEDIA_ROOT = tmp_path
    tenant = make_tenant()
    for question in (
        "how do i clean the zebra carpet",
        "what is your policy on unicorns",
        "how do i clean a zebra carpet?",
    ):
        talk(tenant).say(question)
    return tenant


def test_they_are_ranked_and_an_answer_is_added_and_found(asked: Tenant, talk: Callable[..., Talk]) -> None:
    client = seated(member(asked))
    page = client.get(reverse(LIST)).content.decode()
    assert "2 times" in page
    assert page.index("2 times") < page.index("1 time")
    with tenant_scope(asked.id):
        row = UnansweredQuestion.objects.filter(question__contains="zebra").latest("created_at")
    path = reverse("admin:knowledge_unansweredquestion_answer", args=[row.pk])
    assert "zebra carpet" in client.get(path).content.decode()
    words = "Brush the zebra carpet with dry soda, wait for 20 minutes, then use a vacuum cleaner."
    assert client.post(path, {"question": "How do I clean the zebra carpet?", "answer": words}).status_code == 302
    with tenant_scope(asked.id):
        assert Document.objects.get().kind == "faq"
        assert set(UnansweredQuestion.objects.filter(question__contains="zebra").values_list("status")) == {
            ("answered",)
        }
    assert "within" not in words
    assert "20 minutes" in "\n".join(talk(asked).say("how do i clean the zebra carpet"))


def test_the_library_is_asked_in_the_admin(asked: Tenant) -> None:
    client = seated(member(asked))
    path = reverse("admin:knowledge_unansweredquestion_ask")
    assert "no documents yet" in client.get(path, {"q": "how do i clean the carpet"}).content.decode()
    assert seated(member(asked, Role.OPERATOR)).get(path).status_code == 403


def test_they_go_with_the_customer(asked: Tenant, talk: Callable[..., Talk]) -> None:
    chat = talk(asked)
    chat.say("do you repair purple submarines, how do i fix one")
    with tenant_scope(asked.id):
        before = UnansweredQuestion.objects.count()
        customer_id = chat.conversation.customer_id
    erasure.erase(asked.id, customer_id)
    with tenant_scope(asked.id):
        assert UnansweredQuestion.objects.count() == before - 1
