"""The library answers what stands in it, and nothing else."""

import pytest

from knowledge.embed import Embedder
from knowledge.library import storing
from knowledge.models import Chunk, Document
from knowledge.search.question import prepare
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.knowledge.search.library import FAQ, ask, write


@pytest.fixture
def shop(db: None, make_tenant) -> Tenant:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ, kind="faq", language="en")
    return tenant


@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("How long does delivery outside Nairobi take?", "Delivery"),
        ("Can I return goods and get my money refunded?", "Returns"),
        ("Is there a warranty on electronics?", "Warranty"),
        ("which payment do you accept, visa or cash?", "Payment"),
        ("Je, dhamana ya electronics ni miezi mingapi?", "Warranty"),
        ("Naweza kurudisha bidhaa ndani ya siku ngapi?", "Returns"),
    ],
)
def test_a_small_faq_answers(shop: Tenant, question: str, section: str) -> None:
    found = ask(shop.id, question)
    assert found.decision == "enough"
    assert found.hits[0].section == section
    assert found.best_score >= found.threshold


@pytest.mark.parametrize(
    "question",
    [
        "Who won the football world cup in 1998?", "What is quantum entanglement?", "Tell me a joke about penguins",
        "Do you repair motorcycles or lend bicycles?", "asdf qwer zxcv", "?!", "",
    ],
)  # fmt: skip
def test_what_does_not_stand_in_it_is_not_answered(shop: Tenant, question: str) -> None:
    assert not ask(shop.id, question).is_enough


def test_an_empty_library_says_so(db: None, make_tenant) -> None:
    found = ask(make_tenant().id, "How long does delivery take?")
    assert found.is_empty_library
    assert found.hits == []


@pytest.mark.parametrize("question", ["What time do you open tonight?", "Mnafungua saa ngapi leo usiku?"])
def test_a_question_about_hours_finds_the_passage_with_times(shop: Tenant, question: str) -> None:
    found = ask(shop.id, question)
    assert found.is_about_hours
    assert found.is_enough
    assert found.hits[0].section == "Opening hours"


@pytest.mark.parametrize(
    "fields", [{"is_active": False}, {"status": "draft"}, {"status": "waiting"}, {"status": "refused"}]
)
def test_what_may_not_be_read_is_not_found(shop: Tenant, fields: dict[str, object]) -> None:
    with tenant_scope(shop.id):
        Document.objects.update(**fields)
    assert ask(shop.id, "How long does delivery outside Nairobi take?").is_empty_library


def test_filters_leave_out_other_documents(shop: Tenant) -> None:
    policy = write(shop.id, "Delivery policy", {"Zones": "Delivery to Nairobi zones"}, kind="policy", audience="staff")
    question = "delivery in Nairobi"
    assert {hit.document_id for hit in ask(shop.id, question, types=["policy"]).hits} == {policy.id}
    assert {hit.document_id for hit in ask(shop.id, question, document_ids=[policy.id]).hits} == {policy.id}
    assert policy.id not in {hit.document_id for hit in ask(shop.id, question, audience="customer").hits}
    assert policy.id not in {hit.document_id for hit in ask(shop.id, question, language="en").hits}


def test_one_passage_of_each_section(shop: Tenant) -> None:
    with tenant_scope(shop.id):
        twin = Chunk.objects.get(section="Delivery")
        twin.pk, twin.position, twin.place, twin._state.adding = None, 99, storing.take_places(1)[0], True
        twin.id = Chunk._meta.get_field("id").get_default()
        twin.save()
    sections = [hit.section for hit in ask(shop.id, "delivery in Nairobi").hits]
    assert len(sections) == len(set(sections))


def test_a_removed_library_is_empty(shop: Tenant) -> None:
    with tenant_scope(shop.id):
        Document.objects.all().delete()
    assert ask(shop.id, "delivery").is_empty_library


def test_a_question_that_shares_nothing_with_the_one_before_it_is_judged_alone() -> None:
    before = "How long is the warranty on phones?"
    assert prepare("do you deliver outside Nairobi", Embedder(), before=before).is_anew
    assert not prepare("and the warranty on shoes", Embedder(), before=before).is_anew


def test_what_no_page_knows_is_evidence_of_another_matter(shop: Tenant) -> None:
    known, strange = ask(shop.id, "warranty on electronics"), ask(shop.id, "warranty on electronics zzyzx quux")
    assert strange.best_score < known.best_score
