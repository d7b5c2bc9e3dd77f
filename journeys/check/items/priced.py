"""What follows from known prices: a difference, a total, a price per unit, what an offer leaves to pay.

A sentence may state such a value where its own words say which calculation it is, over the items that it names; the
operands need not be written out: "two pairs would be …", "it is … cheaper than …", "per GB that is …".
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations
from typing import Final, NamedTuple

from journeys.check.claims.flags import ItemForm, offers_in
from journeys.check.items import party_prices
from journeys.check.items.counted import MOST, counted
from journeys.check.items.sums import NO_SUMS, Ways, derived
from journeys.check.reading import patterns
from journeys.check.reading.clauses import expanded, sentences
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.readings import key
from journeys.check.reading.words import PRICED, UNITS, either
from journeys.check.theirs.equations import equations
from journeys.check.values import Values
from knowledge import lexicon
from knowledge.text import words
from tools.offers.offers_get_applicable import OfferFacts

# Up to a hundred a rounded value would be another one.
SMALL: Final = Decimal(100)
HALF_TENTH: Final = Decimal("0.05")
CENT: Final = Decimal("0.01")
# A shilling.
ONE: Final = Decimal(1)
IN_SECONDS: Final = {"minute": Decimal(60), "hour": Decimal(3_600), "day": Decimal(86_400)}
# Percent.
HUNDRED: Final = Decimal(100)
MOST_COMPARED: Final = 12  # amounts of a text: it bounds the work
# "KES 15,840 more", "nafuu kwa KES 6,600", "the difference is KES 900".
_MORE_AFTER: Final = re.compile(r"\A ?(?:more|less|extra|cheaper|dearer|zaidi|pungufu|tofauti)\b", re.IGNORECASE)
_BY_SO_MUCH: Final = re.compile(
    rf"\b(?:{either(PRICED['cheaper'])}|{either(PRICED['dearer'])}|differences?|tofauti|saves?(?: you)?|more|less|zaidi"
    r"|inazidi|unaokoa),? (?:(?:by|kwa|for|is|of|ni|ya|comes to) )?(?:about |kama )?$",
    re.IGNORECASE,
)
# Of more items "each" does not tell which.
MOST_ITEMS: Final = 4
_BUDGET: Final = re.compile(rf"\b{either(PRICED['budget'])}\b")
_COMPARES: Final = re.compile(rf"\b{either(PRICED['compares'])}\b")
_EACH: Final = re.compile(rf"\b{either(PRICED['one_of_each'])}\b")
_PER: Final = re.compile(rf"\b{either(PRICED['per'])}\b")
_PER_UNIT: Final = re.compile(r"\b(?:per|a|each|every|one|kwa(?: kila)?|kila) ([a-z]{2,10})\b")
_SAVES: Final = re.compile(rf"\b{either(PRICED['saves'])}\b")


@dataclass(frozen=True, slots=True)
class Priced:
    """An item's prices: all of them, those of its forms by their options, and the measures that it has."""

    title: str
    prices: frozenset[Decimal]
    forms: tuple[ItemForm, ...]
    measures: frozenset["Size"]


class Size(NamedTuple):
    """How much of it there is, and of what."""

    much: Decimal
    unit: str


def values(
    sentence: str,
    named: Sequence[Priced],
    others: Sequence[Priced],
    offers: Sequence[OfferFacts],
    budgets: Iterable[Decimal] = (),
    said: Iterable[str] = (),
) -> set[str]:
    """The readings that follow, over the items that the sentence names, else over all; `others` are not named in it.

    `budgets` are amounts that the customer has named: "KES 250 over your budget"; `said` are their words."""
    plain, items = expanded(sentence), named or others
    found: set[Decimal] = set()
    if _COMPARES.search(plain):
        found |= _differences(items, others)
    if _BUDGET.search(plain):
        found |= {abs(price - each) for each in budgets for item in items for price in item.prices}
    if _PER.search(plain):
        units = {UNITS[word] for word in _PER_UNIT.findall(plain) if word in UNITS}
        meant = ((item, size) for item in items for size in item.measures if not units or size.unit in units)
        each = {price / size.much for item, size in meant for price in item.prices}
        found |= {value.quantize(to, ROUND_HALF_UP) for value in each for to in (CENT, ONE)}
    if (own := offers_in(plain, offers)) or _SAVES.search(plain):
        found |= set(_saved(plain, items, own or offers))
    if _EACH.search(plain) and 1 < len(items) <= MOST_ITEMS:
        found.add(sum((min(item.prices) for item in items), Decimal(0)))
    found |= set(_totals(plain, items)) | set(_of_two(plain, named))
    found |= set(party_prices.of_all(plain, said, [item.forms for item in items]))
    found |= set(party_prices.of_each(plain, said, {price for item in items for price in item.prices}))
    return {key(value) for value in found if value > 0}


def of(title: str, told: Values, forms: tuple[ItemForm, ...]) -> Priced:
    """The prices of its forms, else those that were told of it, and its measures."""
    prices = {price for form in forms for price in form.prices} or map(Decimal, told.by_kind.get("money", ()))
    measures = {size for each in told.by_kind.get("measure", ()) for size in sizes(each)}
    return Priced(title, frozenset(prices), forms, frozenset(each for each in measures if each.much > 0))


def sizes(measure: str) -> Iterator[Size]:
    """How much it is, a time in each of the units that it is paid by."""
    number, _, unit = measure.partition(" ")
    much = Decimal(number)
    yield Size(much, unit)
    if unit == "second":
        yield from (Size(much / each, of) for of, each in IN_SECONDS.items() if much >= each)


def _cents(value: Decimal) -> Decimal:
    return value.quantize(CENT, rounding=ROUND_HALF_UP)


def _differences(items: Sequence[Priced], others: Sequence[Priced]) -> set[Decimal]:
    """Between two items that are named, else between one and the others; and between the forms of one."""
    pairs = list(combinations(items, 2)) if len(items) > 1 else [(item, other) for item in items for other in others]
    across = {abs(one - other) for a, b in pairs for one in a.prices for other in b.prices}
    return across | {abs(one - other) for item in items for one, other in combinations(item.prices, 2)}


def _totals(plain: str, items: Sequence[Priced]) -> Iterator[Decimal]:
    """So many of an item, or so many of one form and so many of another: "two adults and one child"."""
    counts = counted(plain)
    for item in items if counts else ():
        bound = [(count, _prices_of(word, item)) for count, word in counts]
        for count, prices in bound:
            yield from (count * price for price in prices)
        for (first, ones), (second, twos) in combinations(bound, 2):
            yield from (first * one + second * two for one in ones for two in twos)


def _of_two(plain: str, named: Sequence[Priced]) -> Iterator[Decimal]:
    """So many of one item and so many of another, both named: "one Jogger and two Breeze"."""
    if len(named) == 2:
        one, other = named
        counts = {Decimal(1), *(count for count, _ in counted(plain))}
        yield from (a * p + b * q for a in counts for b in counts for p in one.prices for q in other.prices)


def is_multiple(fact: Fact, text: str, measures: Iterable[str]) -> bool:
    """Whether it is so many times a measure that was told, or lies between two: "seven of them give 10.5 GB", of
    1.5 GB each; "six days longer", of a day and a week."""
    if not fact.unit or fact.kind != "number":
        return False
    told = [(Decimal(number), unit) for number, _, unit in (each.partition(" ") for each in measures)]
    if _COMPARES.search(expanded(text)):
        pairs = combinations(told, 2)
        if any(f"{key(abs(a - b))} {of}" in fact.measures for (a, of), (b, other) in pairs if of == other):
            return True
    counts = {count for count, _ in counted(expanded(text)) if count > 1}
    stated = frozenset[str]().union(*(other.measures for other in facts_in(text)[0] if other.text != fact.text))
    return any(
        f"{key(one * count)} {of}" in fact.measures and (of == fact.unit or f"{key(one)} {of}" in stated)
        for one, of in told for count in counts
    )  # fmt: skip


def is_example(fact: Fact, text: str, offers: Sequence[OfferFacts]) -> bool:
    """Whether an offer is reckoned on it: "on an order of KES 4,000 that saves you KES 400"."""
    is_said = patterns.SAYS_EXAMPLE.search(fact.before) or patterns.IS_EXAMPLE.match(fact.after)
    if fact.kind != "money" or not offers or not is_said:
        return False
    beside = (sentence for sentence in sentences(text) if fact.text in sentence)
    return any(other.readings & saved(fact.readings, offers) for sentence in beside for other in facts_in(sentence)[0])


def is_factor(fact: Fact, text: str, prices: Iterable[Decimal]) -> bool:
    """Whether it is but what a price is taken times: "3 \u00d7 KES 22,000", "three days in a row cost KES 297"."""
    if fact.kind != "number" or any(not 0 < Decimal(each) < MOST for each in fact.readings):
        return False
    if patterns.TIMES_AFTER.match(fact.after) or patterns.TIMES_BEFORE.search(fact.before):
        return True  # what comes of it is looked at itself
    if fact.unit not in ("day", "night", "week", "month") and not _is_product(fact, text):
        return False
    amounts = {Decimal(one) for each in facts_in(text)[0] if each.kind == "money" for one in each.readings}
    return any(Decimal(each) * price in amounts for each in fact.readings for price in prices)


def _is_product(fact: Fact, text: str) -> bool:
    """Whether it is two counts of the text, times each other: of 2 rooms for 3 nights, "6 room nights"."""
    counts = [count for count, _ in dict.fromkeys(counted(expanded(text))) if count > 1]
    products = {one * other for one, other in combinations(counts, 2)}
    return any(Decimal(each) in products for each in fact.readings)


def _prices_of(thing: str, item: Priced) -> Iterable[Decimal]:
    """The prices of the forms that what is counted names, "adults"; else all of them."""
    stem = lexicon.stem(thing)
    meant = [form for form in item.forms if any(lexicon.stem(word) == stem for v in form.values for word in words(v))]
    return {price for form in meant for price in form.prices} or item.prices


def saved(readings: Iterable[str], offers: Sequence[OfferFacts]) -> set[str]:
    """What is off and what is left of a price by each offer."""
    return {key(value) for value in _off({Decimal(reading) for reading in readings}, offers)}


def sums(text: str, is_amount: Callable[[str], bool], beside: str, offers: Sequence[OfferFacts]) -> Ways:
    """What follows from the amounts of a text, with what each offer takes off one of them, and leaves of it."""
    written = {
        each.result: [each.of]
        for each in equations(text)
        if each.is_true
        and all(is_amount(one) or Decimal(one) < MOST for one in each.of)
        and any(map(is_amount, each.of))
    }
    plainly = {**written, **derived(text, is_amount, beside)}
    if not offers:
        return plainly
    named = offers_in(f"{text}\n{beside}", offers)  # of the others only those that need no code
    stated = {one for fact in facts_in(text)[0] if fact.kind in ("money", "number") for one in fact.readings}
    off = {
        value: [frozenset({one})]
        for one in stated
        if one in plainly or is_amount(one)
        for value in saved([one], named or [each for each in offers if not each.code]) & stated - {"0", one}
    }
    more = derived(text, lambda each: is_amount(each) or each in off or each in plainly, beside) if off else NO_SUMS
    return {**more, **off, **plainly}


def without_differences(doubtful: Sequence[Fact], facts: Sequence[Fact]) -> list[Fact]:
    """Without what is said to lie between two amounts of a text of which nothing is in doubt: "88,440 and 104,280, so
    KES 15,840 more"."""
    sure = [Decimal(each) for fact in facts if fact.kind == "money" and fact not in doubtful for each in fact.readings]
    apart = {key(abs(one - other)) for one, other in combinations(sure[:MOST_COMPARED], 2)}
    return [fact for fact in doubtful if fact.readings.isdisjoint(apart) or not _is_between(fact)]


def _is_between(fact: Fact) -> bool:
    return fact.kind == "money" and bool(_MORE_AFTER.match(fact.after) or _BY_SO_MUCH.search(fact.before))


def _saved(plain: str, items: Sequence[Priced], offers: Sequence[OfferFacts]) -> Iterator[Decimal]:
    """What an offer takes off a price that the sentence states, and what is left, if the price reaches its minimum."""
    stated = {Decimal(one) for fact in facts_in(plain)[0] if fact.kind == "money" for one in fact.readings}
    yield from _off(stated | {price for item in items for price in item.prices}, offers)


def _off(known: Iterable[Decimal], offers: Sequence[OfferFacts]) -> Iterator[Decimal]:
    known = list(known)
    for offer in offers:
        for price in known:
            if price < (offer.minimum_spend or 0):
                continue
            off = offer.amount if offer.amount is not None else price * (offer.percent or 0) / HUNDRED
            yield from (_cents(off), _cents(price - off))


def is_near(fact: Fact, known: Collection[Decimal]) -> bool:
    """Whether it is said to be near a known amount, and is: "just under 3,500" for 3,499."""
    near = patterns.SAYS_NEAR.search(fact.before) if fact.kind in ("money", "number") else None
    if near is None:
        return False
    most, least = (HALF_TENTH, 0) if near["under"] else (0, HALF_TENTH) if near["over"] else (HALF_TENTH, HALF_TENTH)
    stated = [Decimal(reading) for reading in fact.readings]
    return any(each * (1 - most) <= one <= each * (1 + least) for each in stated for one in known if one > SMALL)
