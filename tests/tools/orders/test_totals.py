"""Property 7, its amounts: a bill adds up, is never negative, and can be paid in the currency's own money."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.orders import totals

prices = st.decimals("0.01", "9999999999.99", places=2)
lines = st.lists(st.tuples(prices, st.integers(1, 1000)), max_size=50)
discounts = st.lists(st.decimals("-10", "99999999999", places=3), max_size=5)
fees = st.decimals("0", "9999999999.99", places=2)
tariffs = st.none() | st.builds(totals.Tariff, fee=fees, free_from=st.none() | st.decimals("0.01", "9999999", places=2))


@settings(max_examples=300)
@given(lines=lines, discounts=discounts, currency=st.sampled_from(["KES", "USD"]), tariff=tariffs)
def test_property_7_a_bill_adds_up(
    lines: list[tuple[Decimal, int]], discounts: list[Decimal], currency: str, tariff: totals.Tariff | None
) -> None:
    """Property 7: lines less discounts, and the fee, are the total, never negative, in whole shillings for KES."""
    bill = totals.totals(lines, discounts, currency, tariff)
    fee = bill.delivery_fee or Decimal(0)
    goods = bill.total - fee
    assert bill.subtotal == sum(bill.lines)
    assert bill.discount_total == sum(bill.discounts)
    assert goods == bill.subtotal - bill.discount_total
    assert 0 <= goods <= bill.subtotal
    assert (bill.delivery_fee is None) is (tariff is None)
    if tariff:
        is_free = tariff.free_from is not None and goods >= tariff.free_from
        assert fee == (0 if is_free else totals.rounded(tariff.fee, currency))
    assert all(amount >= 0 for amount in bill.discounts)
    unit = Decimal(1) if currency == "KES" else Decimal("0.01")
    assert all(amount % unit == 0 for amount in (bill.total, fee, *bill.lines, *bill.discounts))
    for (price, quantity), amount in zip(lines, bill.lines, strict=True):
        assert abs(amount - price * quantity) <= unit / 2
    assert len(bill.total.as_tuple().digits) <= 18


@pytest.mark.parametrize(
    ("amount", "currency", "payable"),
    [
        ("150.50", "KES", "151"), ("150.49", "KES", "150"), ("0.49", "KES", "0"), ("451.5", "KES", "452"),
        ("150.505", "USD", "150.51"), ("150.50", "USD", "150.50"),
    ],
)  # fmt: skip
def test_half_a_unit_goes_up(amount: str, currency: str, payable: str) -> None:
    assert totals.rounded(Decimal(amount), currency) == Decimal(payable)


def test_discounts_take_what_is_left_in_their_order() -> None:
    bill = totals.totals([(Decimal(100), 1)], [Decimal(70), Decimal(70), Decimal(5)], "KES")
    assert (bill.discounts, bill.total) == ((70, 30, 0), 0)
