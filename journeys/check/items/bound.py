"""Whether a price is that of the form it is told of: the price of "half board" is not that of "full board".

A sentence that names a form must give a price of it. Where it names as many forms as prices, they belong together in
their order; where it names none, the form is the one that the customer asked about.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from typing import Final, NamedTuple

from journeys.check.claims.flags import ItemForm
from journeys.check.reading.clauses import sentences
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.mentions import named_in
from journeys.local.purchase.ages import without_years
from knowledge import lexicon

_SAYS_SIZE: Final = frozenset({"size", "sizes", "saizi", "namba", "number", "no"})
_JOINS: Final = frozenset({"and", "na"})
_INSTEAD: Final = ("not", "than", "instead of", "rather than", "si", "sio", "kuliko", "badala ya", "against")
_POINTS: Final = re.compile(r"\W{0,9}(?:it|its|that|this|they|ni|hiyo|hii|inagharimu|iko)\b", re.IGNORECASE)
_AS_MUCH: Final = re.compile(r"\b(?:same (?:price )?as|as much as|sawa na|sawasawa na|kama ya)\b", re.IGNORECASE)
# "KES 2,100 for a child", "a ticket for adults".
_FOR_WHOM: Final = re.compile(r"\W{0,3}(?:(?:each|apiece|(?:a|per|kwa) \w{2,10}) )?(?:for|per|kwa|ya)\b", re.IGNORECASE)
_COMES_TO: Final = re.compile(
    r"(?:\b(?:is|are|it is|that is|makes?|comes? to|ni|inakuwa)|=)\W*(?:KES|Ksh)?\W*$", re.IGNORECASE
)
Value = tuple[str, str]


class Stated(NamedTuple):
    """A sentence, or the part of one that speaks of an item, with the prices of its forms that it gives."""

    text: str
    title: str
    prices: tuple[tuple[str, Decimal], ...]


def wrong(text: str, shelf: Sequence[ItemForm], asked: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Each price that is not of the form it is said of: as it is written, the item, and the form."""
    forms = {title: [form for form in shelf if form.title == title] for title in {form.title for form in shelf}}
    several = {title: own for title, own in forms.items() if len({price for form in own for price in form.prices}) > 1}
    if not several:
        return
    before: list[Value] = []
    for stated in _stated(text, tuple(forms), several):
        own = several[stated.title]
        values = _mentioned(stated.text, own, stated.title)
        if not values and len(stated.prices) == 1:
            if not _mentioned(text, own, stated.title):
                values = _of_one_form(value for each in asked for value in _mentioned(each, own, stated.title))
            elif _POINTS.match(stated.text):
                values = _of_one_form(before)
        before = values
        if (unfit := _beside_their_forms(stated, own)) is not None:
            yield from ((written, stated.title, value) for written, (_, value) in unfit[:1])
            continue
        of_each = _of_each(stated, values) if _AS_MUCH.search(stated.text) else [values]
        for price, value in (each for one in of_each for each in _unfit(stated.prices, one, own)):
            yield price, stated.title, value


def _of_each(stated: Stated, values: Sequence[Value]) -> list[list[Value]]:
    """Where one shall pay as much as another, the price is that of both: "the child pays the same as an adult"."""
    several = [name for name, _ in values]
    twice = [value for value in values if several.count(value[0]) > 1]
    rest = [value for value in values if value not in twice]
    return [[*rest, value] for value in twice] if len(stated.prices) == 1 and twice else [list(values)]


def _stated(text: str, titles: tuple[str, ...], several: Mapping[str, Sequence[ItemForm]]) -> Iterator[Stated]:
    """What each sentence gives as prices of an item; of an item alone the whole sentence, which may count its forms."""
    last = ""
    for sentence in sentences(text):
        parts = named_in(sentence, titles)
        named = list(dict.fromkeys(title for part in parts for title in part.titles))
        if len(named) < 2:
            last = named[0] if named else last or (titles[0] if len(titles) == 1 else "")
            found = [(sentence, last or _only_one_with(sentence, several))]
        else:
            found = [(part.text, part.titles[0]) for part in parts if len(part.titles) == 1]
            last = found[-1][1] if found else last
        for said, title in found:
            if title in several and (prices := tuple(_prices(said, several[title]))):
                yield Stated(said, title, prices)


def _only_one_with(sentence: str, several: Mapping[str, Sequence[ItemForm]]) -> str:
    """The item that alone has the prices of a sentence, where none is named: "the child pays KES 9,500"."""
    titles = [title for title, own in several.items() if any(_prices(sentence, own))]
    return titles[0] if len(titles) == 1 else ""


def _prices(text: str, forms: Sequence[ItemForm]) -> Iterator[tuple[str, Decimal]]:
    """The amounts that are prices of some form; a limit, and what it is not, are none."""
    known = {price for form in forms for price in form.prices}
    sums = set(_multiples(text, known))
    for fact in facts_in(text)[0]:
        if fact.kind not in ("money", "number") or fact.is_bound or _is_denied(fact):
            continue
        if {*map(Decimal, fact.readings)} & sums and _COMES_TO.search(fact.before):
            continue  # 2 at KES 2,100 are as much as one at KES 4,200
        if price := next((price for price in map(Decimal, fact.readings) if price in known), None):
            yield fact.text, price


def _multiples(text: str, known: Collection[Decimal]) -> Iterator[Decimal]:
    """What so many at a price come to, where both are told: "2 children at KES 2,100"."""
    facts = [fact for fact in facts_in(text)[0] if fact.kind in ("money", "number", "quantity")]
    counts = [fact for fact in facts if not (fact.currency or fact.unit) and "," not in fact.text]
    for counted, priced in product(counts, facts):
        if text.find(counted.text) < text.find(priced.text):
            counted_by = (count for count in map(Decimal, counted.readings) if count > 1)
            yield from (n * price for n in counted_by for price in map(Decimal, priced.readings) if price in known)


def _is_denied(fact: Fact) -> bool:
    return fact.before.casefold().rstrip().endswith(_INSTEAD)


def _beside_their_forms(stated: Stated, forms: Sequence[ItemForm]) -> list[tuple[str, Value]] | None:
    """Where a form is named more than once, the prices that are not of the form beside them: of that before them, in
    "a child is one from 4 to 12: 3 adults at KES 4,200, the child KES 2,100"; of that behind them, in "KES 2,100 for a
    child". None where each is named once."""
    named = [value for _, value in _named_in(stated.text, forms, stated.title)]
    if len(named) == len(set(named)):
        return None
    wrong: list[tuple[str, Value]] = []
    at = 0
    for written, price in stated.prices:
        at = stated.text.index(written, at)
        rest = stated.text[at + len(written) :]
        before = [value for _, value in _named_in(stated.text[:at], forms, stated.title)]
        behind = [value for _, value in _named_in(rest, forms, stated.title)] if _FOR_WHOM.match(rest) else []
        of = (behind[:1] or before[-1:] or named[:1])[0]
        wrong += [] if _has(forms, dict([of]), price) else [(written, of)]
        at += len(written)
    return wrong


def _mentioned(text: str, forms: Sequence[ItemForm], title: str) -> list[Value]:
    """The values of options that a text names, each once, in their order."""
    values = {(name, value) for form in forms for name, values in form.options.items() for value in values}
    named = (value for _, value in _named_in(text, forms, title))
    return list(dict.fromkeys([*named, *measured(text, values, title)]))


def _named_in(text: str, forms: Sequence[ItemForm], title: str) -> list[tuple[int, Value]]:
    """Where each value of an option is named, by its words: a number only as a size."""
    said = [_meaning(term) for term in lexicon.terms(text.replace(title, " ")) if term not in _JOINS]
    taken, found = [False] * len(said), list[tuple[int, Value]]()
    values = {(name, value) for form in forms for name, values in form.options.items() for value in values}
    for name, value in sorted(values, key=lambda each: (-len(each[1]), each)):
        # A child is named without its ages: "child 4-12".
        wanted = [_meaning(term) for term in lexicon.terms(without_years(value)) if term not in _JOINS]
        for at in range(len(said) - len(wanted) + 1):
            is_free = not any(taken[at : at + len(wanted)])
            if not is_free or said[at : at + len(wanted)] != wanted:
                continue
            if value.isdecimal() and not (at and said[at - 1] in _SAYS_SIZE):
                continue
            taken[at : at + len(wanted)] = [True] * len(wanted)
            found.append((at, (name, value)))
    return sorted(found)


def measured(text: str, values: Iterable[Value], title: str) -> Iterator[Value]:
    """The values that a text names in another unit or word, in its order: "lita 4" of "4 L", "lisaa moja" of "60
    minutes"."""
    own = {each: facts[0].measures for each in sorted(values) if len(facts := facts_in(each[1])[0]) == 1}
    for fact in facts_in(text)[0]:
        if fact.kind == "number" and fact.text not in title:
            yield from (each for each, measures in own.items() if measures & fact.measures)


def _meaning(word: str) -> str:
    return lexicon.concept(word) or lexicon.stem(word)


def _of_one_form(values: Iterable[Value]) -> list[Value]:
    """What was asked or said before, where it is one form: a question about two of them is answered with either."""
    values = set(values)
    return sorted(values) if len({name for name, _ in values}) == len(values) else []


def _unfit(
    prices: Sequence[tuple[str, Decimal]], values: Sequence[Value], forms: Sequence[ItemForm]
) -> Iterator[tuple[str, str]]:
    """The prices that no form with the values beside them has."""
    counted = {name: [value for other, value in values if other == name] for name, _ in values}
    many = {name: named for name, named in counted.items() if len(named) > 1}
    one = {name: named[0] for name, named in counted.items() if len(named) == 1}
    if not values:
        return
    if len(many) == 1 and len(prices) == len(next(iter(many.values()))):
        (name, named), *_ = many.items()
        for (written, price), value in zip(prices, named, strict=True):
            if not _has(forms, {**one, name: value}, price):
                yield written, value
        return
    each = [{**one, name: value} for name, named in many.items() for value in named] or [one]
    fitting = [(written, any(_has(forms, wanted, price) for wanted in each)) for written, price in prices]
    if not any(fits for _, fits in fitting) or (len(prices) < len(each) and not all(fits for _, fits in fitting)):
        yield next(written for written, fits in fitting if not fits), ", ".join(value for _, value in values)


def _has(forms: Sequence[ItemForm], wanted: Mapping[str, str], price: Decimal) -> bool:
    """Whether a form with these values is told to have this price; of a range over several forms nothing is known."""
    fitting = [form for form in forms if all(value in form.options.get(name, ()) for name, value in wanted.items())]
    known = [form for form in fitting if len(set(form.prices)) == 1]
    return any(price in form.prices for form in known)
