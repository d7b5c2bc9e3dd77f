"""A small law and a shop's papers, linked as an ingested library is."""

from uuid import UUID

from django.utils import timezone

from knowledge.models import Chunk
from knowledge.references import graph
from tenants.scope import tenant_scope
from tests.knowledge.search.library import write

LAW = {
    "§ 42-1001. Leases": "A lease ends as § 42-1003 says. What is owed then stands in §§ 42-1004 through 42-1006.",
    "§ 42-1002. Words": "In this chapter, “tenant” has the meaning of § 42-1001.",
    "§ 42-1003. Notice": "The tenant gives notice of 30 days; see section 42-1004(b) and the House Rules.",
    "§ 42-1004. Deposit": "(a) The deposit is one month's rent.\n(b) It is paid back under § 42-1005.",
    "§ 42-1005. Interest": "Interest is paid on it as 26 U.S.C. § 1003 has it. See https://example.org/rates.",
    "§ 42-1006. Costs": "Costs are shared.",
}
RULES = {"Quiet hours": "From ten at night.", "Moving out": "Tell us as § 42-1003 of the Housing Code asks."}


def furnish(tenant_id: UUID) -> None:
    """Two documents that speak of each other."""
    write(tenant_id, "Housing Code", LAW, is_last=False, read_at=timezone.now())
    write(tenant_id, "House Rules", RULES, read_at=timezone.now())
    graph.bring_up(tenant_id)


def chunk(tenant_id: UUID, section: str) -> Chunk:
    """The passage whose section begins so."""
    with tenant_scope(tenant_id):
        return Chunk.objects.select_related("document").get(section__startswith=section)
