"""The one place where an order's money is computed.

The rule: what is paid must be payable, so every amount is a multiple of the currency's smallest sum that can be sent:
a whole shilling for KES, a cent elsewhere. Each line is rounded, half a unit up, and so is each discount; the subtotal
is the sum of the lines as they are shown, and the total the subtotal less the discounts, and the fee for delivery
where it is known. No discount takes more than is left of the goods, so a total is never negative, and none is taken off
the fee.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
NOTHING = Decimal("0.00")
SMALLEST: Mapping[str, Decimal] = {"KES": Decimal(1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tariff:
    """What it costs to bring goods to a place, and from what value of them, less the discounts, it costs nothing."""

    fee: Decimal
    free_from: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """An order's amounts, line by line and discount by discount; without a tariff the fee for delivery is not known."""

    lines: tuple[Decimal, ...]
    discounts: tuple[Decimal, ...]
    subtotal: Decimal
    discount_total: Decimal
    delivery_fee: Decimal | None
    total: Decimal


def rounded(amount: Decimal, currency: str) -> Decimal:
    """The nearest amount that can be paid; half a unit goes up."""
    unit = SMALLEST.get(currency, CENT)
    return ((amount / unit).quantize(Decimal(1), ROUND_HALF_UP) * unit).quantize(CENT)


def payable(amount: Decimal, currency: str) -> Decimal:
    """What can be sent so that this much is paid: a part payment may have left half a shilling."""
    unit = SMALLEST.get(currency, CENT)
    return max(((amount / unit).quantize(Decimal(1), ROUND_CEILING) * unit).quantize(CENT), NOTHING)


def payable_back(amount: Decimal, currency: str) -> Decimal:
    """The amount that can be sent back of this much."""
    unit = SMALLEST.get(currency, CENT)
    return max(((amount / unit).quantize(Decimal(1), ROUND_FLOOR) * unit).quantize(CENT), NOTHING)


def line_total(unit_price: Decimal, quantity: Decimal, currency: str) -> Decimal:
    return rounded(unit_price * quantity, currency)


def delivery_fee(tariff: Tariff, goods: Decimal, currency: str) -> Decimal:
    """For goods of this value; nothing from where it is free."""
    is_free = tariff.free_from is not None and goods >= tariff.free_from
    return NOTHING if is_free else rounded(tariff.fee, currency)


def totals(
    lines: Sequence[tuple[Decimal, Decimal]],
    discounts: Sequence[Decimal],
    currency: str,
    tariff: Tariff | None = None,
) -> Totals:
    """From (unit price, quantity) of each line and the amount of each discount, in the order they were given."""
    amounts = tuple(line_total(price, quantity, currency) for price, quantity in lines)
    subtotal = sum(amounts, NOTHING)
    taken: list[Decimal] = []
    for discount in discounts:
        left = subtotal - sum(taken, NOTHING)
        taken.append(min(max(rounded(discount, currency), NOTHING), left))
    off = sum(taken, NOTHING)
    fee = delivery_fee(tariff, subtotal - off, currency) if tariff else None
    return Totals(
        lines=amounts, discounts=tuple(taken), subtotal=subtotal, discount_total=off,
        delivery_fee=fee, total=subtotal - off + (fee or NOTHING),
    )  # fmt: skip


def quote(*parts: object) -> str:
    """The hash that a customer's yes is bound to; equal for equal parts."""
    return hashlib.sha256(json.dumps(parts, default=str).encode()).hexdigest()
