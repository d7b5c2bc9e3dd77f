"""One item on a card: price, what was asked about it, description, options, stock, and its link."""

from collections.abc import Iterator, Sequence
from typing import Final

from journeys import catalog
from journeys.local import asks
from journeys.state import ConversationState
from journeys.wording.money import money, price_range
from journeys.wording.phrases import phrases, say
from journeys.wording.quantity import price_of
from knowledge import lexicon
from tools.catalog.catalog_get_item import CatalogGetItemResult, VariantFacts

# Half a screen of a phone.
LONGEST_DESCRIPTION: Final = 400


def card(item: CatalogGetItemResult, state: ConversationState, *, wanted: dict[str, str], link: str | None) -> str:
    parts = [
        "\n".join([f"*{item.title}*", price_of(item, state), *price_of_each_form(item, state)]),
        of_form(item, state, wanted) if wanted else "",
        beginning(item.description),
        "\n".join(filter(None, [*_attributes(item, state), *_options(item, state), whether_left(item, state)])),
        link or "",
        say("item_hint", state),
    ]
    return "\n\n".join(part for part in parts if part)


def heading(item: CatalogGetItemResult, question: str, state: ConversationState) -> str:
    """Its title and price; where that is asked, the price of each of its forms."""
    forms = price_of_each_form(item, state) if asks.asks_price(question) else ()
    return "\n".join([f"*{item.title}* — {price_of(item, state)}", *forms])


def price_of_each_form(item: CatalogGetItemResult, state: ConversationState, only: Sequence[str] = ()) -> list[str]:
    """A line for each form, or for those alone, where the price hangs on one option: of half board, of a child."""
    name = option_of_price(item)
    told = {each.options[name]: each.price for each in item.form_prices} if name else {}
    return [
        f"• {_marked(name, value, item.variants, state)}: {money(price, item.currency)}"
        for value, price in told.items()
        if not only or value in only
    ]


def option_of_price(item: CatalogGetItemResult) -> str:
    """The one option that the price hangs on; empty where there is none."""
    names = {name for each in item.form_prices for name in each.options}
    return names.pop() if len(names) == 1 else ""


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
    for name in item.options:
        if name != option_of_price(item):  # each of these stands with its price
            yield values_of(name, item, state)


def values_of(name: str, item: CatalogGetItemResult, state: ConversationState) -> str:
    """In what it comes, and of which there is none left."""
    marked = [_marked(name, value, item.variants, state) for value in item.options[name]]
    return f"{label(name, state)}: {', '.join(marked)}"


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
