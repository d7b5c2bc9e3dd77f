"""What customers write, and what the demo shop must answer: three languages, slips, and things not sold."""

from typing import Any

import pytest

from tenants.models import Tenant
from tests.tools.catalog.shops import search

# query: the word that stands in every title, category or kind of the first three hits
FOUND = {
    "viatu vya kukimbia": "Shoes > Running",
    "nataka viatu vya kukimbia tafadhali": "Shoes > Running",
    "running shoes": "Shoes > Running",
    "runing shose": "Shoes",
    "nadai raba": "Shoes > Sneakers",
    "simu": "Phones > Smartphones",
    "phone": "Phones > Smartphones",
    "smart watch": "Smartwatch",
    "power bank": "Power Bank",
    "chaja ya simu": "Charger",
    "jiko la makaa": "Charcoal",
    "gumboots": "Gumboot",
    "hoodie": "Hoodie",
    "shuka za kitanda": "Bedsheet",
    "mafuta ya nywele": "Hair",
    "perfume za wanaume": "Cologne",
    "tv": "TV",
    "unga": "Groceries > Staples",
    "school bag": "Bags",
    "leso": "Leso",
    "umbrela": "Umbrella",
    "football boots": "Shoes > Football",
    "dress for a wedding": "Clothing > Dresses",
}
NOT_SOLD = (
    "helicopter", "gari la Toyota", "iphone 15", "pizza", "insurance", "fridge", "samsung fridge",
    "helicopter for kids", "asdf qwer", "hammer", "куртка", "飞机",
)  # fmt: skip
VAGUE = ("something nice", "kitu kizuri", "what do you have", "???", "🔥")


@pytest.fixture
def ask(duka: Tenant) -> Any:
    return lambda **args: search(duka, **args)


def test_what_customers_ask_for_is_found(ask: Any) -> None:
    wrong = {}
    for query, mark in FOUND.items():
        found = ask(query=query)
        if found.confidence != "strong" or not found.items or not all(is_about(i, mark) for i in found.items[:3]):
            wrong[query] = (found.confidence, [item.title for item in found.items[:3]])
    assert wrong == {}


def is_about(item: Any, mark: str) -> bool:
    return mark in item.title or item.category.startswith(mark)


def test_what_is_not_sold_is_not_found(ask: Any) -> None:
    found = {query: ask(query=query) for query in NOT_SOLD}
    assert {query: [item.title for item in one.items] for query, one in found.items() if one.items} == {}
    assert {(one.confidence, one.total_estimate) for one in found.values()} == {("none", 0)}
    assert found["helicopter"].unmatched_words == ["helicopter"]


def test_a_vague_query_finds_much_and_trusts_it_little(ask: Any) -> None:
    for query in VAGUE:
        found = ask(query=query)
        assert (found.is_vague, found.confidence) == (True, "weak"), query
        assert found.total_estimate > 100
        assert len(found.items) == len(found.categories) == 6
    assert ask(query="something nice") == ask(query="something nice")


def test_a_brand_that_is_not_sold_is_named_and_totals_count_more_than_the_page(ask: Any) -> None:
    branded = ask(query="nike sneakers")
    assert (branded.confidence, branded.unmatched_words) == ("weak", ["nike"])
    assert all("Shoes" in item.category for item in branded.items)
    shoes, running = ask(query="viatu"), ask(query="running shoes", limit=2)
    assert shoes.total_estimate > 30
    assert len(running.items) == 2
    assert 6 < running.total_estimate < shoes.total_estimate
    assert running.categories[0].path == "Shoes > Running"


def test_a_search_takes_three_statements_at_most(duka: Tenant, statements: Any) -> None:
    for args in ({"query": "viatu", "price_max": 3000}, {"query": "simu", "price_max": 10}, {}):
        with statements() as seen:
            search(duka, **args)
        assert 0 < len(seen) <= 3, args
