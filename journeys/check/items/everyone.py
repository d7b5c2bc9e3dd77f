"""Whether what is said of all that was told is so of each: "both come in red", "the cheapest per GB"."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.reading.clauses import Clause, clauses
from journeys.check.reading.facts import facts_in
from journeys.check.reading.mentions import Mention
from journeys.check.reading.words import COLOURS, PRICED, UNITS, either

_ALL: Final = re.compile(
    r"\b(?:all|every|each|both|zote|vyote|yote|wote)\b(?! (?:the |of the )?(?:sizes?|colou?rs?|saizi|rangi|options?))"
)
_OPTIONS: Final = re.compile(r"\b(?:sizes?|colou?rs?|saizi|rangi) (?:zote|yote)\b|\b(?:are )?(?:all )?there\b")
# "All the red ones" are some.
_OF_SOME: Final = re.compile(
    rf"\b{either(COLOURS)} (?:ones?|pairs?|shoes|rooms?)\b|\bin {either(COLOURS)} (?:are|is|cost)\b"
)
# No size: "both are open until 18:00".
_CLOCK: Final = re.compile(r"\b\d{1,2}:\d{2}\b")
_CHEAPEST: Final = re.compile(
    rf"\b(?:{either(PRICED['cheaper'])}|be(?:st|tter) (?:value|deal)|most (?:[a-z]{{2,12}} )?for (?:the|your) money)\b"
)
_THAN: Final = re.compile(r"\b(?:than|kuliko)\b")
_OF_TWO: Final = frozenset(
    {"cheaper", "better value", "better deal", "less expensive", "more affordable", "nafuu", "bei ya chini"}
)
_PER: Final = re.compile(r"\b(?:per|a|each|every|for (?:each|every)|kwa(?: kila)?) (?P<unit>[a-z]{2,9})\b")
# Megabytes of a gigabyte, as networks count them.
THOUSAND: Final = Decimal(1000)
# What a data bundle gives for the money.
_VOLUME: Final = "gigabyte"
# Of one thing nothing can be said of all.
PAIR: Final = 2


def wrong(text: str, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Each thing said of all items, or of one against all others, that is not so, and an item that it is not so of."""
    if len(evidence.titles) < PAIR:
        return
    for clause in clauses(text):
        if not clause.asks:
            of = _spoken_of(text, evidence)
            yield from _options(clause, of, evidence)
            yield from _measures(clause, of, evidence)
            yield from _per_unit(clause, text, evidence)


def _spoken_of(text: str, evidence: Evidence) -> Collection[str]:
    """The items that a text names and what stands beside it does; all that were told of where these name none."""
    named = {title for said in (text, evidence.beside) for part in evidence.named_in(said) for title in part.titles}
    return named or evidence.titles


def _options(clause: Clause, of: Collection[str], evidence: Evidence) -> Iterator[tuple[str, str]]:
    """A colour or size that "all" are said to come in, and one does not."""
    said = _ALL.search(clause.text)
    if said is None or clause.denies(said.start()) or _OPTIONS.search(clause.text):
        return
    if evidence.named_in(clause.text):
        return
    for value in Mention(_OF_SOME.sub(" ", _CLOCK.sub(" ", clause.text[said.end() :])), ()).options():
        for title in of:
            if (own := evidence.options[title]) and value not in own:
                yield value, title
                break


def _measures(clause: Clause, of: Collection[str], evidence: Evidence) -> Iterator[tuple[str, str]]:
    """A measure that "all" are said to have, and one has another: "all four last a week"."""
    said = _ALL.search(clause.text)
    is_of_two = said is not None and said.group() == "both" and len(evidence.titles) > PAIR
    if said is None or is_of_two or clause.denies(said.start()) or evidence.named_in(clause.text):
        return
    for fact in facts_in(clause.text[said.end() :])[0]:
        units = {measure.partition(" ")[2] for measure in fact.measures}
        for title in of:
            own = evidence.told.items[title].by_kind.get("measure", set())
            if own.isdisjoint(fact.measures) and any(measure.partition(" ")[2] in units for measure in own):
                yield fact.text, title
                return


def _per_unit(clause: Clause, text: str, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """An item that is said to be the cheapest per unit of a measure, and is not.

    "Cheaper" compares with the others that the text names, or else the customer."""
    said, per = _CHEAPEST.search(clause.text), _PER.search(clause.text)
    unit = UNITS.get(per["unit"]) if per else _VOLUME if said and "money" in said.group() else None
    if said is None or unit is None or _denies(clause, evidence):
        return
    head, *rest = _THAN.split(clause.text, maxsplit=1)
    named = {title for part in evidence.named_in(head) for title in part.titles}
    against = {title for part in evidence.named_in(" ".join(rest)) for title in part.titles}
    prices = _prices_per(unit, evidence)
    if len(named) != 1 or not named <= prices.keys():
        return
    title = named.pop()
    beside = against or (_beside(title, text, evidence) if said.group() in _OF_TWO else frozenset())
    if any(prices[other] < prices[title] for other in beside or prices if other in prices):
        yield said.group(), title


def _denies(clause: Clause, evidence: Evidence) -> bool:
    """Whether it denies that something is cheapest; "No-Expiry" is a name."""
    text = clause.text
    for title in evidence.titles:
        text = text.replace(title.casefold(), "it")
    said = _CHEAPEST.search(text)
    return said is not None and replace(clause, text=text).denies(said.start())


def _beside(title: str, text: str, evidence: Evidence) -> frozenset[str]:
    """The other items that a text names; where it names none, those that the customer names."""
    for said in (text, *evidence.said.texts):
        named = {each for part in evidence.named_in(said) for each in part.titles}
        if others := named - {title}:
            return frozenset(others)
    return frozenset()


def _prices_per(unit: str, evidence: Evidence) -> Mapping[str, Decimal]:
    """What each item costs per unit, of those that tell one measure of it."""
    found: dict[str, Decimal] = {}
    for title, item in evidence.prices.items():
        told = evidence.told.items[title].by_kind
        # "Minutes: 60" is what it has of them, whatever it lasts.
        own = {Decimal(number) for word, _, number in map(_parted, told.get("named", ())) if UNITS.get(word) == unit}
        sizes = {size for each in told.get("measure", ()) for size in _size(each, unit)} or own
        if len(sizes) == 1 and (size := sizes.pop()) > 0:
            found[title] = min(item.prices) / size
    return found


def _parted(named: str) -> tuple[str, str, str]:
    return named.partition(" ")


def _size(measure: str, unit: str) -> Iterator[Decimal]:
    number, _, own = measure.partition(" ")
    if own == unit:
        yield Decimal(number)
    elif {own, unit} == {"megabyte", "gigabyte"}:
        yield Decimal(number) / THOUSAND if own == "megabyte" else Decimal(number) * THOUSAND
