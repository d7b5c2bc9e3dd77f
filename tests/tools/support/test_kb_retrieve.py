"""The tool answers with citations, or with the reason why nothing answers."""

from uuid import uuid4

import pytest
from django.utils import timezone

from tenants.models import Tenant
from tests.knowledge.search.library import FAQ, write
from tools import registry
from tools.contract import ToolContext


@pytest.fixture
def shop(db: None, make_tenant) -> Tenant:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ, kind="faq", version="2.1")
    return tenant


def call(tenant: Tenant, **arguments: object):
    context = ToolContext(
        tenant_id=tenant.id, conversation_id=uuid4(), request_id=uuid4(), customer_id=uuid4(), now=timezone.now()
    )
    return registry.call("kb_retrieve", arguments, context).result


def test_it_answers_with_what_a_citation_says(shop: Tenant) -> None:
    result = call(shop, query="Is there a warranty on electronics?")
    assert (result.is_enough, result.decision) == (True, "enough")
    first = result.snippets[0]
    assert (first.title, first.section, first.file_name, first.version) == (
        "Questions", "Warranty", "Questions.md", "2.1",
    )  # fmt: skip
    assert "12 months" in first.text
    assert not first.injection


def test_without_an_answer_what_is_nearest_is_not_enough(shop: Tenant) -> None:
    result = call(shop, query="Who won the football world cup in 1998?")
    assert not result.is_enough
    assert all(snippet.score < result.threshold for snippet in result.snippets)
    assert result.decision in ("too_few_hits", "low_scores")


def test_another_tenants_documents_are_not_there(shop: Tenant, make_tenant) -> None:
    assert call(make_tenant(), query="Is there a warranty on electronics?").is_empty_library


def test_ids_that_are_none_name_no_document(shop: Tenant) -> None:
    assert call(shop, query="warranty on electronics", document_ids=["all of them"]).is_empty_library
