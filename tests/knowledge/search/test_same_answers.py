"""The same library answers the same, however often it is loaded: ids and the order of loading decide nothing."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from conversations.simulator.demo import load
from knowledge.models import Calibration
from tenants import tenancy
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.depth import rounds, thorough
from tests.knowledge.search.library import FAQ, ask, write

ALIKE = {"Hours": "The pool is open from 8:00 am to 6:00 pm.", "Towels": "Towels are at the pool."}
QUESTIONS = (
    "when does the pool open", "do you deliver to Kisumu", "what is the warranty", "naweza kurudisha kiatu?",
    "how do I pay", "is breakfast included", "my internet is slow", "what time is check out", "refund policy",
    "mnafungua saa ngapi", "is there parking", "how do I reset the router",
)  # fmt: skip


@pytest.fixture(autouse=True)
def random_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tenancy, "uuid7", uuid4)


def answers(tenant_id: UUID) -> list[Any]:
    found = [ask(tenant_id, question) for question in QUESTIONS]
    with tenant_scope(tenant_id):
        figures = list(Calibration.objects.values("unlike", "threshold", "threshold_by_words", "strong", "answers"))
    return [figures, *([(hit.title, hit.section, hit.text, hit.score) for hit in each.hits] for each in found)]


@pytest.mark.parametrize("round_", range(rounds(1, deep=4)))
def test_passages_that_rank_alike_keep_one_order(db: None, make_tenant: Callable[[], Tenant], round_: int) -> None:
    told = {f"Pool {letter}": ALIKE for letter in "abcdef"} | {"Questions": FAQ}
    seen = []
    for order in (list(told), list(reversed(told))):
        tenant = make_tenant()
        for title in order:
            write(tenant.id, title, told[title])
        seen.append(answers(tenant.id))
    assert seen[0] == seen[1]


@thorough
@pytest.mark.parametrize("slug", load.SLUGS)
def test_a_demo_loaded_twice_answers_the_same(db: None, make_tenant: Callable[..., Tenant], slug: str) -> None:
    tenant = make_tenant(slug=slug)
    seen = list(loaded(tenant, slug, times=2))
    assert seen[0] == seen[1]
    assert any(seen[0][1:])


def loaded(tenant: Tenant, slug: str, *, times: int) -> Iterator[list[Any]]:
    for _ in range(times):
        with transaction.atomic():
            load.load_library(slug)
            yield answers(tenant.id)
            transaction.set_rollback(True)
