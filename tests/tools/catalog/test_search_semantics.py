"""Vectors find what words do not, of the present model only; a broken endpoint costs nothing but that."""

from typing import Any

import pytest
from pytest_django import Settings

from knowledge.embed import E5, LOCAL, embed_local
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.loopback.openai_server import OpenAIServer, error
from tests.tools.catalog.shops import csv_of, load, search
from tools.catalog.models import Product
from tools.catalog.search import finding
from tools.catalog.search.matching import thresholds
from tools.catalog.search.wanted import CatalogQuery, CatalogResult, Meaning

MODEL = "openai/text-embedding-3-small"
ROWS = (
    "A,kettle,Electric Kettle,,Kitchen,,,,2000,KES,1,,",
    "B,shoe,Running Shoe,,Shoes,,,,3000,KES,1,,",
)


@pytest.fixture
def stocked(shop: Tenant) -> Tenant:
    load(shop, csv_of(*ROWS))
    return shop


def axis(*places: tuple[int, float]) -> list[float]:
    vector = [0.0] * 1536
    for place, size in places:
        vector[place] = size
    return vector


def near_the_kettle(shop: Tenant, likeness: float, query: str, *, model: str = MODEL) -> CatalogResult:
    """A search whose vector is so much like the kettle's and not at all like the shoe's."""
    with tenant_scope(shop.id):
        Product.objects.filter(key="kettle").update(embedding=axis((0, 1.0)), embedding_model=MODEL)
        Product.objects.filter(key="shoe").update(embedding=axis((1, 1.0)), embedding_model=MODEL)
        vector = axis((0, likeness), (2, (1 - likeness**2) ** 0.5))
        return finding.run(CatalogQuery(query=query), Meaning(model=model, vector=vector))


@pytest.mark.parametrize(
    ("likeness", "expected"), [(0.1, "none"), (0.3, "none"), (0.45, "weak"), (0.7, "strong"), (1.0, "strong")]
)
def test_what_words_do_not_find_meaning_does(stocked: Tenant, likeness: float, expected: str) -> None:
    found = near_the_kettle(stocked, likeness, "zwiebelblatt")
    assert found.confidence == expected
    assert [hit.product.title for hit in found.hits] == ([] if expected == "none" else ["Electric Kettle"])


def test_a_weak_likeness_does_not_stand_in_for_a_thing_that_is_named(stocked: Tenant) -> None:
    assert near_the_kettle(stocked, 0.45, "fridge").confidence == "none"


def test_vectors_of_another_model_are_not_compared(stocked: Tenant) -> None:
    assert near_the_kettle(stocked, 1.0, "zwiebelblatt", model="openai/other").confidence == "none"


def test_every_model_has_a_strong_threshold_above_its_weak_one() -> None:
    for model in (LOCAL.key, E5.key, MODEL, "openai/of-tomorrow"):
        bar = thresholds(model)
        assert 0 < bar.weak < bar.strong < 1


def test_unrelated_texts_stay_below_the_local_threshold() -> None:
    query, other = embed_local(["red running shoes", "Stainless steel kettle, 1.7 litres"])
    assert float(query @ other) < thresholds("local/tulia-7").weak


@pytest.fixture
def openai(openai_server: OpenAIServer, settings: Settings) -> OpenAIServer:
    changes = {
        "embedding_model": "text-embedding-3-small",
        "openai_base_url": openai_server.base_url,
        "openai_api_key": "k",
    }
    settings.TULIA = settings.TULIA.model_copy(update=changes)
    return openai_server


def test_a_broken_endpoint_leaves_the_words(stocked: Tenant, openai: Any) -> None:
    openai.embed = lambda asked: error(500)
    found = search(stocked, query="kettle")
    assert [item.title for item in found.items] == ["Electric Kettle"]
    assert found.confidence == "strong"


def test_a_query_is_embedded_by_the_configured_endpoint(stocked: Tenant, openai: Any) -> None:
    found = search(stocked, query="kettle")
    assert [item.title for item in found.items] == ["Electric Kettle"]
    assert [asked.json["input"] for asked in openai.asked] == [["kettle"]]


def test_nothing_is_embedded_without_a_query(stocked: Tenant, openai: Any) -> None:
    assert search(stocked, category="Kitchen").total_estimate == 1
    assert openai.asked == []
