"""The facts that a text states: what kind each is, how it reads, and the words it stands in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from journeys.check.reading import patterns
from journeys.check.reading.addresses import NATIONAL, spelled
from journeys.check.reading.clean import clean, link_key
from journeys.check.reading.clock import either_half, hours_in
from journeys.check.reading.readings import (
    clock,
    code_key,
    currency,
    dates,
    key,
    measure,
    numbers,
    percents_in,
    phone_key,
)
from journeys.check.reading.words import UNITS
from journeys.language.numbers import spoken

Kind = Literal["link", "ussd", "phone", "code", "id", "date", "time", "percent", "money", "quantity", "number"]
# Letters beside a value in which its unit or its currency stands.
AROUND = 40
# As a month is reckoned where days are told.
DAYS_OF_A_MONTH = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One stated value; `readings` are the ways to read it, any of which may be the true one."""

    kind: Kind
    text: str
    readings: frozenset[str]
    currency: str = ""
    before: str = ""
    after: str = ""
    said_unit: str = ""
    """What a number in words measures."""
    hours: frozenset[str] = frozenset()
    """The hours of the day that it may be."""

    @property
    def is_bound(self) -> bool:
        """Whether it is a limit, as in "under 5,000"."""
        return bool(patterns.SAYS_BOUND.search(self.before))

    @property
    def is_budget(self) -> bool:
        """Whether a clause begins with it as what somebody has to spend: "for 3,500 there is …"."""
        return bool(patterns.SAYS_BUDGET.search(self.before))

    @property
    def is_choice(self) -> bool:
        """Whether it counts the options of a list, as in "reply 1 or 2" and "4 options"."""
        return bool(patterns.SAYS_CHOICE.search(self.before) or patterns.SAYS_COUNT.match(self.after))

    @property
    def is_payee(self) -> bool:
        """Whether the words before it say that money goes there; a prompt is sent to the customer's own phone."""
        return bool(patterns.PAYS_TO.search(self.before)) and not patterns.ASKS_FOR_PIN.search(self.before)

    @property
    def has_unit(self) -> bool:
        return bool(self.said_unit or patterns.UNIT.search(self.text))

    @property
    def is_a_phrase(self) -> bool:
        """Whether it may be but a way to speak, as "in a day" is: a source is held to it, plain talk is not."""
        is_lasting = patterns.SAYS_IT_LASTS.search(self.before) is not None  # "lasts a full week"
        return bool(self.said_unit) and not is_lasting and self.text.casefold().startswith(("a ", "an ", "the "))

    @property
    def measures(self) -> frozenset[str]:
        """The number with its unit, comparable."""
        unit = self.unit
        found = frozenset(measure(reading, unit) for reading in self.readings) if unit else frozenset[str]()
        if unit == "month":  # "a month's notice" is 30 days'
            found |= {measure(key(Decimal(reading) * DAYS_OF_A_MONTH), "day") for reading in self.readings}
        return found

    @property
    def unit(self) -> str:
        """What it measures, stuck to it or beside it: "2.5GB", "24 hours", "siku 7", "saa 24 siku za kazi"."""
        if self.said_unit or self.kind not in ("number", "quantity"):
            return self.said_unit
        after = patterns.NEXT_WORD.match(self.after)
        names_it_first = after and after.group(1).casefold() in patterns.MEASURES_FIRST and _unit_before(self.before)
        return _unit_in(self.text) or names_it_first or _unit(after) or _unit_before(self.before)

    @property
    def names(self) -> frozenset[str]:
        """The value under the word before it: "Air 270", "size 42"."""
        word = re.search(r"(?<![^\W\d_])([^\W\d_]+)\W*$", self.before)
        return frozenset(f"{word.group(1).casefold()} {reading}" for reading in self.readings) if word else frozenset()

    @property
    def named_after(self) -> frozenset[str]:
        """The value under the word after it: "6 pieces"."""
        word = patterns.NEXT_WORD.match(self.after)
        return frozenset(f"{word.group(1).casefold()} {reading}" for reading in self.readings) if word else frozenset()

    @property
    def says_left(self) -> bool:
        """Whether it tells what is left of a thing."""
        return bool(patterns.OF_STOCK.search(self.before) or patterns.OF_STOCK.search(self.after))

    @property
    def parts(self) -> list[str]:
        """The numbers it may be in truth, when only spaces hold it together: "size 42 500 ml"."""
        return self.text.split() if re.fullmatch(r"\d+(?: \d+)+", self.text) else []


def _unit(word: re.Match[str] | None) -> str:
    return UNITS.get(word.group(1).casefold(), "") if word else ""


def _unit_in(text: str) -> str:
    return _unit(patterns.STUCK_WORD.search(text))


def _unit_before(before: str) -> str:
    """Swahili names the measure first, and so do volumes: "dakika 15", "MB 50"."""
    word = patterns.LAST_WORD.search(before)
    return _unit(word) if word and word.group(1).casefold() in patterns.MEASURES_FIRST else ""


@lru_cache(maxsize=4_000)
def facts_in(text: str) -> tuple[tuple[Fact, ...], int]:
    """Every fact of a text, and how many options the text lists."""
    cleaned = clean(text)
    facts = [Fact(kind="link", text=link, readings=frozenset({link_key(link)})) for link in cleaned.links]
    facts += [Fact(kind="ussd", text=dialled, readings=frozenset({dialled})) for dialled in cleaned.dialled]
    words = cleaned.words
    facts.extend(_spelled(words))
    for read in (_parts_off, _clock, _measured, _spoken):
        for start, end, fact in list(read(words)):
            facts.append(fact)
            words = f"{words[:start]}{' ' * (end - start)}{words[end:]}"
    if any(char.isdigit() for char in words):
        facts.extend(_written(words))
    return tuple(facts), cleaned.options


def _spelled(words: str) -> Iterator[Fact]:
    """Numbers to call or to pay to whose digits stand apart or in words."""
    for text, digits in spelled(words):
        if len(digits) >= NATIONAL:
            yield Fact(kind="phone", text=text, readings=frozenset({digits[-NATIONAL:]}))
        else:
            yield Fact(kind="code", text=text, readings=frozenset({digits}))


def _parts_off(words: str) -> Iterator[tuple[int, int, Fact]]:
    """A part that is taken off is so many percent: "a fifth off"."""
    for match in patterns.PART_OFF.finditer(words):
        yield match.start(), match.end(), Fact(kind="percent", text=match.group(), readings=percents_in(match.group()))


def _clock(words: str) -> Iterator[tuple[int, int, Fact]]:
    for found in hours_in(words):
        text = words[found.start : found.end]
        yield found.start, found.end, Fact(kind="time", text=text, readings=found.readings, hours=found.readings)


def _measured(words: str) -> Iterator[tuple[int, int, Fact]]:
    """Small numbers in words with what they measure: "three months", "siku mbili", "half an hour", "within a week"."""
    for match in patterns.MEASURED.finditer(words):
        if (match["first"] or "").casefold() == "saa" and " " in match["word"]:  # an hour of the day
            continue
        value = patterns.measured(match)
        before, after = _around(words, match.start(), match.end())
        unit = UNITS[(match["unit"] or match["of"] or match["first"] or match["one"] or match["eve"]).casefold()]
        yield match.start(), match.end(), Fact(
            kind="number", text=match.group(), readings=frozenset({key(value)}), before=before, after=after,
            said_unit=unit,
        )  # fmt: skip


def _spoken(words: str) -> Iterator[tuple[int, int, Fact]]:
    for found in spoken(words.lower() if len(words.lower()) == len(words) else words):
        before, after = _around(words, found.start, found.end)
        said = words[found.start : found.end].casefold()
        if (said == "one" and patterns.IS_ONE_OF_THEM.search(before)) or patterns.IS_EACH.search(f"{before}{said}"):
            continue
        beside = patterns.ENDS_IN_MONEY.search(before) or patterns.BEGINS_WITH_MONEY.match(after)
        kind: Kind = "money" if beside or patterns.SAYS_PRICE.search(before) else "number"
        if patterns.SAYS_PERCENT.match(after) or patterns.IS_PERCENT.search(before):
            kind = "percent"
        if found.value > 1 and (patterns.SAYS_LEFT_BEFORE.search(before) or patterns.SAYS_LEFT.match(after)):
            kind = "quantity"
        if found.has_scale or kind != "number" or patterns.SAYS_AGE.search(before):
            money = currency(beside.group()) if beside else ""
            text, readings = words[found.start : found.end], frozenset({key(found.value)})
            fact = Fact(kind=kind, text=text, readings=readings, currency=money, before=before, after=after)
            yield found.start, found.end, fact


def _written(words: str) -> Iterator[Fact]:
    last: Fact | None = None
    end = 0
    for match in patterns.FACT.finditer(words):
        fact = _fact(match, words)
        if last is not None:
            fact = _joined(last, fact, words[end : match.start()])
        yield fact
        last, end = fact, match.end()


def _joined(first: Fact, second: Fact, between: str) -> Fact:
    """In a range (KES 3,000 - 5,000) or list (sizes 41, 42 in stock) a number is what the one before is."""
    # Not of "KES 5,500 and 90 minutes", nor of "KES 1,450 and 1 x the flask".
    is_counted = first.kind == "money" and (second.unit or patterns.COUNTED_AFTER.match(second.after))
    is_other = is_counted or patterns.TIMES_AFTER.match(second.after)
    is_number = second.kind == "number" and not is_other
    if is_number and first.kind in {"money", "percent", "number"} and patterns.JOINS.fullmatch(between):
        return replace(second, kind=first.kind, currency=first.currency, before=first.before)
    if second.kind == "quantity" and first.kind == "number" and patterns.LISTS.fullmatch(between):
        return replace(second, kind="number", before=first.before)
    return second


def _fact(match: re.Match[str], words: str) -> Fact:
    text, before_after = match.group().strip(), _around(words, match.start(), match.end())
    match match.lastgroup:
        case "phone":
            return Fact(kind="phone", text=text, readings=frozenset({phone_key(text)}), before=before_after[0])
        case "code":
            return Fact(kind="code", text=text, readings=frozenset({code_key(text)}), before=before_after[0])
        case "date":
            # "NPK 17-17-17" is the name of something, and no day of any year.
            days = dates(text)
            return (
                Fact(kind="date", text=text, readings=days)
                if days
                else Fact(kind="id", text=text, readings=frozenset({text}))
            )
        case "time":
            return Fact(kind="time", text=text, readings=frozenset({clock(text)}), hours=frozenset({clock(text)}))
        case "percent":
            return Fact(kind="percent", text=text, readings=numbers(text))
        case "money":
            money, (before, after) = currency(text), before_after
            return Fact(kind="money", text=text, readings=numbers(text), currency=money, before=before, after=after)
    before, after = before_after
    kind = _kind_of_number(text, before, after)
    is_hour = text.isdigit() and (patterns.SAYS_HOUR.search(before) or patterns.SAYS_HOUR_AFTER.match(after))
    hours = either_half(int(text)) if is_hour else frozenset[str]()
    return Fact(kind=kind, text=text, readings=numbers(text), before=before, after=after, hours=hours)


def _kind_of_number(text: str, before: str, after: str) -> Kind:
    if (patterns.SAYS_STOCK.match(after) and not patterns.IS_ONE.match(after)) or patterns.SAYS_STOCK_BEFORE.search(
        before
    ):
        return "quantity"
    is_count = before.endswith(": ") and bool(_unit(patterns.NEXT_WORD.match(after)))  # "no code: 4 nights are …"
    says_id = patterns.SAYS_ID_NUMBER.search(before) or (len(text) > 2 and patterns.SAYS_ID.search(before))
    if says_id and not is_count:
        return "id"
    if patterns.SAYS_PRICE.search(before) and not patterns.UNIT.search(text) and not _is_size(after):
        return "number" if patterns.SAYS_COUNT.match(after) else "money"
    return "number"


def _is_size(after: str) -> bool:
    """Whether a measure stands after it that no price is told by: "kwa bei: 20000 mAh ni 2,950"."""
    return _unit(patterns.NEXT_WORD.match(after)) in patterns.SIZES


def _around(words: str, start: int, end: int) -> tuple[str, str]:
    """The words before and after, on the same line."""
    before, after = words[max(0, start - AROUND) : start], words[end : end + AROUND]
    return before.rpartition("\n")[2], after.partition("\n")[0]
