"""Of a message that no product answers wholly, what has clearly most of its rare words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge import embed
from tenants.models import Tenant
from tests.tools.catalog.shops import csv_of, load, search
from tools.catalog.search import query
from tools.catalog.search.vocabulary import Vocabulary

ROWS = (
    "A,lamp,Desk Lamp,Reads well by the bed and folds into a drawer.,Home,,,,900,KES,4,,",
    "B,kettle,Whistling Kettle,Boils on a campfire and never rusts.,Home,,,,1500,KES,2,,",
    "C,tent,Two Person Tent,Stands on a beach in a storm; folds into a drawer.,Outdoors,,,,7000,KES,3,,",
    "D,mug,Enamel Mug,Never rusts.,Home,,,,300,KES,9,,",
    "E,plate,Enamel Plate,Never rusts.,Home,,,,350,KES,9,,",
    "F,bowl,Enamel Bowl,Never rusts.,Home,,,,400,KES,0,,",
)


@pytest.fixture
def stocked(shop: Tenant) -> Tenant:
    load(shop, csv_of(*ROWS))
    return shop


def titles(shop: Tenant, said: str, **filters: object) -> list[str]:
    found = search(shop, query=said, by_rarity=True, **filters)
    assert found.confidence == ("weak" if found.items else "none")
    assert found.total_estimate == len(found.items)
    return [item.title for item in found.items]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("my brother wants something to boil water over a campfire", ["Whistling Kettle"]),
        ("a place to sleep on the beach when the storm comes", ["Two Person Tent"]),
        ("a storm on the beach and thirty other words such as zebra and violin", ["Two Person Tent"]),
    ],
)
def test_two_rare_words_name_a_product(stocked: Tenant, said: str, shown: list[str]) -> None:
    assert titles(stocked, said) == shown


@pytest.mark.parametrize(
    "said",
    ["my aunt swims at the beach", "the storm took our roof", "two nights for two", "zebra violin", "", "never ever"],
)
def test_one_word_is_a_coincidence_and_so_are_counts(stocked: Tenant, said: str) -> None:
    assert titles(stocked, said) == []


def test_what_more_than_three_have_names_none_of_them(stocked: Tenant) -> None:
    assert titles(stocked, "it never rusts") == []
    assert titles(stocked, "it folds into my drawer") == ["Desk Lamp", "Two Person Tent"]


def test_limits_hold_all_the_same(stocked: Tenant) -> None:
    assert titles(stocked, "it folds into my drawer", price_max="2000") == ["Desk Lamp"]
    assert titles(stocked, "it folds into my drawer", category="Outdoors") == ["Two Person Tent"]


def test_what_was_shown_is_left_out_and_no_more_than_asked_for_is_told(stocked: Tenant) -> None:
    shown = search(stocked, query="it folds into my drawer", by_rarity=True).items[0]
    assert titles(stocked, "it folds into my drawer", exclude_item_ids=[shown.item_id]) == ["Two Person Tent"]
    assert titles(stocked, "it folds into my drawer", limit=1) == ["Desk Lamp"]


def test_no_vector_is_asked_for(stocked: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed, "from_settings", lambda: pytest.fail("it is asked by words alone"))
    assert titles(stocked, "it folds into my drawer") == ["Desk Lamp", "Two Person Tent"]


def test_an_empty_shop_has_nothing(shop: Tenant) -> None:
    assert titles(shop, "it folds into my drawer") == []


@settings(max_examples=200, deadline=None)
@given(
    total=st.integers(0, 100_000),
    counts=st.dictionaries(st.sampled_from(["a", "b", "~a", "~b"]), st.integers(0, 100_000)),
)
def test_a_word_of_fewer_products_tells_more(total: int, counts: dict[str, int]) -> None:
    known = Vocabulary(frozenset(), {}, counts)
    rarities = {word: known.rarity([word], of=total) for word in "abc"}
    assert all(0 <= rarity <= 1 for rarity in rarities.values())
    assert known.rarity(["a", "b"], of=total) == min(rarities["a"], rarities["b"])
    assert rarities["c"] == max(rarities.values())


def test_counts_and_periods_are_left_out() -> None:
    words = frozenset({"tent", "two", "night", "kg"})
    known = Vocabulary(words, {}, dict.fromkeys(words, 1))
    read = query.build(query.spoken("a tent for two for 3 nights, 5 kg"), known)
    assert [group.said for group in query.by_rarity(read, known, of=10).groups] == ["tent"]
