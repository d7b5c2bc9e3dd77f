"""What holds of every question and every library."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.models import Chunk
from knowledge.search.terms import hours, words
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.knowledge.search.library import FAQ, ask, write

TEXTS = st.one_of(
    st.text(st.characters(), max_size=200),
    st.lists(st.sampled_from(" ".join(FAQ.values()).split()), max_size=12).map(" ".join),
)
SLOWLY = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def test_a_citation_names_a_passage_of_this_tenant(db: None, make_tenant) -> None:
    """Property 1: whatever is asked, every hit is a passage of this tenant, and none of another's is seen."""
    ours, theirs = make_tenant(), make_tenant()
    write(ours.id, "Ours", FAQ)
    write(theirs.id, "Theirs", FAQ)
    with tenant_scope(ours.id):
        known = set(Chunk.objects.values_list("id", flat=True))
    assert known

    @SLOWLY
    @given(TEXTS)
    def check(text: str) -> None:
        found = ask(ours.id, text)
        assert {hit.chunk_id for hit in found.hits} <= known
        assert all(hit.title == "Ours" for hit in found.hits)
        assert all(0 <= hit.score <= 1 for hit in found.hits)
        assert found.is_enough == (bool(found.hits) and found.best_score >= found.threshold)

    check()


@SLOWLY
@given(TEXTS)
def test_any_text_has_words(text: str) -> None:
    """Property 2: no text breaks the reading of a passage or a question, and weights are never negative."""
    assert all(weight > 0 for weight in words.of_passage(text).values())
    words.of_question(text)
    assert hours.is_about(text) in (True, False)


def test_any_text_can_be_in_a_library(db: None, make_tenant) -> None:
    """Property 3: whatever stands in a passage, its library can be searched and calibrated."""
    tenant: Tenant = make_tenant()

    @settings(SLOWLY, max_examples=25)
    @given(st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1, max_size=300))
    def check(text: str) -> None:
        write(tenant.id, f"D{check.number}", {"Part": text})  # type: ignore[attr-defined]
        check.number += 1  # type: ignore[attr-defined]
        assert not ask(tenant.id, text).is_empty_library

    check.number = 0  # type: ignore[attr-defined]
    check()
