"""Property 7, its discounts: whatever the terms and the basket, a saving is payable and never more than there is."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import rounds
from tools.offers.rules import RULES, Basket, BasketLine, Terms, Uses, judge

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ids = st.integers(1, 4).map(lambda number: UUID(int=number))
shelves = st.sampled_from(["", "Shoes", "Shoes > Running", "Shoestrings", "Kitchen"])
money = st.integers(0, 100_000).map(lambda shillings: Decimal(shillings).quantize(Decimal("0.01")))
lines = st.lists(st.builds(BasketLine, item_id=ids, shelf=shelves, total=money), min_size=1, max_size=5)
moments = st.none() | st.integers(-2, 2).map(lambda hours: NOW + timedelta(hours=hours))
limits = st.none() | st.integers(1, 3)
worth = st.tuples(st.decimals("0.01", 100, places=2), st.none()) | st.tuples(
    st.none(), st.decimals("0.01", 9999, places=2)
)


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    percent, amount = draw(worth)
    return Terms(
        offer_id=draw(ids), currency=draw(st.sampled_from(["KES", "USD"])), percent=percent, amount=amount,
        starts_at=draw(moments), ends_at=draw(moments), minimum_spend=draw(st.none() | money),
        total_limit=draw(limits), per_customer_limit=draw(limits), is_stackable=draw(st.booleans()),
        products=draw(st.frozensets(ids, max_size=2)), shelves=tuple(draw(st.lists(shelves.filter(bool), max_size=2))),
    )  # fmt: skip


@settings(max_examples=rounds(100, deep=300))
@given(
    terms=terms(), lines=lines, applied=st.lists(terms(), max_size=2), uses=st.tuples(limits, limits), data=st.data()
)
def test_property_7_a_saving_is_never_more_than_there_is(
    terms: Terms,
    lines: list[BasketLine],
    applied: list[Terms],
    uses: tuple[int | None, int | None],
    data: st.DataObject,
) -> None:
    """Property 7: an offer that applies keeps every one of its terms, and saves whole shillings of what is left."""
    subtotal = sum(line.total for line in lines)
    taken_off = data.draw(st.integers(0, int(subtotal)).map(Decimal)) if applied else Decimal(0)
    basket = Basket(currency="KES", lines=tuple(lines), applied=tuple(applied), taken_off=taken_off)
    used = Uses(total=uses[0] or 0, by_customer=uses[1] or 0)
    verdict = judge(terms, basket, used, NOW)
    if verdict.obstacle:
        assert verdict.obstacle in dict(RULES)
        assert verdict.saving == 0
        return
    assert 0 <= verdict.saving <= subtotal - taken_off
    assert verdict.saving == verdict.saving.to_integral_value()
    assert terms.starts_at is None or terms.starts_at <= NOW
    assert terms.ends_at is None or terms.ends_at > NOW
    assert terms.minimum_spend is None or terms.minimum_spend <= subtotal
    assert terms.total_limit is None or used.total < terms.total_limit
    assert terms.per_customer_limit is None or used.by_customer < terms.per_customer_limit
    assert not applied or all(one.is_stackable for one in (terms, *applied))
    if terms.products or terms.shelves:
        fitting = [line for line in lines if line.item_id in terms.products or line.shelf.startswith(terms.shelves)]
        assert verdict.saving <= sum(line.total for line in fitting)
