"""The checks of the soak's books: sound books pass all of them, and each finds the fault it is there for."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from tests.soak.money.books import CHECKS, Books

SHELF = ("t1", "SIMBA-S")


def sound() -> Books:
    """One order paid by prompt with a coupon, and one by paybill."""
    amounts = {"R1": Decimal(1350), "R2": Decimal(1500)}
    methods = {"R1": ("stk", "mpesa_stk"), "R2": ("c2b", "mpesa_c2b")}
    return Books(
        transfers=[
            {"tenant_id": "t1", "receipt": receipt, "kind": methods[receipt][0], "amount": amount, "reference": "N"}
            for receipt, amount in amounts.items()
        ],
        payments=[
            {"id": receipt, "tenant_id": "t1", "method": methods[receipt][1], "status": "paid", "amount": amount,
             "receipt": receipt, "order_id": receipt, "number": receipt, "told": 1}
            for receipt, amount in amounts.items()
        ],
        incoming=[
            {"tenant_id": "t1", "transaction_id": receipt, "status": "matched", "amount": amount}
            for receipt, amount in amounts.items()
        ],
        orders=[
            {"id": receipt, "tenant_id": "t1", "number": receipt, "status": "paid", "total": amount,
             "paid_total": amount, "held": 1}
            for receipt, amount in amounts.items()
        ],
        shelves=[{"tenant_id": SHELF[0], "sku": SHELF[1], "stock": 8, "held": 2}],
        shelves_before={SHELF: 10},
        redemptions=[{"tenant": "t1", "code": "SIMBA10", "total_limit": 3, "customer": "c1"}],
        discounts=1,
    )  # fmt: skip


def broken(part: str, place: int = 0, **changes: Any) -> Books:
    rows = list(getattr(sound(), part))
    rows[place] = rows[place] | changes
    parts: dict[str, Any] = {part: rows}
    return replace(sound(), **parts)


def doubled(part: str, **changes: Any) -> Books:
    rows = list(getattr(sound(), part))
    parts: dict[str, Any] = {part: [*rows, rows[0] | changes]}
    return replace(sound(), **parts)


FAULTS: dict[str, list[Callable[[], Books]]] = {
    "the provider's receipts not credited exactly once": [
        lambda: broken("payments", status="pending"), lambda: doubled("payments"),
        lambda: broken("payments", tenant_id="t2"),
    ],
    "paid without the provider's receipt": [
        lambda: broken("payments", receipt=""), lambda: replace(sound(), transfers=sound().transfers[1:]),
    ],
    "orders credited another sum than was paid": [lambda: broken("orders", paid_total=Decimal(2700))],
    "paybill money lost or unmatched": [
        lambda: replace(sound(), incoming=sound().incoming[:1]), lambda: broken("incoming", status="unmatched"),
    ],
    "orders paid twice by prompt or card": [lambda: doubled("payments", receipt="R3", method="card")],
    "orders whose status belies their money": [
        lambda: broken("orders", status="draft"), lambda: broken("orders", paid_total=Decimal(1)),
    ],
    "stock not conserved": [lambda: broken("shelves", stock=9), lambda: replace(sound(), shelves=[])],
    "paid orders without their pieces": [lambda: broken("orders", held=0)],
    "coupons used beyond their limits": [
        lambda: doubled("redemptions"), lambda: replace(sound(), discounts=2),
        lambda: broken("redemptions", total_limit=0),
    ],
    "payments not told of exactly once": [lambda: broken("payments", told=0), lambda: broken("payments", told=2)],
}  # fmt: skip


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_of_the_books_is_silent_until_there_is_something_to_find(name: str) -> None:
    assert CHECKS[name](sound()) == []
    for fault in FAULTS[name]:
        assert CHECKS[name](fault()) != []
