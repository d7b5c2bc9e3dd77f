"""Property 6: whatever is asked, at most six products, each of them within every filter that was given."""

from decimal import Decimal
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenants.models import Tenant
from tests.tools.catalog.shops import get_item, search

prices = st.none() | st.decimals(0, 70_000, places=2, allow_nan=False)
words = st.sampled_from(["viatu", "simu", "red", "running", "kids", "bag", "nike", "ya", "42", "cheap", "jiko", "zzz"])
texts = st.lists(words, max_size=4).map(" ".join) | st.text(max_size=40)
attributes = st.dictionaries(
    st.sampled_from(["colour", "size", "gender", "brand", "style"]) | st.text(max_size=10),
    st.sampled_from(["red", "42", "women", "kasi", "nyeusi"]) | st.text(max_size=10),
    max_size=3,
)


@settings(
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(query=st.none() | texts, low=prices, high=prices, attributes=attributes, in_stock=st.booleans())
def test_property_6_items_are_few_and_within_the_filters(
    duka: Tenant, query: Any, low: Any, high: Any, attributes: Any, in_stock: bool
) -> None:
    found = search(duka, query=query, price_min=low, price_max=high, attributes=attributes, in_stock_only=in_stock)
    if low is not None and high is not None and low > high:
        assert found.code == "price_range_reversed"
        return
    shown = [*found.items, *(near.item for near in found.near_misses)]
    assert len(found.items) <= 6
    assert found.total_estimate >= len(found.items)
    assert (found.confidence == "none") is (found.items == [])
    for item in found.items:
        assert low is None or item.price_from >= low
        assert high is None or item.price_to <= high
        assert item.in_stock or not in_stock
    for item in shown:
        real = {variant.price for variant in get_item(duka, item.item_id).variants}
        assert {item.price_from, item.price_to} <= real
        assert item.price_from > Decimal(0)
