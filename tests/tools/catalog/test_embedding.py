"""Only what is new, changed or of another model is embedded, and a failure keeps what was done."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from knowledge.embed import LOCAL, Embedder, EmbeddingModel, EmbeddingUnavailable
from tenants.models import Tenant
from tenants.scope import current, tenant_scope
from tests.tools.catalog.shops import csv_of
from tools.catalog import embedding, tasks
from tools.catalog.importing import applying, planning
from tools.catalog.models import Product


@dataclass
class Counting:
    """The local embedder, which keeps what it was given and fails when told to."""

    model: EmbeddingModel = LOCAL
    fails_after: int = 1000
    texts: list[str] = field(default_factory=list)
    scopes: set[Any] = field(default_factory=set)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.scopes.add(current())
        if len(self.texts) + len(texts) > self.fails_after:
            raise EmbeddingUnavailable("gone")
        self.texts += texts
        return Embedder().embed_documents(texts)


@pytest.fixture
def stocked(shop: Tenant) -> Tenant:
    put(shop, *(f"S{number},p{number},Shoe {number},,Shoes,,,,100,KES,1,," for number in range(200)))
    return shop


def put(shop: Tenant, *rows: str) -> None:
    with tenant_scope(shop.id):
        applying.apply(planning.plan(csv_of(*rows), currency="KES"), shop.id)


def test_everything_is_embedded_once_outside_any_scope(stocked: Tenant) -> None:
    embedder, steps = Counting(), []
    state = embedding.embed_missing(stocked.id, embedder, lambda done, total: steps.append((done, total)))
    assert str(state) == "200 of 200 products embedded with local/tulia-7"
    assert steps == [(128, 200), (200, 200)]
    assert embedder.scopes == {None}
    again = Counting()
    assert embedding.embed_missing(stocked.id, again).is_complete
    assert again.texts == []


def test_only_what_changed_is_embedded_again(stocked: Tenant) -> None:
    embedding.embed_missing(stocked.id, Counting())
    put(stocked, "S3,p3,Sandal,,Shoes,,,,100,KES,1,,", "S4,p4,Shoe 4,,Shoes,,,,999,KES,0,,")
    embedder = Counting()
    embedding.embed_missing(stocked.id, embedder)
    assert [text.split(".")[0] for text in embedder.texts] == ["Sandal"]


def test_another_model_embeds_everything_again(stocked: Tenant) -> None:
    embedding.embed_missing(stocked.id, Counting())
    other = Counting(model=EmbeddingModel("openai", "other"))
    with tenant_scope(stocked.id):
        assert embedding.state(other.model.key).embedded == 0
    embedding.embed_missing(stocked.id, other)
    assert len(other.texts) == 200
    with tenant_scope(stocked.id):
        assert set(Product.objects.values_list("embedding_model", flat=True)) == {"openai/other"}


def test_a_failure_keeps_what_was_done(stocked: Tenant) -> None:
    with pytest.raises(EmbeddingUnavailable):
        embedding.embed_missing(stocked.id, Counting(fails_after=150))
    with tenant_scope(stocked.id):
        assert embedding.state(LOCAL.key).embedded == 128


def test_the_background_task_embeds_a_tenant(stocked: Tenant) -> None:
    tasks.embed_catalog.apply(kwargs={"tenant_id": str(stocked.id), "sent_by": "a later version"}).get()
    with tenant_scope(stocked.id):
        assert embedding.state(LOCAL.key).is_complete
