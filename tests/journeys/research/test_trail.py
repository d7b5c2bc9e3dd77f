"""Where the references of passages lead, among passages that are read already."""

from django.utils import timezone

from journeys.research.retrieval import passages, references_in
from knowledge.references import graph
from tests.conftest import MakeTenant
from tests.knowledge.references.library import chunk
from tests.knowledge.search.library import write

AGREEMENT = {
    "Section 1: Ending": "The charge is set out in section 2 of the “Schedule of fees”. It is owed at once. "
    "What is not returned is charged under the “Schedule of fees” too.",
}
SCHEDULE = {
    "Section 1: Installation": "Installation is free.",
    "Section 2: Ending it early": "Half of the fees that are left.",
}


def test_a_section_that_is_read_already_is_still_where_its_reference_leads(make_tenant: MakeTenant, db: None) -> None:
    """Not to what the same document has besides, which another reference names as a whole."""
    tenant_id = make_tenant().id
    write(tenant_id, "Service agreement", AGREEMENT, read_at=timezone.now())
    write(tenant_id, "Schedule of fees", SCHEDULE, read_at=timezone.now())
    graph.bring_up(tenant_id)
    ending, charge, installation = (
        chunk(tenant_id, section).pk for section in (*AGREEMENT, "Section 2", "Section 1: Installation")
    )
    read = passages(tenant_id, [ending, charge], audience="")
    section, whole = references_in(tenant_id, read, "what is owed")
    assert (section.original_text, section.leads_to) == ("section 2", (charge,))
    assert whole.leads_to == (installation,)
