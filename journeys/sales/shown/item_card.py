"""One item on a card: price, what was asked about it, description, options, stock, and its link."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from journeys import catalog
from journeys.local import asks, circumstances
from journeys.local.purchase import choice
from journeys.local.purchase.attended import is_attended
from journeys.local.purchase.numbers import words
from journeys.local.wordlists import plain
from journeys.sales.about_shown import MOST_PIECES
from journeys.sales.shown import options
from journeys.sales.wish import GUESTS
from journeys.state import ConversationState
from journeys.wording.money import price_range
from journeys.wording.phrases import phrases, say
from journeys.wording.quantity import price_of, so_many
from knowledge import lexicon
from tools.catalog.catalog_get_item import CatalogGetItemResult, VariantFacts
from tools.catalog.units import Unit

# Half a screen of a phone.
LONGEST_DESCRIPTION: Final = 400
# "How much for two", of what nobody shares, is two of it; "for two people" tells who uses it.
_FOR_SO_MANY: Final = re.compile(
    rf"\b(?:for|kwa) (?=(?:\d{{1,2}}|{'|'.join(sorted(words(), key=len, reverse=True))})"
    r"\b(?! (?:people|persons?|of us|guests|users?|adults?|kids|children|watu|wasee|months?|weeks?|days?|years?)\b))",
    re.IGNORECASE,
)


def card(item: CatalogGetItemResult, state: ConversationState, *, wanted: dict[str, str], link: str | None) -> str:
    parts = [
        "\n".join([f"*{item.title}*", price_of(item, state)]),
        of_form(item, state, wanted) if wanted else "",
        beginning(item.description),
        "\n".join(filter(None, [*_attributes(item, state), *_options(item, state), whether_left(item, state)])),
        link or "",
        say("item_hint", state),
    ]
    return "\n\n".join(part for part in parts if part)


def whether_left(item: CatalogGetItemResult, state: ConversationState) -> str:
    """Whether there is one left; nothing where they have the last one in their cart."""
    is_theirs = not item.in_stock and catalog.is_in_cart(item.item_id, state)
    return "" if is_theirs else say("in_stock" if item.in_stock else "sold_out_now", state)


def of_form(item: CatalogGetItemResult, state: ConversationState, wanted: dict[str, str]) -> str:
    """Whether there is one as they asked: this size, that colour."""
    said = ", ".join(wanted.values())
    fitting = [variant for variant in item.variants if _fits(variant, wanted)]
    if not fitting:
        return say("variant_unknown", state, wanted=said)
    theirs = {line.sku for line in state.purchase.cart}
    if not any(variant.in_stock or variant.sku in theirs for variant in fitting):
        return say("variant_sold_out", state, wanted=said)
    prices = [variant.price for variant in fitting if variant.in_stock or variant.sku in theirs]
    price = price_range(min(prices), max(prices), item.currency)
    return say("variant_in_stock", state, wanted=said, price=price)


def _fits(variant: VariantFacts, wanted: dict[str, str]) -> bool:
    return all(_is_same(variant.options.get(name, ""), value) for name, value in wanted.items())


def _is_same(value: str, wanted: str) -> bool:
    """As written, or in meaning: sky blue is blue."""
    return value.casefold() == wanted.casefold() or lexicon.concept(value) == wanted


def _attributes(item: CatalogGetItemResult, state: ConversationState) -> Iterator[str]:
    """What the catalog tells beside the options: material, validity, volume."""
    for name, value in item.attributes.items():
        if name not in item.options:
            yield f"{label(name, state)}: {value}"


def label(name: str, state: ConversationState) -> str:
    """An attribute's or option's name as a customer reads it."""
    known = f"label_{name}"
    return say(known, state) if known in phrases() else name.replace("_", " ").capitalize()


def in_stock(item: CatalogGetItemResult) -> dict[str, list[str]]:
    """Each option's values of which there is one left."""
    left = [variant.options for variant in item.variants if variant.in_stock]
    return {
        name: [value for value in values if any(options.get(name) == value for options in left)]
        for name, values in item.options.items()
    }


def _options(item: CatalogGetItemResult, state: ConversationState) -> Iterator[str]:
    for name, values in item.options.items():
        marked = [_marked(name, value, item.variants, state) for value in values]
        yield f"{label(name, state)}: {', '.join(marked)}"


def _marked(name: str, value: str, variants: Sequence[VariantFacts], state: ConversationState) -> str:
    theirs = {line.sku for line in state.purchase.cart}
    own = (variant for variant in variants if variant.options.get(name) == value)
    is_left = any(variant.in_stock or variant.sku in theirs for variant in own)
    return value if is_left else f"{value} ({say('sold_out', state)})"


def beginning(description: str) -> str:
    """Whole sentences only: a fact is never cut in half."""
    if len(description) <= LONGEST_DESCRIPTION:
        return description.strip()
    end = max(description.rfind(mark, 0, LONGEST_DESCRIPTION) for mark in (". ", "! ", "? ", ".\n"))
    return description[: end + 1].strip()


def cost_of_so_many(item: CatalogGetItemResult, question: str, wanted: dict[str, str], state: ConversationState) -> str:
    """What as many as they say cost together; from the cheapest form to the dearest where they have named none."""
    counted = asks.without_price(question)
    if not is_attended(options.of_item(item)):
        counted = (
            _FOR_SO_MANY.sub(" ", counted) if item.unit == Unit.PIECE and GUESTS not in item.attributes else counted
        )
        counted = circumstances.without(plain(counted), "party", "couple")  # a line is not had by each who uses it
    said = choice.parse_choice(counted, item.options, title=item.title, unit=item.unit)
    if said.quantity is None or not 1 < said.quantity <= MOST_PIECES:
        return ""
    if item.unit == Unit.PIECE and said.quantity <= _capacity(item):  # a room for two is had by two once
        return ""
    chosen = state.purchase.choosing
    form = (dict(chosen.options) if chosen and chosen.item_id == item.item_id else {}) | wanted
    prices = {each.price for each in item.variants if form.items() <= each.options.items()}
    if not prices:
        return ""
    low, high = min(prices), max(prices)
    each, whole = (price_range(low * count, high * count, item.currency) for count in (1, said.quantity))
    return f"{so_many(said.quantity, item.unit, state)} \u00d7 {each} = {whole}"


def _capacity(item: CatalogGetItemResult) -> int:
    """How many use it together; 0 where that is not told."""
    told = item.attributes.get(GUESTS, "")
    return int(told) if told.isdecimal() else 0
