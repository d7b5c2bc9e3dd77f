"""Evidence means the same by any model: by the built-in one, and by one whose cosines all lie between 0.7 and 0.9."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from knowledge.calibration.calibrate import calibrate
from knowledge.calibration.scale import measure
from knowledge.embed import E5, Embedder, EmbeddingModel, EmbeddingUnavailable, e5, embed_local
from knowledge.library import upkeep
from knowledge.models import Calibration
from knowledge.search import question
from knowledge.search.found import Found
from knowledge.search.search import search
from tenants.scope import tenant_scope
from tests.knowledge.search.library import FAQ, write

ANSWERED = (
    "how long does delivery outside Nairobi take",
    "can unworn goods be returned",
    "is there a warranty on electronics",
)
REFUSED = ("who won the election", "how do I divorce my husband", "recipe for fish soup", "bitcoin exchange rate today")
MORE = {
    "Gift cards": "Gift cards are sold from 500 shillings on, and are valid for two years.",
    "Repairs": "Our workshop mends shoes and bags while you wait; soles take a day.",
    "Wholesale": "Who buys more than fifty pieces writes to the wholesale desk for a quote.",
    "Jobs": "Vacancies hang on the board beside the till, and are posted each Monday.",
}


NARROW = EmbeddingModel("local", "narrow")


@dataclass(frozen=True)
class Narrow(Embedder):
    """Stands in for E5: every two texts have at least 0.7 in common."""

    model: EmbeddingModel = NARROW

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> list[list[float]]:
        vectors = np.hstack([np.full((len(texts), 1), 0.7**0.5), 0.3**0.5 * embed_local(texts)[:, :-1]])
        rows: list[list[float]] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).tolist()
        return rows


def ask(tenant_id: object, text: str, embedder: Embedder, before: str = "") -> Found:
    asked = question.prepare(text, embedder, before=before)
    with tenant_scope(tenant_id):
        return search(asked)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "embedder",
    [
        Embedder(),
        Narrow(),
        pytest.param(Embedder(E5), marks=pytest.mark.skipif(not e5.is_usable(), reason="the extra is not installed")),
    ],
    ids=lambda embedder: embedder.model.key,
)
def test_what_the_library_answers_is_told_from_what_it_does_not(make_tenant, embedder: Embedder) -> None:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ, is_last=False)
    write(tenant.id, "More", MORE)
    upkeep.catch_up(tenant.id, embedder)
    assert [text for text in ANSWERED if not ask(tenant.id, text, embedder).is_enough] == []
    assert [text for text in REFUSED if ask(tenant.id, text, embedder).is_enough] == []


@pytest.mark.django_db
def test_until_a_library_is_measured_by_a_new_model_its_words_decide(make_tenant) -> None:
    """Its cosines would all look like answers; and passages of the old model are not compared with the new."""
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ, is_last=False)
    write(tenant.id, "More", MORE)
    before = [ask(tenant.id, text, Narrow()).is_enough for text in (*ANSWERED, *REFUSED)]
    assert before == [True] * len(ANSWERED) + [False] * len(REFUSED)
    assert tenant.id in upkeep.list_due(Narrow().model.key)
    upkeep.catch_up(tenant.id, Narrow())
    assert upkeep.list_due(Narrow().model.key) == []


@pytest.mark.django_db
def test_a_follow_up_on_something_else_is_not_answered_by_the_old_topic(make_tenant) -> None:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ, is_last=False)
    write(tenant.id, "More", MORE)
    before = "how long does delivery take"
    elsewhere = ask(tenant.id, "recommend hotels nearby", Embedder(), before=before)
    assert elsewhere.best_score < ask(tenant.id, before, Embedder()).best_score / 2 + 0.1
    assert ask(tenant.id, "and outside Nairobi?", Embedder(), before=before).is_enough


def test_the_scale_begins_where_unlike_pairs_are_and_no_other_matters() -> None:
    questions = np.eye(4, dtype=np.float32)
    passages = np.full((4, 4), 0.2, dtype=np.float32) + 0.7 * np.eye(4, dtype=np.float32)
    found = measure(questions, passages, range(4))
    assert found.unlike == pytest.approx(0.2)
    assert found.alike == pytest.approx(0.2)
    shifted = measure(questions, passages + 0.1, range(4))
    assert shifted.unlike == pytest.approx(0.3)


@pytest.mark.django_db
def test_an_endpoint_that_fails_leaves_the_figures_as_they_were(make_tenant) -> None:
    class Down(Embedder):
        def _embed(self, texts: Sequence[str], *, is_query: bool) -> list[list[float]]:
            raise EmbeddingUnavailable("down")

    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    with tenant_scope(tenant.id):
        kept = Calibration.objects.get().calculated_at
    with pytest.raises(EmbeddingUnavailable):
        calibrate(tenant.id, Down())
    with tenant_scope(tenant.id):
        assert Calibration.objects.get().calculated_at == kept
