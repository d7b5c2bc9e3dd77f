"""The lists of places say what the passages' own words say, and a passage is found before and after it is counted."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import numpy as np
import pytest

from knowledge.embed import Embedder
from knowledge.library import counting
from knowledge.models import Chunk, Register, Word
from knowledge.search import known, postings, question, weights
from knowledge.search.terms.words import of_passage
from tenants.scope import tenant_scope
from tests.knowledge.search.library import FAQ, ask, write


def test_a_list_names_every_passage_with_the_word_and_its_worth(db: None, make_tenant) -> None:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    with tenant_scope(tenant.id):
        chunks = {chunk.place: chunk for chunk in Chunk.objects.all()}
        assert sorted(chunks) == list(range(len(FAQ)))
        for word in Word.objects.all():
            entries = np.frombuffer(bytes(word.places), postings.ENTRY)
            assert len(entries) == word.passages
            for place, worth in entries.tolist():
                chunk = chunks[place]
                whole = of_passage(f"Questions\n{chunk.section}\n{chunk.text}")
                assert dict(zip(whole.indices(), whole.values(), strict=True))[word.word] == pytest.approx(worth)


def test_shares_are_those_of_the_inner_product(db: None, make_tenant) -> None:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    asked = question.prepare("How long does delivery outside Nairobi take?", Embedder())
    with tenant_scope(tenant.id):
        weighed = weights.of(asked, known.look_up(asked))
        words = {chunk.place: chunk.words for chunk in Chunk.objects.all()}
    mine = dict(zip(weighed.words.indices(), weighed.words.values(), strict=True))
    for place, share in zip(weighed.sharing.places.tolist(), weighed.sharing.shares.tolist(), strict=True):
        theirs = dict(zip(words[place].indices(), words[place].values(), strict=True))
        assert share == pytest.approx(sum(weight * theirs.get(word, 0.0) for word, weight in mine.items()), rel=1e-3)


def test_a_passage_is_found_before_it_is_counted(db: None, make_tenant) -> None:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    counted = ask(tenant.id, "which payment do you accept, visa or cash?")
    with tenant_scope(tenant.id):
        last = Chunk.objects.order_by("-place").values_list("section", "place").first()
        assert last == ("Payment", len(FAQ) - 1)
        Register.objects.update(counted=last[1])
    fresh = ask(tenant.id, "which payment do you accept, visa or cash?")
    assert [hit.chunk_id for hit in fresh.hits] == [hit.chunk_id for hit in counted.hits]
    assert fresh.best_score == pytest.approx(counted.best_score, abs=0.01)


def test_a_place_is_given_once(db: None, make_tenant) -> None:
    """Or a list would give the passage that took the place of another the other's words."""
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    with tenant_scope(tenant.id):
        Chunk.objects.filter(section="Payment").delete()
        before = dict(Chunk.objects.values_list("id", "place"))
    write(tenant.id, "More", {"Gifts": "We wrap gifts in paper with a ribbon for 100 shillings."})
    with tenant_scope(tenant.id):
        after = dict(Chunk.objects.values_list("id", "place"))
    assert {id_: after[id_] for id_ in before} == before
    assert sorted(after.values()) == [0, 1, 2, 3, 5]
    assert ask(tenant.id, "do you wrap gifts in paper?").hits[0].section == "Gifts"
    assert not ask(tenant.id, "which payment do you accept, visa or cash?").is_enough


def test_what_is_gone_leaves_the_lists(db: None, make_tenant) -> None:
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    with tenant_scope(tenant.id):
        Chunk.objects.filter(section="Payment").delete()
    counting.count(tenant.id)
    with tenant_scope(tenant.id):
        entries = [
            place for word in Word.objects.all() for place, _ in np.frombuffer(word.places, postings.ENTRY).tolist()
        ]
        register = Register.objects.get()
    assert set(entries) == set(range(len(FAQ) - 1))
    assert (register.given, register.counted, register.listed) == (len(FAQ), len(FAQ), len(FAQ) - 1)


def test_words_are_counted_some_passages_at_a_time(db: None, make_tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many transactions it takes, the lists are the same."""
    whole, parts = make_tenant(), make_tenant()
    write(whole.id, "Questions", FAQ)
    monkeypatch.setattr(counting, "_BATCH", 2)
    write(parts.id, "Questions", FAQ)
    assert _lists(parts.id) == _lists(whole.id)


def test_counting_all_anew_keeps_nobody_from_taking_places(
    db: None, make_tenant, statements: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The register's row is locked by the first write to it: in a large library that must be the last."""
    tenant = make_tenant()
    write(tenant.id, "Questions", FAQ)
    with tenant_scope(tenant.id):
        Chunk.objects.filter(section="Returns").delete()
    monkeypatch.setattr(counting, "_BATCH", 2)
    with statements() as said:
        counting.count(tenant.id)
    writes = [text.split()[0] for text in said if text.lstrip().startswith(("INSERT", "UPDATE"))]
    assert writes == ["INSERT", "INSERT", "INSERT", "UPDATE"]


def _lists(tenant_id: UUID) -> dict[int, tuple[int, list[tuple[int, float]]]]:
    with tenant_scope(tenant_id):
        return {
            word.word: (word.passages, sorted(np.frombuffer(word.places, postings.ENTRY).tolist()))
            for word in Word.objects.all()
        }


def test_only_the_documents_asked_for_count_against_the_best(db: None, make_tenant) -> None:
    """Three hundred better passages of others do not push out the one that a filter leaves."""
    tenant = make_tenant()
    wanted = write(tenant.id, "Policy", {"Delivery": "Delivery takes three days and more."}, kind="policy")
    write(tenant.id, "Many", {f"Part {number}": f"Delivery delivery, branch {number}." for number in range(300)})
    assert {hit.document_id for hit in ask(tenant.id, "delivery", types=["policy"]).hits} == {wanted.id}
