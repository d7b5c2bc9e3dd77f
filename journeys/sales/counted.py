"""How many of a thing an errand takes, and in which forms."""

import re
from decimal import Decimal
from typing import Final

from journeys.catalog import fetched
from journeys.command import Option
from journeys.context import TurnContext
from journeys.local import circumstances
from journeys.local.purchase import choice, each_form, measured
from journeys.local.purchase.attended import is_attended
from journeys.local.wordlists import plain, spelled_out, tokens
from journeys.reader.errands import Errand
from journeys.sales import several
from journeys.sales.commands import Line
from journeys.sales.items import ID
from journeys.sales.shown import options
from journeys.sales.wish import GUESTS
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.items import CatalogItem
from tools.catalog.units import Unit

_SEVERAL: Final = re.compile(r"(?<!s)s\b|\b(?:zile|hizo|hizi|vile|hivyo|yale|hayo|za|vya)\b", re.IGNORECASE)
_A_MEASURE: Final = re.compile(r"\b\d{3,}\b")
"""So many may be a form: 20000 mAh."""


def of_each_form(told: str, item: str, context: TurnContext) -> tuple[Line, ...]:
    """A line for each form that is counted: "two adults and a child", "black L mbili na moja red M"."""
    found = fetched(item, context) if ID.fullmatch(item) else None
    if found is not None and (parted := several.of_its_forms(told, found)):
        return parted.lines
    name, counts = each_form.counted(told, found.options) if found is not None else ("", {})
    return tuple(
        Line(item=item, options=(Option(name=name, value=value),), quantity=Decimal(count))
        for value, count in counts.items()
    )


def so_many(errand: Errand, item: str, context: TurnContext) -> Decimal | None:
    """How many are taken; for six people one pot is cooked in, and two of us are no two nights."""
    found = fetched(item, context) if ID.fullmatch(item) else None
    if found is not None and found.unit == Unit.NIGHT and (told := measured.parse_measure(errand.text, found.unit)):
        return told.quantity  # whoever comes is no number of nights
    counted = errand.text if found is not None and found.unit == Unit.NIGHT else errand.part("count")
    is_of_people = circumstances.parse(plain(spelled_out(counted))).guests is not None
    return None if is_of_people and found and not _is_by_the_head(found) else count(errand, found)


def _is_by_the_head(item: CatalogGetItemResult) -> bool:
    """Whether each who comes has one of it: a ticket, a massage; no van of six."""
    return is_attended(options.of_item(item), item.attributes) and GUESTS not in item.attributes


def one(item: str, thing: str, context: TurnContext) -> Decimal | None:
    """One of what is named in the singular and sold by the piece: how many nights, or for how many, is asked."""
    found = fetched(item, context) if ID.fullmatch(item) else None
    return Decimal(1) if found is not None and is_singular(thing, found) else None


def is_singular(thing: str, item: CatalogItem) -> bool:
    """Whether one is meant, where no number is said; "the earbuds" of a title that has them so are one pair."""
    own = [word for word in thing.split() if word.casefold() not in tokens(item.title)]
    return item.unit == Unit.PIECE and not _SEVERAL.search(" ".join(own))


def count(errand: Errand, item: CatalogGetItemResult | None = None) -> Decimal | None:
    """The number that is counted: of "kilo mbili pakiti tatu" three, where the item comes in kilos."""
    told = errand.part("count")
    if item is None or not told.strip().isdecimal() or _is_of_a_form(told.strip(), item):
        told = _A_MEASURE.sub(" ", told)
    if not told.strip() or re.search(rf"\d[./,]{re.escape(told)}", errand.text):
        return None  # half of it, in "1/2 kg"
    if item is None:
        return choice.parse_choice(told, {}).quantity
    return choice.parse_choice(told, item.options, title=item.title, unit=item.unit).quantity


def _is_of_a_form(number: str, item: CatalogGetItemResult) -> bool:
    """Whether a form of it has this number: the 20000 of a power bank of "20000 mAh"."""
    return any(number in re.findall(r"\d+", value) for values in item.options.values() for value in values)
