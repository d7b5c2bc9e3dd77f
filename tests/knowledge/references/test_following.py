"""Whatever refers to whatever: following ends, never goes round or too deep, and never leaves the tenant."""

from collections.abc import Callable
from uuid import UUID

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.models import Chunk, Document, ReferenceLink
from knowledge.references import follow, graph
from knowledge.search.found import Filters
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.knowledge.search.library import write

SIZE = 6
EDGES = st.sets(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=20)


@pytest.fixture
def pair(db: None, make_tenant: Callable[..., Tenant]) -> tuple[UUID, UUID]:
    """Two tenants with libraries of the same words."""
    tenants = [make_tenant() for _ in range(2)]
    for tenant in tenants:
        write(tenant.id, "Code", {f"§ 42-{1000 + at}": f"Text {at}." for at in range(SIZE)}, read_at=timezone.now())
        graph.bring_up(tenant.id)
    return tenants[0].id, tenants[1].id


def link(chunks: list[Chunk], edges: set[tuple[int, int]]) -> None:
    ReferenceLink.objects.all().delete()
    ReferenceLink.objects.bulk_create(
        ReferenceLink(
            chunk=chunks[one], start=0, end=1, kind="section", target="x", original_text="x", key="x", how="exact",
            to_document_id=chunks[other].document_id, to_chunk=chunks[other], span=1, score=1,
        )
        for one, other in sorted(edges)
    )  # fmt: skip


def nearest(edges: set[tuple[int, int]], starts: set[int], depth: int) -> dict[int, int]:
    """How many steps away each one is."""
    found, frontier = dict.fromkeys(starts, 0), set(starts)
    for step in range(1, depth + 1):
        frontier = {other for one, other in edges if one in frontier} - found.keys()
        found |= dict.fromkeys(frontier, step)
    return {at: step for at, step in found.items() if step}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(edges=EDGES, starts=st.sets(st.integers(0, SIZE - 1), min_size=1), depth=st.integers(0, 4))
def test_each_is_reached_once_by_its_shortest_way(
    pair: tuple[UUID, UUID], edges: set[tuple[int, int]], starts: set[int], depth: int
) -> None:
    mine, _ = pair
    with tenant_scope(mine):
        chunks = list(Chunk.objects.order_by("position"))
        link(chunks, edges)
        found = follow([chunks[at].pk for at in starts], depth=depth)
    at = {chunk.pk: place for place, chunk in enumerate(chunks)}
    assert [one.hit.chunk_id for one in found] == list(dict.fromkeys(one.hit.chunk_id for one in found))
    assert {at[one.hit.chunk_id]: one.depth for one in found} == nearest(edges, starts, depth)
    assert [one.depth for one in found] == sorted(one.depth for one in found)
    assert all((at[one.from_chunk_id], at[one.hit.chunk_id]) in edges for one in found)


def test_nothing_of_another_tenant_is_reached(pair: tuple[UUID, UUID]) -> None:
    mine, other = pair
    with tenant_scope(mine):
        link(list(Chunk.objects.order_by("position")), {(0, 1), (1, 2)})
        asked = list(Chunk.objects.values_list("pk", flat=True))
    with tenant_scope(other):
        assert follow(asked, depth=3) == []


def test_at_most_so_many_and_only_what_may_be_read(pair: tuple[UUID, UUID]) -> None:
    mine, _ = pair
    with tenant_scope(mine):
        chunks = list(Chunk.objects.order_by("position"))
        link(chunks, {(0, at) for at in range(1, SIZE)})
        assert len(follow([chunks[0].pk], most=2)) == 2
        Document.objects.update(audience="staff")
        assert follow([chunks[0].pk], filters=Filters(audience="customer")) == []
        Document.objects.update(audience="", is_active=False)
        assert follow([chunks[0].pk]) == []
