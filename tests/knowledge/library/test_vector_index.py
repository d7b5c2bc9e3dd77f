"""A large library gets an index of its own vectors by itself; it serves that tenant, that model, and goes again."""

from collections.abc import Iterator
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from knowledge import tasks
from knowledge.embed import LOCAL
from knowledge.library import vector_index
from knowledge.models import Chunk, Register
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.knowledge.search.library import FAQ, ask, write

pytestmark = pytest.mark.usefixtures("committed_db", "no_index_left")
# Shares no word with the documents, so that only vectors can find.
STRANGE = "deliverys outsides nairobis"


@pytest.fixture
def no_index_left() -> Iterator[None]:
    yield
    with connections["owner"].cursor() as cursor:
        for name in _indexes():
            cursor.execute(f'DROP INDEX "{name}"')
    connections["owner"].close()


@pytest.fixture
def large(make_tenant, monkeypatch: pytest.MonkeyPatch) -> Tenant:
    monkeypatch.setattr(vector_index, "WORTHWHILE", len(FAQ))
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    return tenant


def test_the_index_comes_when_the_library_is_large(large: Tenant) -> None:
    assert vector_index.list_due(LOCAL.key) == [large.id]
    before = [hit.section for hit in ask(large.id, STRANGE).hits]
    tasks.index_vectors(tenant_id=str(large.id))
    assert _indexes() == {f"chunk_near_{large.id.hex}"}
    assert _register(large.id).indexed_for == LOCAL.key
    assert vector_index.list_due(LOCAL.key) == []
    assert [hit.section for hit in ask(large.id, STRANGE).hits] == before
    assert vector_index.keep(large.id, LOCAL.key) == "kept"


def test_a_search_uses_it_for_its_own_tenant_only(large: Tenant, make_tenant) -> None:
    vector_index.keep(large.id, LOCAL.key)
    other = make_tenant()
    assert "chunk_near_" in _plan(large.id)
    assert "chunk_near_" not in _plan(other.id)


def test_it_goes_when_the_library_shrinks(large: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    vector_index.keep(large.id, LOCAL.key)
    monkeypatch.setattr(vector_index, "WORTHWHILE", 10 * len(FAQ))
    assert vector_index.list_due(LOCAL.key) == [large.id]
    call_command("index_vectors", tenant=large.slug)
    assert _indexes() == set()
    assert _register(large.id).indexed_for == ""


def test_another_model_gets_another_index(large: Tenant) -> None:
    vector_index.keep(large.id, LOCAL.key)
    assert vector_index.list_due("openai/other") == [large.id]
    assert vector_index.keep(large.id, "openai/other") == "built"
    assert _register(large.id).indexed_for == "openai/other"


def test_a_half_built_one_is_replaced(large: Tenant) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"CREATE INDEX chunk_near_{large.id.hex} ON knowledge_chunk (id) WHERE false")
    assert vector_index.keep(large.id, LOCAL.key) == "built"
    assert "chunk_near_" in _plan(large.id)


def test_a_tenant_that_is_gone_leaves_none_behind(large: Tenant) -> None:
    vector_index.keep(large.id, LOCAL.key)
    with fleet_scope():
        Chunk.objects.filter(tenant_id=large.id).delete()
        Register.objects.filter(tenant_id=large.id).delete()
    assert vector_index.drop_orphans() == [f"chunk_near_{large.id.hex}"]
    assert _indexes() == set()


def test_who_does_not_own_the_tables_is_refused_and_searches_go_on(
    large: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_index, "OWNER", "default")
    assert vector_index.keep(large.id, LOCAL.key) == "not_owner"
    with connections["owner"].cursor() as cursor:
        cursor.execute("CREATE INDEX chunk_near_nobody ON knowledge_chunk (id) WHERE false")
    with pytest.raises(CommandError, match="DATABASE_OWNER_URL"):
        call_command("index_vectors", all=True)
    assert ask(large.id, "how long does delivery in Nairobi take?").is_enough


def _register(tenant_id: UUID) -> Register:
    with tenant_scope(tenant_id):
        return Register.objects.get()


def _indexes() -> set[str]:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'i' AND relname LIKE 'chunk_near_%'")
        return {name for (name,) in cursor.fetchall()}


def _plan(tenant_id: UUID) -> str:
    with tenant_scope(tenant_id), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
        cursor.execute(
            "EXPLAIN SELECT id FROM knowledge_chunk WHERE tenant_id = %s AND embedding_model = %s "
            "ORDER BY embedding <#> %s::halfvec LIMIT 3",
            [tenant_id, LOCAL.key, str([1] * 1536)],
        )
        return "\n".join(line for (line,) in cursor.fetchall())
