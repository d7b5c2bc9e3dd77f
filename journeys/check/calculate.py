"""Sums, differences, products, shares and prices per unit over values that are known: a true sum is a fact."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, Literal

from journeys.check.readings import key

Operation = Literal["sum", "difference", "product", "per_unit", "percent"]
CENT: Final = Decimal("0.01")
HUNDRED: Final = Decimal(100)


class CannotCalculate(ValueError):
    """The operands do not make that calculation possible."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """A result with the operands that it rests on."""

    operation: Operation
    operands: tuple[Decimal, ...]
    result: Decimal


def calculate(operation: Operation, *operands: Decimal) -> Calculation:
    """The result, to the cent; raises CannotCalculate for too few operands and for a division by nothing."""
    if len(operands) < 2 or not all(operand.is_finite() for operand in operands):
        raise CannotCalculate(f"{operation} needs two finite numbers or more.")
    first, second = operands[0], operands[1]
    match operation:
        case "sum":
            result = sum(operands, Decimal(0))
        case "difference":
            result = abs(first - second)
        case "product":
            result = first * second
        case "per_unit" | "percent" if second == 0:
            raise CannotCalculate("Nothing can be divided by nothing.")
        case "per_unit":
            result = first / second
        case "percent":
            result = first * second / HUNDRED
    return Calculation(operation, tuple(operands), result.quantize(CENT, rounding=ROUND_HALF_UP))


def follows(reading: str, stated: Sequence[Decimal], known: Sequence[Decimal]) -> bool:
    """Whether a value is a sum, difference, product or share of values stated beside it."""
    goal = Decimal(reading)
    for place, one in enumerate(stated):
        for other in (*stated[place + 1 :], *known):
            is_whole = other == other.to_integral() and 0 < other <= HUNDRED
            results = {one + other, abs(one - other), one * other if is_whole or one <= HUNDRED else None}
            results.add((one / other).quantize(CENT) if is_whole else None)
            results.add((one * other / HUNDRED).quantize(CENT) if is_whole else None)
            if goal in results:
                return True
    return len(stated) > 2 and goal == sum(stated, Decimal(0))


def readings_of(calculation: Calculation) -> tuple[str, ...]:
    """The values that it makes known."""
    return tuple(key(value) for value in (*calculation.operands, calculation.result))
