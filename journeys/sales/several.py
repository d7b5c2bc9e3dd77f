"""Several things ordered in one message: "2 kg of sugar and one flour", "two adults and one child" of one pass."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from journeys.command import Command, Option
from journeys.context import TurnContext
from journeys.language.units import forms
from journeys.local import asks, comparisons, named, wants
from journeys.local.purchase import ages, choice
from journeys.local.purchase.measured import without_measures
from journeys.local.wordlists import tokens
from journeys.sales.commands import LONGEST_WORDS, Add, Compare, Line, Search
from journeys.state import ShownItem
from knowledge import lexicon
from tools.catalog.units import Unit

# A shopping list of more is a person's, or a model's.
MOST_PARTS: Final = 5
# A thing's name, not a text.
LONGEST: Final = 200
FORMS: Final = frozenset({"s", "m", "l", "xs", "xl", "xxl", "2xl", "3xl", "small", "medium", "large", "size", "saizi"})
_PARTS = re.compile(r"[,;&+\n](?!\d)|\b(?:and also|n also|and|plus|pamoja na|na pia|na|n)\b", re.IGNORECASE)
# "Two packs of diapers and ...": who begins with a number orders.
_COUNTED = re.compile(
    r"\W{0,3}(?:\d{1,2}|an?|one|two|three|four|five|six|moja|mbili|tatu|nne|tano) (?=[a-z]{3})", re.IGNORECASE
)
_OR = re.compile(r"\b(?:or|ama|au|vs\.?|versus)\b", re.IGNORECASE)
# What stands before the first of two names, or behind the second: "which is better, ...", "... ipi ni nzuri".
_LAST_CLAUSE = re.compile(r"\A.*,|,.*\Z|\b(?:which|ipi|gani) .*\Z", re.IGNORECASE)


def ordered(text: str, context: TurnContext) -> tuple[Command, ...]:
    """What is plainly one item goes into the cart, the rest is looked for; of what is only priced, all are shown.

    Nothing where only one thing is spoken of."""
    parts = _with_their_forms([part.strip() for part in _PARTS.split(text) if part.strip()])
    if not 2 <= len(parts) <= MOST_PARTS or not all(lexicon.things(_things(part)) for part in parts):
        return ()
    is_priced, is_sought = asks.asks_price(text), asks.asks_for_any(text) or asks.shows(text)
    is_ordered = asks.buys_now(text) or asks.wants_it(text) or _COUNTED.match(text) is not None
    if not (is_priced or is_sought) and (asks.asks(text) or not is_ordered):
        return ()
    if _is_one_of_all(parts, text, context):
        return ()
    lines: list[Line] = []
    sought: list[Search] = []
    found_of: list[Search] = []
    for part in parts:
        search, line = _read(part, lines, context)
        found_of.append(search)
        if line is None:
            sought.append(search)
        elif line not in lines:
            lines.append(line)
    if is_sought:
        return tuple(found_of)
    if is_priced:
        priced = tuple(line.item for line in lines)
        return (Compare(items=priced, question=text[:LONGEST]),) if not sought else tuple(found_of)
    return (*((Add(lines=tuple(lines)),) if lines else ()), *sought)


def _read(part: str, lines: Sequence[Line], context: TurnContext) -> tuple[Search, Line | None]:
    """The search for what a part names, and the line where that is plainly one item; one of `lines` where it is only
    named once more, in other words."""
    query = " ".join(word for word in without_measures(_things(part)).split() if word not in forms())[:LONGEST]
    found = context.call("catalog_search", query=query).result
    item = named.the_one(found, part) if found else None
    if item is None:
        return Search(queries=(query,)), None
    said = choice.parse_choice(part, item.options, title=item.title, unit=item.unit)
    same = next((line for line in lines if line.item == item.item_id), None)
    if same is not None and not (said.quantity or said.options):
        return Search(queries=(query,)), same
    line = Line(item=item.item_id, options=_options(said), quantity=said.quantity or Decimal(1))
    return Search(queries=(query,)), line


def with_the_shown(text: str, item: ShownItem | None, context: TurnContext) -> tuple[Command, ...]:
    """So many of the one item in sight, and other things beside it: "two packs, and wipes"."""
    first, *others = [part.strip() for part in _PARTS.split(text) if part.strip()] or [""]
    if item is None or not 1 <= len(others) < MOST_PARTS or asks.asks(text):
        return ()
    said = choice.parse_choice(first, item.options, title=item.title, unit=item.unit)
    is_counted = said.quantity is not None and not (said.rest or said.unknown)
    if not is_counted or not all(lexicon.things(_things(part)) for part in others):
        return ()
    lines, sought = [Line(item=item.item_id, options=_options(said), quantity=said.quantity)], list[Search]()
    for part in others:
        search, line = _read(part, lines, context)
        if line is None:
            sought.append(search)
        elif line not in lines:
            lines.append(line)
    return Add(lines=tuple(lines)), *sought


def _is_one_of_all(parts: Sequence[str], text: str, context: TurnContext) -> bool:
    """Whether one item is called by all parts together: "day pass na lunch" is the Day Pass with Lunch."""
    found = context.call("catalog_search", query=_things(text)[:LONGEST]).result
    titles = (lexicon.things(item.title) for item in found.items) if found else ()
    return any(all(title & lexicon.things(_things(part)) for part in parts) for title in titles)


def beside(text: str, context: TurnContext) -> tuple[Command, ...]:
    """Things of two kinds set beside each other: the two items themselves, or what there is of both.

    "Which is better for camping, a torch or a lantern?"; nothing where either side names no thing of its own."""
    parts = [_LAST_CLAUSE.sub("", part).strip() for part in _OR.split(text)]
    named_in = [lexicon.things(_things(part)) for part in parts]
    if len(parts) != 2 or not all(named_in) or named_in[0] & named_in[1] or asks.has_limits(text):
        return ()
    queries = [_things(part)[:LONGEST] for part in parts]
    if comparisons.compares(text):
        found = [context.call("catalog_search", query=query).result for query in queries]
        items = [named.the_one(one, part) if one else None for one, part in zip(found, parts, strict=True)]
        if all(items) and len({item.item_id for item in items if item}) == len(parts):
            return (Compare(items=tuple(item.item_id for item in items if item), question=text[:LONGEST_WORDS]),)
    return tuple(Search(queries=(query,)) for query in queries)


def _with_their_forms(parts: Sequence[str]) -> list[str]:
    """A size or a colour that stands alone after a comma belongs to the thing before it: "3 T-shirts, L"."""
    joined: list[str] = []
    for part in parts:
        if joined and all(_is_form(word) for word in tokens(part)):
            joined[-1] = f"{joined[-1]} {part}"
        else:
            joined.append(part)
    return joined


def _is_form(word: str) -> bool:
    meaning = lexicon.concept(word)
    return word in FORMS or word.isdecimal() or (meaning is not None and lexicon.kind(meaning) == "colour")


def of_one_item(text: str, item_id: str, options: choice.Options, unit: str = Unit.PIECE) -> Add | None:
    """Forms of the same item, each with its number; None where only one is told."""
    parts = [part.strip() for part in _PARTS.split(ages.without_ages(text, options)) if part.strip()]
    if not 2 <= len(parts) <= MOST_PARTS:
        return None
    told = [choice.parse_choice(part, options, unit=unit) for part in parts]
    is_whole = all(said.options and said.quantity and not (said.rest or said.unknown) for said in told)
    if not is_whole or len({tuple(sorted(said.options.items())) for said in told}) < len(told):
        return None
    return Add(lines=tuple(Line(item=item_id, options=_options(said), quantity=said.quantity) for said in told))


def _things(part: str) -> str:
    return " ".join(wants.parse(part).terms)


def _options(said: choice.UnderstoodChoice) -> tuple[Option, ...]:
    return tuple(Option(name=name, value=value) for name, value in said.options.items())
