"""What is known, by kind: read from tool results field by field, and from texts by the facts they state.

What stands inside an item (a product, a line of an order, a variant) is kept with that item as well, so that one
item's price is not taken for another's.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any
from uuid import UUID

from pydantic import BaseModel

from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.readings import clock, code_key, currency, key, measure, percents_in, without_year
from journeys.check.reading.words import FIELDS, UNITS
from journeys.language.numbers import spoken
from knowledge import lexicon
from knowledge.text import words

MONEY, COUNT, PERCENT, IDENTITY, ECHO = (FIELDS[kind] for kind in ("money", "count", "percent", "identity", "echo"))
# A whole number under these names counts things; money is never a whole number type in a tool's result.
COUNTS_WHEN_WHOLE = frozenset({"total", "totals"})
# A titled thing with one of these fields is something that can be bought.
ITEM_FIELDS = frozenset({"item_id", "sku", "price", "price_from", "unit_price"})
# What is counted in the unit that stands beside it: the 2 of two nights is no 2 kg.
COUNTED = frozenset({"quantity", "stock"})
# Five digits in a row are no count: a code, an account, a till.
LARGEST_SAID_BY_THE_WAY = 12  # as "one of", "two-tone", "a dozen"
LONG_ENOUGH_FOR_A_CODE = 5
# A shorter text is a word of a value, and states nothing.
LONG_ENOUGH_TO_STATE = 12
Names = tuple[str, ...]
# An hour as many write it: "our flight lands at 11.20".
_DOTTED = re.compile(
    r"(?<![\d.,])(?:[01]?\d|2[0-3])\.[0-5]\d(?![\d.,]*\d|\s?(?:kg|g|l|ml|gb|mb|mbps|inch|m|cm|%)\b)", re.IGNORECASE
)
SPAN_OF_DAYS = re.compile(
    r"\b(?P<first>\d{1,2})(?:st|nd|rd|th)?\s?(?:-|\u2013|to|till|until|hadi|mpaka)\s?(?:the )?"
    r"(?P<last>\d{1,2}(?:st|nd|rd|th)?\s(?:of )?[a-z]{3,9})",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Values:
    """Known values, ready to compare. What a result repeats of the question goes to `echoes`."""

    by_kind: dict[str, set[str]] = field(default_factory=dict)
    currencies: set[str] = field(default_factory=set)
    echoes: list[tuple[Any, Names]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """The sentences that results hold: descriptions, passages, conditions of offers."""
    words: list[str] = field(default_factory=list)
    """Single words and names that results hold."""
    items: dict[str, "Values"] = field(default_factory=dict)
    """What is known of each item, by its title."""
    attributes: dict[str, str] = field(default_factory=dict)
    """What an item is, by the name of the attribute: {"gender": "women"}."""
    loose: "Values | None" = None
    """What stands in no item; only at the top."""

    def holds(self, readings: Iterable[str], *kinds: str) -> bool:
        """Whether one of the readings is known as one of these kinds."""
        return any(not self.by_kind.get(kind, set()).isdisjoint(readings) for kind in kinds)

    def add(self, kind: str, *readings: str) -> None:
        """Keep a value."""
        self.by_kind.setdefault(kind, set()).update(readings)

    def read(self, value: Any, names: Names = ()) -> None:
        """Keep whatever a value holds; `names` are the words of the field it stands in."""
        if not ECHO.isdisjoint(names):
            self.echoes.append((value, tuple(name for name in names if name not in ECHO)))
            return
        match value:
            # What is usual first: whether something is a model or a mapping is asked of Python code.
            case str():
                self._read_string(value, names)
            case None | int() | float() | Decimal():
                self._read_plain(value, names)
            case list() | tuple() | set() | frozenset():
                for part in value:
                    self.read(part, names)
            case dict():
                self._read_item(value, value, names)
            case BaseModel():
                self._read_item(value, {name: getattr(value, name) for name in type(value).model_fields}, names)
            case Mapping():
                self._read_item(value, value, names)
            case _:
                self._read_plain(value, names)

    def _read_item(self, value: Any, fields: Mapping[Any, Any], names: Names) -> None:
        title = fields.get("title")
        if self.loose is None or not isinstance(title, str) or not ITEM_FIELDS.intersection(fields):
            self._read_fields(value, fields, names)
            return
        own = self.items.setdefault(title, Values())
        own._read_fields(value, fields, names)
        self.merge(own)

    def _read_fields(self, value: Any, fields: Mapping[Any, Any], names: Names) -> None:
        if isinstance(value, BaseModel):
            unit = (str(fields["unit"]),) if "unit" in fields else ()
            for name, part in fields.items():
                self.read(part, (*_words(name), *unit) if name in COUNTED else _words(name))
        else:
            self._read_mapping(fields, names)

    def merge(self, other: "Values") -> None:
        """Keep what another knows as well."""
        for kind, readings in other.by_kind.items():
            self.by_kind.setdefault(kind, set()).update(readings)
        self.currencies |= other.currencies
        self.words += other.words
        self.texts += [text for text in other.texts if text not in self.texts]

    def _read_plain(self, value: Any, names: Names) -> None:
        match value:
            case int() | float() | Decimal() if not isinstance(value, bool):
                self._read_number(Decimal(str(value)), names, is_whole=isinstance(value, int))
            case datetime():
                self.read_text(f"{value:%Y-%m-%d %H:%M}")
            case date():
                self.read_text(value.isoformat())
            case UUID():
                self.add("code", code_key(str(value)))

    def read_text(self, text: str) -> None:
        """Keep what a text states."""
        (self.texts if len(text) >= LONG_ENOUGH_TO_STATE and " " in text.strip() else self.words).append(text)
        if self.loose is not None:
            self.loose.read_text(text)
        self.merge(_stated_in(text))

    def _read_fact(self, fact: Fact) -> None:
        self.add(fact.kind, *fact.readings)
        self.add("named", *fact.names)
        if fact.unit:
            self.add("measure", *fact.measures)
        elif fact.kind == "number":
            self.add("bare", *fact.readings)
        if fact.currency:
            self.currencies.add(fact.currency)
        if fact.kind == "date":
            self.add("date", *map(without_year, fact.readings))
        if fact.kind in {"quantity", "id"}:
            self.add("number", *fact.readings)
        if fact.kind == "number" and fact.text.isdigit() and len(fact.text) >= LONG_ENOUGH_FOR_A_CODE:
            self.add("code", fact.text)

    def _read_mapping(self, value: Mapping[Any, Any], names: Names) -> None:
        """A mapping's own name speaks for its plain values: totals = {"KES": …}."""
        for name, part in value.items():
            own = _words(str(name))
            self.words.append(" ".join(own))
            if any(map(str.isdigit, str(name))):
                self.read_text(str(name))
            if isinstance(part, str) and "attributes" in names:
                self.attributes[" ".join(own)] = part
                if not any(map(str.isdigit, part)):
                    self.texts.append(f"{' '.join(own)} {part}")
            is_money = MONEY.intersection(names) and isinstance(part, str | Decimal) and not COUNT.intersection(own)
            self.read(part, (*own, "amount") if is_money else own)

    def _read_string(self, text: str, names: Names) -> None:
        if "currency" in names:
            self.currencies.add(currency(text) or text.casefold())
        if IDENTITY.intersection(names):
            self.add("code", code_key(text))
        if re.fullmatch(r"-?\d+(?:\.\d+)?", text):
            self._read_number(Decimal(text), names, is_whole=False)
        elif "id" not in names:
            self.read_text(text)

    def _read_number(self, value: Decimal, names: Names, *, is_whole: bool) -> None:
        if self.loose is not None:
            self.loose._read_number(value, names, is_whole=is_whole)
        reading = key(abs(value))
        money = MONEY - COUNTS_WHEN_WHOLE if is_whole else MONEY
        if PERCENT.intersection(names):
            self.add("percent", reading)
        elif money.intersection(names) and not COUNT.intersection(names):
            self.add("money", reading)
            if "total" in names:
                self.add("total", reading)
        elif "id" not in names:
            self._add_count(reading, names)
        if IDENTITY.intersection(names):
            self.add("code", reading)

    def _add_count(self, reading: str, names: Names) -> None:
        self.add("number", reading)
        self.add("named", *(f"{name} {reading}" for name in names))
        unit = next((UNITS[name] for name in names if name in UNITS), "")
        self.add("measure", measure(reading, unit)) if unit else self.add("bare", reading)
        if COUNT.intersection(names) or COUNTS_WHEN_WHOLE.intersection(names):
            self.add("quantity", reading)


def known(values: Iterable[Any], echoes: Iterable[tuple[Any, Names]] = ()) -> Values:
    """What all of these hold; a bare Decimal is money."""
    found = Values(loose=Values())
    for value, names in [
        *((value, ("amount",) if isinstance(value, Decimal) else ()) for value in values),
        *echoes,
    ]:
        found.read(value, names)
    return found


@lru_cache(maxsize=2_000)
def _words(name: str) -> Names:
    return tuple(re.findall(r"[a-z]+", name.casefold()))


@lru_cache(maxsize=2_000)
def _stated_in(text: str) -> Values:
    """What a text states, once for all who read it, and changed by none of them."""
    stated = Values()
    if parts := percents_in(text):
        stated.add("percent", *parts)
    stated.add("number", *_said_in_words(text))
    for fact in facts_in(text)[0]:
        stated._read_fact(fact)
    return stated


def _said_in_words(text: str) -> tuple[str, ...]:
    return tuple(key(each.value) for each in spoken(text.lower()) if each.value > LARGEST_SAID_BY_THE_WAY)


def with_words(values: Values, said: Iterable[Any]) -> Values:
    """The numbers that were said in words are theirs in digits too: "three nights" is 3; and so are the days of a date,
    both of "from 5 to 8 January".
    """
    for text in said:
        if isinstance(text, str):
            values.add("number", *(key(each.value) for each in spoken(text.lower())))
            values.add("time", *(clock(found.replace(".", ":")) for found in _DOTTED.findall(text)))
            values.add("time", *(hour for fact in facts_in(text)[0] for hour in fact.hours))  # "at 3"
            _add_span(values, text)
    values.add("number", *(day.rpartition("/")[2] for day in values.by_kind.get("date", ())))
    return values


def _add_span(values: Values, text: str) -> None:
    """A span of days: the day that it begins, of the month at its end, and for how many nights it is."""
    for span in SPAN_OF_DAYS.finditer(text):
        for reading in (each for fact in facts_in(span["last"])[0] if fact.kind == "date" for each in fact.readings):
            month, _, last = reading.rpartition("/")
            values.add("date", f"{month}/{int(span['first'])}")
            values.add("number", str(max(int(last) - int(span["first"]), 0)))


def words_of(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield from (lexicon.concept(word) or word for word in words(value))
