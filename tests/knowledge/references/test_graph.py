"""The stored graph: what leads where, and what changes when documents come and go."""

from collections.abc import Callable
from uuid import UUID

import pytest
from django.core.management import call_command
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.library import removal
from knowledge.models import Chunk, Document, DocumentSynonym, ReferenceLink
from knowledge.references import Reference, detect, follow, graph, references_of, resolve
from knowledge.search.found import Filters
from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.knowledge.references.library import chunk, furnish
from tests.knowledge.references.test_detect import PIECES
from tests.knowledge.search.library import write
from tests.people import member, seated


@pytest.fixture
def house(db: None, make_tenant: Callable[..., Tenant]) -> Tenant:
    tenant = make_tenant()
    furnish(tenant.id)
    return tenant


def reached(tenant_id: UUID, section: str, depth: int) -> dict[str, int]:
    with tenant_scope(tenant_id):
        found = follow([chunk(tenant_id, section).pk], depth=depth)
        return {one.hit.section.partition(".")[0]: one.depth for one in found}


def test_references_are_followed_step_by_step(house: Tenant) -> None:
    assert reached(house.id, "§ 42-1001", 1) == {"§ 42-1003": 1, "§ 42-1004": 1, "§ 42-1005": 1, "§ 42-1006": 1}
    two = reached(house.id, "§ 42-1002", 2)
    assert two == {"§ 42-1001": 1, "§ 42-1003": 2, "§ 42-1004": 2, "§ 42-1005": 2, "§ 42-1006": 2}
    assert reached(house.id, "Moving out", 1) == {"§ 42-1003": 1}
    assert reached(house.id, "§ 42-1002", 0) == {}


def test_a_text_that_names_what_is_around_it_leads_to_what_stands_there(house: Tenant) -> None:
    """The nearest of that name, never another part's chapter, and not the first section of one that says nothing."""
    first, second = "Part I. Homes", "Part II. Shops"
    sections = {
        first: "This part applies to homes.",
        f"{first} > Chapter 1. Leases": "In this chapter, a tenant is who rents.",
        f"{first} > Chapter 1. Leases > § 1. Ending": "A lease of this chapter ends in May where this part applies.",
        f"{second} > Chapter 1. Costs > § 2. Sharing": "This chapter is for shops; this part knows no other costs.",
    }
    write(house.id, "Renting", sections, read_at=timezone.now())
    graph.bring_up(house.id)

    def leads(section: str) -> set[str]:
        with tenant_scope(house.id):
            here = Chunk.objects.get(section=section)
            return {one.hit.section for one in follow([here.pk], depth=1)}

    _, chapter, ending, sharing = sections
    assert leads(ending) == {first, chapter}
    assert leads(chapter) == leads(sharing) == set()
    with tenant_scope(house.id):
        here = Chunk.objects.get(section=ending)
        found = resolve(detect("this part")[0], from_document_id=here.document_id, from_chunk_id=here.pk)
        assert [Chunk.objects.get(pk=pk).section for pk in found.chunk_ids] == [first]


def test_what_a_passage_refers_to_is_known_with_where_it_stands(house: Tenant) -> None:
    here = chunk(house.id, "§ 42-1005")
    with tenant_scope(house.id):
        (tax, address) = references_of([here.pk])[here.pk]
    assert (tax.reference.document_context, tax.resolution.how) == ("26 U.S.C.", "none")
    assert (address.reference.kind, address.reference.target) == ("external", "https://example.org/rates")
    assert here.text[tax.reference.start : tax.reference.end] == tax.reference.original_text


def test_a_document_that_comes_later_is_found_by_what_spoke_of_it_before(house: Tenant) -> None:
    write(house.id, "Notes", {"One": "Cleaning is told in the Cleaning Plan and in § 42-2001."}, read_at=timezone.now())
    graph.bring_up(house.id)
    assert reached(house.id, "One", 1) == {}
    write(house.id, "Cleaning Plan", {"Mondays": "Stairs."}, read_at=timezone.now())
    write(house.id, "More Code", {"§ 42-2001. Stairs": "Swept."}, read_at=timezone.now())
    assert graph.bring_up(house.id) == 2
    assert reached(house.id, "One", 1) == {"Mondays": 1, "§ 42-2001": 1}
    with tenant_scope(house.id):
        removal.remove(Document.objects.filter(title="More Code").values_list("pk", flat=True))
    graph.bring_up(house.id)
    assert reached(house.id, "One", 1) == {"Mondays": 1}


def test_a_synonym_names_its_document(house: Tenant) -> None:
    write(house.id, "Notes", {"One": "As the green paper says, be quiet."}, read_at=timezone.now())
    graph.bring_up(house.id)
    assert reached(house.id, "One", 1) == {}
    with tenant_scope(house.id):
        rules = Document.objects.get(title="House Rules")
        DocumentSynonym.objects.create(document=rules, name="Green Paper")
        graph.mark([rules.pk])
    graph.bring_up(house.id)
    assert reached(house.id, "One", 1) == {"Quiet hours": 1}


@pytest.mark.parametrize(
    ("text", "how", "sections"),
    [
        ("See § 42-1004(b).", "exact", ["§ 42-1004"]),
        ("See the House Rules.", "exact", ["Moving out", "Quiet hours"]),
        ("See the House Rule Policy.", "fuzzy", ["Moving out", "Quiet hours"]),
        ("See clause 42-1006 of the Housing Code.", "exact", ["§ 42-1006"]),
        ("See §§ 42-1004 to 1006.", "exact", ["§ 42-1004", "§ 42-1005", "§ 42-1006"]),
        ("See 26 U.S.C. § 1004.", "none", []),
        ("See https://example.org.", "none", []),
    ],
)
def test_a_reference_is_resolved(house: Tenant, text: str, how: str, sections: list[str]) -> None:
    here = chunk(house.id, "§ 42-1006")
    reference = detect(text)[0]
    with tenant_scope(house.id):
        found = resolve(reference, from_document_id=here.document_id, from_chunk_id=here.pk)
        names = [one.section.partition(".")[0] for one in Chunk.objects.filter(pk__in=found.chunk_ids)]
    assert (found.how, sorted(names)) == (how, sections)


def test_what_is_not_for_a_reader_is_not_resolved(house: Tenant) -> None:
    here = chunk(house.id, "Moving out")
    (reference,) = detect("See § 42-1004.")
    with tenant_scope(house.id):
        Document.objects.filter(title="Housing Code").update(audience="staff")
        for audience, how in ((None, "exact"), ("staff", "exact"), ("customer", "none")):
            found = resolve(reference, from_document_id=here.document_id, filters=Filters(audience=audience))
            assert found.how == how


def test_what_no_label_has_is_searched_for(house: Tenant) -> None:
    here = chunk(house.id, "Quiet hours")
    reference = Reference(kind="academic_shortform", target="the deposit", original_text="the deposit", start=0, end=11)
    with tenant_scope(house.id):
        found = resolve(reference, from_document_id=here.document_id)
    assert found.how == "broad"
    assert found.chunk_ids[0] == chunk(house.id, "§ 42-1004").pk


def test_the_command_finds_all_of_it_anew(house: Tenant, capsys: pytest.CaptureFixture[str]) -> None:
    before = reached(house.id, "§ 42-1002", 2)
    with tenant_scope(house.id):
        ReferenceLink.objects.all().delete()
    call_command("link_library", "--tenant", house.slug)
    assert house.slug in capsys.readouterr().out
    assert reached(house.id, "§ 42-1002", 2) == before


def test_an_admin_names_a_document_as_others_do(house: Tenant) -> None:
    write(house.id, "Notes", {"One": "As the green paper says, be quiet."}, read_at=timezone.now())
    graph.bring_up(house.id)
    with tenant_scope(house.id):
        rules = Document.objects.get(title="House Rules")
    client, page = seated(member(house, Role.ADMIN)), f"/admin/knowledge/document/{rules.pk}/change/"
    shown = client.get(page).content.decode()
    assert "As other documents call this one" in shown
    form = {
        "title": rules.title, "kind": rules.kind, "is_active": "on", "synonyms-TOTAL_FORMS": "1",
        "synonyms-INITIAL_FORMS": "0", "synonyms-0-name": "Green Paper", "synonyms-0-document": str(rules.pk),
    }  # fmt: skip
    assert client.post(page, form).status_code == 302
    graph.bring_up(house.id)
    assert reached(house.id, "One", 1) == {"Quiet hours": 1}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=30)
@given(text=st.lists(PIECES, min_size=1, max_size=12).map("".join))
def test_whatever_is_referred_to_is_of_this_library(house: Tenant, text: str) -> None:
    here = chunk(house.id, "§ 42-1001")
    with tenant_scope(house.id):
        mine = dict(Chunk.objects.values_list("pk", "document_id"))
        for reference in detect(text):
            found = resolve(reference, from_document_id=here.document_id, from_chunk_id=here.pk)
            assert {mine[chunk_id] for chunk_id in found.chunk_ids} <= {found.document_id}
            assert (found.how == "none") == (found.document_id is None)


LEASE = {
    "Clause 1: Rent": "Rent that is late is told in the following clause.",
    "Clause 2: Late rent": "It bears a fee as item 2 of the Price List says; the preceding clause tells the day.",
    "Clause 3: Ending": "We may end it for what the Yard Rules name in section 2, not for section 9 of this lease.",
}
LIST = {"Item 1: Keys": "A key costs 900.", "Item 2: Late rent": "1,500."}


def test_a_section_is_of_the_document_beside_it_and_the_next_one_is_the_next(house: Tenant) -> None:
    write(house.id, "Price List", LIST, read_at=timezone.now())
    write(
        house.id,
        "Yard Rules",
        {"Section 1: Quiet": "Hush.", "Section 2: Noise": "Two warnings."},
        read_at=timezone.now(),
    )
    write(house.id, "Lease", LEASE, read_at=timezone.now())
    graph.bring_up(house.id)
    with tenant_scope(house.id):
        led = {
            (row.original_text, row.to_chunk and row.to_chunk.section)
            for row in ReferenceLink.objects.filter(chunk__document__title="Lease").select_related("to_chunk")
        }
    assert led == {
        ("the following clause", "Clause 2: Late rent"), ("item 2", "Item 2: Late rent"),
        ("the preceding clause", "Clause 1: Rent"), ("section 2", "Section 2: Noise"), ("section 9", None),
    }  # fmt: skip
