"""Whether a message means one item of those that a search found: it asks about it, or buys it, and wants no list."""

import re
from decimal import Decimal
from typing import Final

from journeys import catalog
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import asks, circumstances, named, totals, wants
from journeys.local.contents import asks_what_is_in_it
from journeys.local.purchase import choice
from journeys.local.purchase.attended import BY_THE_HEAD
from journeys.local.wordlists import plain, tokens
from journeys.sales import counted, look
from journeys.sales.buying import put_together
from journeys.sales.commands import Add, AskItem, Line
from journeys.sales.wish import GUESTS
from journeys.state import ConversationState, Pick
from knowledge import lexicon
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem
from tools.catalog.units import Unit

# So few are called by a name; more are a kind.
FEW: Final = 3
# What the commands that it makes take as words.
LONGEST_QUESTION: Final = 300
_GOES_ON: Final = re.compile(r"\W{0,3}(?:and|also|plus|na|pia|halafu|alafu|ongeza|add)\b", re.IGNORECASE)
_TOO: Final = re.compile(r"\b(?:too|as well|also|pia)\b", re.IGNORECASE)
# "We want to take the kids to see elephants" takes nothing yet.
_TAKES: Final = re.compile(
    r"\b(?:take|taking|bring|(?:ku|tu)?(?:peleka|leta)) (?:(?:the|my|our) )?(?P<whom>[a-z]{2,15})\b", re.IGNORECASE
)
# "The 11 litre one" tells which, and not how many.
_WHICH_ONE: Final = re.compile(r"(?P<which>\bthe (?:[^\W_]{1,12} ){1,3}?)one\b", re.IGNORECASE)
# "A one day safari" lasts so long; a "day pass" is called so.
_LASTS: Final = re.compile(
    r"\b(?:an?|one|two|three|four|five|\d)[ -]day\b|\bsiku (?:moja|mbili|tatu|nne|tano|\d)\b", re.IGNORECASE
)
_WHICH_FORMS: Final = re.compile(
    r"\b(?:sizes?|saizi|colou?rs?|rangi) (?:gani|zipi|ipi)\b|\b(?:what|which) (?:sizes?|colou?rs?)\b"
)
_OF_IT: Final = re.compile(
    r"\W{0,3}(?:(?:and|so|but|je)\W{1,2})?(?:(?:does|do|is|are|can|will) (?:the|your|this|that) \w"
    r"|\w{1,20}(?: \w{1,20}){0,4} (?:i|zi|ki)na(?:weza|eza)\b)",
    re.IGNORECASE,
)


def meant_by(
    found: CatalogSearchResult, text: str, state: ConversationState, context: TurnContext, *, is_strange: bool
) -> Done | None:
    """Words that name one item ask about it or buy it, and are no wish to see a list."""
    in_full = [item.item_id for item in found.items if _is_named(item.title, text)]
    is_of_price = asks.asks_price(text) or totals.asks_total(text)
    meant = named.the_one(found, text) or (named.by_its_own_name(found, text) if is_of_price else None)
    is_pointed_at = bool(named.pointed_at(text)) and len(found.items) == 1
    meant = found.items[0] if is_pointed_at else meant
    asks_of_one = is_pointed_at or bool(meant and _OF_IT.match(text) and named.is_said_mostly(meant, found, text))
    if is_strange and not asks_of_one:
        meant = None
    one = in_full[0] if len(in_full) == 1 else meant.item_id if meant and not in_full else None
    item = next((each for each in found.items if each.item_id == one), None)
    is_kind = item is not None and found.total_estimate > FEW and not named.is_said_mostly(item, found, text)
    if is_kind and not in_full and asks.sorts(text):
        return None
    if item is not None:
        words = _uncounted(item, text, context)
        is_buying = bool(state.purchase.cart) or _is_putting_in(state)
        is_added = is_buying and (_GOES_ON.match(text) or _TOO.search(text)) is not None
        if line := _ordered(item, words, is_in_full=bool(in_full), is_added=is_added, is_kind=is_kind):
            return put_together.add(Add(lines=(line,), words=words[:LONGEST_QUESTION]), state, context)
    asks_of_it = is_of_price or asks.asks_measure(text) or asks_of_one or state.understood.intent == "product_question"
    asks_of_it = asks_of_it and (is_of_price or not asks.asks_for_any(text))
    asks_of_it = asks_of_it or asks_what_is_in_it(text) or (asks_which_forms(text) and found.total_estimate <= FEW)
    if is_kind and not in_full and is_of_price:
        return None  # "how much is home internet" asks for the price of each
    if one and (asks_of_it or (in_full and asks.asks(text))):
        asked = AskItem(items=(one,), question=text[:LONGEST_QUESTION])
        return look.ask_item(asked, state, context)
    if in_full and asks.asks(text):
        return look.ask_item(AskItem(items=tuple(in_full[:2]), question=text[:LONGEST_QUESTION]), state, context)
    return None


def asks_which_forms(text: str) -> bool:
    """Whether it asks in which sizes or colours something comes."""
    return _WHICH_FORMS.search(plain(text)) is not None


def _uncounted(item: SearchItem, text: str, context: TurnContext) -> str:
    """The message without numbers that count nothing: which one it is, its price, how many days it takes, how many ride
    in a car or sleep in a room, and for how many people the one pot is that is to be bought.

    Of what is sold by its worth the sum is a form of it: "airtime ya 50"."""
    text = _WHICH_ONE.sub(r"\g<which>", text)
    if item.unit not in (Unit.NIGHT, Unit.DAY) and not {"day", "siku"}.isdisjoint(lexicon.terms(text)):
        text = _LASTS.sub(" ", text)
    forms = {word for values in item.options.values() for value in values for word in tokens(value)}
    sums = {f"{price:.0f}" for price in (item.price_from, item.price_to) if price > choice.FEW}
    prices = "|".join(sorted(sums - forms))
    text = re.sub(rf"(?<![\d.,])(?:{prices})(?![\d.,]\d)", " ", text) if prices else text
    alone = circumstances.without(text, "party")
    if alone == text or GUESTS in item.attributes:
        return alone
    return text if item.unit != Unit.PIECE or catalog.has_guests(context) else alone


def _ordered(item: SearchItem, text: str, *, is_in_full: bool, is_added: bool, is_kind: bool) -> Line | None:
    """The line that a message orders, or adds to a cart: "na sweta kijani saizi 28"; None when it does not order.

    `is_kind` where many are called so: "and running shoes" begins to choose. So does who says what it may cost at
    most, or at least: "I need running shoes in 42 under 6,000"."""
    limits = wants.parse(text)
    if (limits.price_min is None) != (limits.price_max is None):
        return None
    if asks.asks_price(text) and not choice.buys(text):
        return None  # "nipe bei" wants the price
    if _takes_somebody(text) and not is_in_full:
        return None
    said = choice.parse_choice(text, item.options, title=item.title, unit=item.unit)
    is_counted = bool(said.quantity) and (is_in_full or asks.is_brief(text))
    has_form = bool(said.quantity or (said.options and item.unit not in BY_THE_HEAD))  # "take the kids" tells who comes
    has_form = has_form and (asks.wants_it(text) or (is_added and not asks.asks(text)))
    is_one_more = is_added and (_TOO.search(text) is not None or (asks.is_brief(text) and not is_kind))
    has_form = has_form or (is_one_more and not (asks.asks(text) or asks.shows(text) or asks.asks_for_any(text)))
    if not (asks.buys_now(text) or has_form or (is_counted and not asks.asks(text))):
        return None
    is_one = asks.means_one(text) or is_added or counted.is_singular(" ".join(limits.terms), item)
    is_one = is_one and said.quantity is None and not said.is_unclear
    return Line(item=item.item_id, quantity=Decimal(1) if is_one else None)


def _is_putting_in(state: ConversationState) -> bool:
    """Whether an item that was ordered is still asked about."""
    asked = state.controls.asked
    return isinstance(asked, Pick) and asked.of in ("option", "quantity")


def _takes_somebody(text: str) -> bool:
    """Whether whom a thing would be for is named as who is taken somewhere."""
    return any(circumstances.is_somebody(found["whom"].casefold()) for found in _TAKES.finditer(text))


def _is_named(title: str, text: str) -> bool:
    """Whether all words of a title stand in the text; a title of one word proves nothing."""
    own = set(tokens(title))
    return len(own) > 1 and own <= set(tokens(text))
