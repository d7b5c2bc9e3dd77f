"""What follows from the amounts that stand in a text: a true sum is a fact, beside the amounts that it is made of.

Sums, differences, so many times, per one, shares and percentages. An amount may be taken so many times by a count that
stands in the same order as the amounts do, so that "2 at 2,000 and 3 at 1,000" is 7,000 and not 8,000. What stands
beside a text counts with it: the customer's order, the other answers of the same message. Few amounts and counts are
looked at, and all that they can make is made once: a long text takes no longer than a short one.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations, product
from types import MappingProxyType
from typing import Final, NamedTuple

from journeys.check.reading.readings import key
from journeys.language.numbers import spoken
from knowledge.text import fold

CENT, ONE, HUNDRED = Decimal("0.01"), Decimal(1), Decimal(100)
# Of a sum; with more of them any number could be reached.
MOST_TERMS: Final = 3
# Amounts of one text that are tried; it bounds the work.
MOST: Final = 6
# Sums of sums; beyond that any number could be reached.
ROUNDS, MOST_FOUND = 3, 4
SHARES: Final = {
    "half": Decimal(2), "nusu": Decimal(2), "third": Decimal(3), "theluthi": Decimal(3),
    "quarter": Decimal(4), "robo": Decimal(4), "fifth": Decimal(5), "tenth": Decimal(10),
}  # fmt: skip
_SHARE: Final = re.compile(rf"\b(?:{'|'.join(SHARES)})\b")
# "KES 500 a month, so KES 6,000 a year."
_YEAR: Final = re.compile(r"\b(?:(?:a|per|the|whole|one) year|kwa mwaka|mwaka (?:mzima|mmoja))\b", re.IGNORECASE)
_MONTH: Final = re.compile(r"\b(?:(?:a|per|each|every) month|monthly|kwa mwezi|kila mwezi)\b", re.IGNORECASE)
MONTHS: Final = Decimal(12)  # of a year
# No hour, date, phone or number of an order.
_NUMBER: Final = re.compile(
    r"(?<![\w:/.,+-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w|[:/]\d)|(?<![\w:/.,+-])\d+(?:\.\d+)?(?!\w|[:/]\d)"
)


class Number(NamedTuple):
    """A number where it stands."""

    at: int
    value: Decimal


class Made(NamedTuple):
    """A sum, and the amounts and counts that it is made of."""

    value: Decimal
    of: tuple[Number, ...]


# The ways in which an amount follows: each the amounts that it is made of.
Ways = Mapping[str, Sequence[frozenset[str]]]
NO_SUMS: Final[Ways] = MappingProxyType({})


def derived(text: str, is_amount: Callable[[str], bool], beside: str = "") -> Ways:
    """The amounts of a text that follow from others in it, or from those that stand `beside` it in the same message.

    `is_amount` knows those that were told."""
    numbers = _numbers(f"{text}\n{beside}")
    told = _few([each for each in numbers if is_amount(key(each.value))])
    goals = sorted(
        (each for each in numbers if not is_amount(key(each.value))),
        key=lambda each: (each.at > len(text), -each.value),
    )
    counts = [each for each in numbers if _is_count(each.value)][:MOST]
    if year := _YEAR.search(text) if _MONTH.search(text) else None:
        counts = sorted([*counts, Number(year.start(), MONTHS)])
    shares = [SHARES[match.group()] for match in _SHARE.finditer(fold(f"{text}\n{beside}"))]
    found: dict[Number, list[frozenset[str]]] = {}
    totals = {each: ways for each in told if (ways := list(_adds_up(each, told, counts)))}
    for _ in range(ROUNDS if told and goals else 0):
        known = sorted([*told, *found])
        made = _made(known, counts)
        new = {
            goal: ways
            for goal in goals[:MOST]
            if goal not in found and (ways := list(_ways(goal, known, counts, shares, made)))
        }
        if not new:
            break
        found |= dict(list(new.items())[: MOST_FOUND - len(found)])
    return {key(goal.value): ways for goal, ways in {**totals, **found}.items() if goal.at < len(text)}


def _adds_up(total: Number, told: Sequence[Number], counts: Sequence[Number]) -> Iterator[frozenset[str]]:
    """The ways in which an amount that was told itself is others that were: "two at 9,900 are 19,800"."""
    others = [each for each in told if each.value != total.value]
    for made in _made(others, counts).get(total.value, ()):
        if len(made.of) > 1:
            yield frozenset(key(part.value) for part in made.of if part in others)


def _few(told: Sequence[Number]) -> list[Number]:
    """As many as are tried, in their order: an amount that stands again only where there is room."""
    first = {each.value: each for each in reversed(told)}
    return sorted(sorted(told, key=lambda each: first[each.value] != each)[:MOST])


def _numbers(text: str) -> list[Number]:
    """All numbers, in digits and in words, in their order."""
    written = [Number(match.start(), Decimal(match.group().replace(",", ""))) for match in _NUMBER.finditer(text)]
    plain = text.lower()
    said = [Number(each.start, each.value) for each in spoken(plain)] if len(plain) == len(text) else []
    return sorted({*written, *said})


def _is_count(value: Decimal) -> bool:
    return value == value.to_integral() and ONE < value <= HUNDRED


def _ways(
    goal: Number,
    known: Sequence[Number],
    counts: Sequence[Number],
    shares: Sequence[Decimal],
    made: Mapping[Decimal, Sequence[Made]],
) -> Iterator[frozenset[str]]:
    amounts, others = ([each for each in some if each.at != goal.at] for some in (known, counts))
    for amount, part in _of_one(amounts, others, shares):
        if _is(goal.value, part):
            yield frozenset({key(amount.value)})
    for one, other in combinations(amounts, 2):
        if goal.value == abs(one.value - other.value):
            yield frozenset({key(one.value), key(other.value)})
    # "Half of 7 months at 4,299" is a share of so many times.
    for so_many, share in product([Number(-1, ONE), *others], [ONE, *shares]):
        for each in made.get(goal.value * share / so_many.value, ()):
            if goal not in each.of and so_many not in each.of and (len(each.of) > 1 or so_many.value != ONE):
                yield frozenset(key(part.value) for part in each.of if part in amounts)


def _of_one(
    amounts: Sequence[Number], counts: Sequence[Number], shares: Sequence[Decimal]
) -> Iterator[tuple[Number, Decimal]]:
    """A share, so much per one, a percentage and what it leaves."""
    for amount in amounts:
        yield from ((amount, amount.value / each) for each in shares)
        for count in (each for each in counts if each.value != amount.value):
            yield amount, amount.value / count.value
            yield amount, amount.value * count.value / HUNDRED
            yield amount, amount.value * (HUNDRED - count.value) / HUNDRED


def _is(stated: Decimal, made: Decimal) -> bool:
    """To the cent, or to the shilling."""
    if abs(stated - made) >= ONE:
        return False
    return stated in (made.quantize(CENT, ROUND_HALF_UP), made.quantize(ONE, ROUND_HALF_UP))


def _made(amounts: Sequence[Number], counts: Sequence[Number]) -> Mapping[Decimal, Sequence[Made]]:
    """Every sum of some of the amounts, each once or so many times, by its value."""
    found: dict[Decimal, list[Made]] = {}
    last = [(Made(Decimal(0), ()), 0, 0)]
    for _ in range(MOST_TERMS):
        longer = []
        for made, place, after in last:
            for number, amount in enumerate(amounts[place:], place + 1):
                longer.append((Made(made.value + amount.value, (*made.of, amount)), number, after))
                for at, count in enumerate(counts[after:], after + 1):
                    value, of = made.value + amount.value * count.value, (*made.of, amount, count)
                    longer.append((Made(value, of), number, at))
        for made, _place, _after in longer:
            found.setdefault(made.value, []).append(made)
        last = longer
    return found
