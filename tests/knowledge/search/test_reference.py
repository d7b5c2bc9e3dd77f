"""The search finds what the plain reference finds, passage for passage."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.embed import Embedder
from knowledge.models import Chunk
from knowledge.search import known, question, ranking
from knowledge.search.found import Filters
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.knowledge.search import reference
from tests.knowledge.search.library import FAQ, write
from tests.knowledge.search.test_search_properties import SLOWLY

ROOMS = {
    "Pool": "The pool is open from 8:00 am to 6:00 pm. Towels are at the pool.",
    "Breakfast": "Breakfast is served from 6:30 to 10:00, and is included in every room.",
    "Kiswahili": "Tunapeleka mizigo Nairobi kwa saa 24. Malipo ni kwa M-Pesa.",
    "Wi-Fi": "Wi-Fi is free in every room and at the pool; the password is on the card.",
}
ASKED = (
    "when does the pool open", "do you deliver to Kisumu", "what is the warranty", "naweza kurudisha kiatu?",
    "how do I pay", "is breakfast included", "mnafungua saa ngapi", "is there wifi", "mnapeleka mpaka Nakuru?",
    "mizigo hupelekwa lini", "nilipe kwa mpesa?",
)  # fmt: skip
QUESTIONS = st.one_of(
    st.sampled_from(ASKED),
    st.lists(st.sampled_from(" ".join((*FAQ.values(), *ROOMS.values(), *ASKED)).split()), min_size=1, max_size=10).map(
        " ".join
    ),
)


def test_the_search_ranks_as_the_reference_does(db: None, make_tenant: Callable[..., Tenant]) -> None:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ, is_last=False)
    write(tenant.id, "Rooms", ROOMS)
    with tenant_scope(tenant.id):
        passages = list(Chunk.objects.select_related("document"))

    @SLOWLY
    @given(QUESTIONS)
    def check(text: str) -> None:
        asked = question.prepare(text, Embedder())
        with tenant_scope(tenant.id):
            library = known.look_up(asked)
            found = ranking.rank(asked, Filters(), library)
        expected = reference.rank(asked, passages, library.bars) if asked.asked else None
        if expected is not None:
            told(found, expected)

    check()


def told(found: list[Any], expected: reference.Ranked) -> None:
    """The same ranks for the same passages; vectors are stored with half the digits."""
    ranks = {each.id: rank for each, rank in expected}
    ours = {one.passage.chunk_id: one.rank for one in found}
    assert {one for one, rank in ranks.items() if rank > 0.3} <= ours.keys()
    for one, rank in ours.items():
        assert rank == pytest.approx(ranks[one], abs=0.01)
