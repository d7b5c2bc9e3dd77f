"""What follows from the amounts that stand in a text: a true sum is a fact, beside the amounts that it is made of.

Sums, differences, so many times, per one, shares and percentages. An amount may be taken so many times by a count that
stands in the same order as the amounts do, so that "2 at 2,000 and 3 at 1,000" is 7,000 and not 8,000.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, Literal, NamedTuple

from journeys.check.readings import key
from journeys.language.numbers import spoken
from knowledge.text import fold

CENT, ONE, HUNDRED = Decimal("0.01"), Decimal(1), Decimal(100)
MOST_TERMS: Final = 3
MOST: Final = 6
SHARES: Final = {
    "half": Decimal(2), "nusu": Decimal(2), "third": Decimal(3), "theluthi": Decimal(3),
    "quarter": Decimal(4), "robo": Decimal(4),
}  # fmt: skip
_SHARE: Final = re.compile(rf"\b(?:{'|'.join(SHARES)})\b")
# No hour, date, phone or number of an order.
_NUMBER: Final = re.compile(
    r"(?<![\w:/.,+-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w|[:/]\d)|(?<![\w:/.,+-])\d+(?:\.\d+)?(?!\w|[:/]\d)"
)


Operation = Literal["sum", "difference", "product", "per_unit", "percent"]


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


def readings_of(calculation: Calculation) -> tuple[str, ...]:
    """The values that it makes known."""
    return tuple(key(value) for value in (*calculation.operands, calculation.result))


class Number(NamedTuple):
    """A number where it stands."""

    at: int
    value: Decimal


def derived(text: str, is_amount: Callable[[str], bool]) -> frozenset[str]:
    """The amounts of a text that follow from others in it; `is_amount` knows those that were told."""
    numbers = _numbers(text)
    known = [each for each in numbers if is_amount(key(each.value))][:MOST]
    goals = sorted((each for each in numbers if each not in known), key=lambda each: -each.value)[:MOST]
    counts = [each for each in numbers if _is_count(each.value)][:MOST]
    by = [SHARES[match.group()] for match in _SHARE.finditer(fold(text))]
    found: set[str] = set()
    for goal in goals * 2:  # one may follow from another
        if goal not in known and _follows(goal, known, counts, by):
            known = sorted([*known, goal])
            found.add(key(goal.value))
    return frozenset(found)


def _numbers(text: str) -> list[Number]:
    """All numbers, in digits and in words, in their order."""
    written = [Number(match.start(), Decimal(match.group().replace(",", ""))) for match in _NUMBER.finditer(text)]
    plain = text.lower()
    said = [Number(each.start, each.value) for each in spoken(plain)] if len(plain) == len(text) else []
    return sorted({*written, *said})


def _is_count(value: Decimal) -> bool:
    return value == value.to_integral() and ONE < value <= HUNDRED


def _follows(goal: Number, known: Sequence[Number], counts: Sequence[Number], by: Sequence[Decimal]) -> bool:
    amounts = [each for each in known if each.at != goal.at]
    if any(_is(goal.value, made) for made in _of_one(amounts, counts, by)):
        return True
    if any(goal.value == abs(one.value - other.value) for one in amounts for other in amounts if one.at < other.at):
        return True
    others = [each for each in counts if each.at != goal.at]
    return any(
        goal.value == total * times
        for total, terms, used in _sums(amounts, others)
        for times in (ONE, *(each.value for each in others if each.at not in used))
        if terms > 1 or used or times != ONE
    )


def _of_one(amounts: Sequence[Number], counts: Sequence[Number], by: Sequence[Decimal]) -> Iterator[Decimal]:
    """A share, so much per one, a percentage and what it leaves."""
    for amount in amounts:
        yield from (amount.value / each for each in by)
        for count in counts:
            yield amount.value / count.value
            yield amount.value * count.value / HUNDRED
            yield amount.value * (HUNDRED - count.value) / HUNDRED


def _is(stated: Decimal, made: Decimal) -> bool:
    """To the cent, or to the shilling."""
    return stated in (made.quantize(CENT, ROUND_HALF_UP), made.quantize(ONE, ROUND_HALF_UP))


def _sums(
    amounts: Sequence[Number], counts: Sequence[Number], terms: int = 0
) -> Iterator[tuple[Decimal, int, frozenset[int]]]:
    """Every sum of some of the amounts, each once or so many times, with how many they are and the counts used."""
    if terms:
        yield Decimal(0), 0, frozenset()
    if terms == MOST_TERMS:
        return
    for place, amount in enumerate(amounts):
        for total, count, used in _sums(amounts[place + 1 :], counts, terms + 1):
            yield amount.value + total, count + 1, used
        for at, each in enumerate(counts):
            for total, count, used in _sums(amounts[place + 1 :], counts[at + 1 :], terms + 1):
                yield amount.value * each.value + total, count + 1, used | {each.at}
