"""The catalog as any journey asks it: the items that a question may be about, as a model is told of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import zip_longest
from typing import Any, Final

from journeys import tenant
from journeys.context import TurnContext
from journeys.local import asks
from journeys.local.wordlists import tokens
from journeys.state import ConversationState
from journeys.wording.money import money, price_range
from knowledge import lexicon
from knowledge.search.terms.glossary import is_abroad
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.catalog_search import CatalogSearchArgs, CatalogSearchResult
from tools.catalog.units import Unit
from tools.offers.offers_get_applicable import OfferFacts, OffersGetApplicableResult
from tools.offers.selectors import InPassing

# A question is about one of the nearest three or none.
MOST_ITEMS: Final = 3
MOST_NAMED: Final = 2  # whose cards fit beside passages
FEWEST_PRICES: Final = 2  # that are told apart
MOST_SEARCHES: Final = 2  # of the question and of the surest other words for it: each costs
# Of a name: "Seafood Grill Night" is asked for as "the seafood night".
SURELY: Final = 0.6
HALF: Final = 0.5  # where it stands in the cart or in the list they look at
FEWEST_WORDS: Final = 2  # one word of several may be of anything
SHORTEST_WORD: Final = 3  # a shorter one joins others
_OF_NAMES: Final = frozenset({"with", "and", "for", "the", "mbps", "bundle"})
# What the tool takes as a query.
LONGEST: Final = 300
# What is used in another country is sold under this name, and what is for a call to it under the other.
ABROAD, CALLS_ABROAD = "roaming", "calls abroad"
_CALLS: Final = re.compile(
    r"\b(?:call(?:s|ing)?|phon(?:e|ing)|ring(?:ing)?|minutes?|mins|dakika|kupiga|\w{2,8}pigi[ae]|napiga|nipige)\b",
    re.IGNORECASE,
)
# Who is there, or will be, calls from there.
_IS_THERE: Final = re.compile(
    r"\b(?:from|while|when|am in|i'm in|im in|going|travel\w{0,6}|visit\w{0,4}|trip|using|calls in"
    r"|(?:ni|tu)(?:kiwa|ko)|na?enda|nikienda|tunaenda|kwenda|nasafiri|tukienda|safari|kutoka)\b",
    re.IGNORECASE,
)
_COMES_HERE: Final = re.compile(
    r"\b(?:(?:coming|comes|visiting|arriving|flying|travell?ing|kam|anakam|anakuja|wanakuja|akitoka|anatoka|kutoka) "
    r"(?:in |over |home |hapa )?(?:from|kutoka)|anatoka|wanatoka|tourists?|watalii|mtalii|visitors?)\b",
    re.IGNORECASE,
)
# Its shelves are told with whatever is found; one item is the fewest.
_WHOLE_SHOP: Final = {"limit": 1}


def fetched(item_id: str, context: TurnContext) -> CatalogGetItemResult | None:
    """The item now, from this turn's own earlier look where there was one."""
    for call in reversed(context.trace.tool_calls):
        if isinstance(call.answer, CatalogGetItemResult) and call.answer.item_id == item_id:
            return call.answer
    result: CatalogGetItemResult | None = context.call("catalog_get_item", item_id=item_id).result
    return result


def about(question: str, context: TurnContext, others: Sequence[str] = ()) -> list[CatalogGetItemResult]:
    """The best few items for a question that the library alone may not answer; `others` are other words for it.

    One of each search in turn: a question in Swahili may find little of what its English words find."""
    lists = []
    for words in dict.fromkeys((*others, question)):
        found = context.call("catalog_search", query=words[:LONGEST], limit=MOST_ITEMS).result
        lists.append(found.items if found is not None else [])
    in_turns = (each.item_id for some in zip_longest(*lists) for each in some if each is not None)
    near = [*dict.fromkeys(in_turns)][:MOST_ITEMS]
    return [item for each in near if (item := fetched(each, context)) is not None]


def named(texts: Sequence[str], state: ConversationState, context: TurnContext) -> list[CatalogGetItemResult]:
    """The items that a question bears the name of, whose price and hours no page may tell: of what is in the cart or
    was shown half of a name is enough. `texts` are the question and other words for it."""
    said = frozenset(lexicon.stem(word) for text in texts for word in tokens(text))
    said |= frozenset().union(*map(lexicon.things, texts))
    near = {line.item_id: line.title for line in state.purchase.cart}
    near |= {each.item_id: each.title for each in state.sales.last_catalog_results}
    meant = {each: _named_by(said, title) >= HALF for each, title in near.items()}
    for words in [*dict.fromkeys(filter(None, reversed(texts)))][:MOST_SEARCHES]:
        found = context.call("catalog_search", query=words[:LONGEST], limit=MOST_ITEMS).result
        for each in found.items if found is not None else ():
            is_named = meant.get(each.item_id, False) or _named_by(said, each.title) >= SURELY
            meant[each.item_id] = is_named or _is_alone(found)
    items = (fetched(each, context) for each, is_named in meant.items() if is_named)
    return [item for item in items if item is not None][:MOST_NAMED]


def _is_alone(found: CatalogSearchResult) -> bool:
    """Whether only one thing has all that is said."""
    return found.confidence == "strong" and found.total_estimate == 1 and not found.unmatched_words


def _named_by(said: frozenset[str], title: str) -> float:
    """How much of a name is said, or meant by other words; one word of several may be of anything."""
    words = [word for word in tokens(title) if word.isalpha() and len(word) >= SHORTEST_WORD and word not in _OF_NAMES]
    known = [word for word in words if lexicon.stem(word) in said or not said.isdisjoint(lexicon.things(word))]
    return len(known) / len(words) if len(known) >= min(FEWEST_WORDS, len(words)) and words else 0.0


def offers_told(context: TurnContext) -> list[OfferFacts] | None:
    """The offers as this turn was last told of them; None before it was."""
    told = [call.answer for call in context.trace.tool_calls if isinstance(call.answer, OffersGetApplicableResult)]
    return told[-1].offers if told else None


def find_offers(context: TurnContext) -> None:
    """Has the offers that run told, once in a turn: what things come to hangs on them, whether they are asked about."""
    if offers_told(context) is None and "offers" not in tenant.tenant_of(context).journeys_off:
        context.call("offers_get_applicable")


def offers_running(context: TurnContext) -> Sequence[InPassing]:
    """A few offers that run, to know which one a message means; no fact to answer with, which a tool's result is."""
    return () if "offers" in tenant.tenant_of(context).journeys_off else context.offers()


def offers_as_sources(context: TurnContext) -> Iterator[tuple[str, str]]:
    """The offers told in this turn, each as a passage under its name."""
    for offer in offers_told(context) or ():
        code = f"The code {offer.code}: {offer.description}" if offer.code else ""
        yield "\n".join(filter(None, (offer.description, code))), offer.name


def is_in_cart(item_id: str, state: ConversationState) -> bool:
    """Whether it is in their own cart: the last one, set aside for them, is not sold out to them."""
    return any(line.item_id == item_id for line in state.purchase.cart)


def beside_cart(item: CatalogGetItemResult, state: ConversationState) -> CatalogGetItemResult:
    """The item with what is left of each form for them to take beside what stands in their cart."""
    theirs = {line.sku: line.quantity for line in state.purchase.cart}
    held, none = state.purchase.set_aside, Decimal(0)
    left = {
        each.sku: max(none, each.stock + held.get(each.sku, none) - theirs.get(each.sku, none))
        for each in item.variants
    }
    variants = [
        variant.model_copy(update={"stock": left[variant.sku], "in_stock": left[variant.sku] > 0})
        for variant in item.variants
    ]
    return item.model_copy(update={"variants": variants, "in_stock": any(left.values())})


def labels(item: CatalogGetItemResult, chosen: Mapping[str, str], option: str) -> dict[str, str]:
    """The values of an option that are left beside what is chosen, as they are offered: with their prices, where one
    costs more than another."""
    prices: dict[str, Decimal] = {}
    for variant in item.variants:
        value = variant.options.get(option)
        is_left = variant.in_stock and all(variant.options.get(name) == each for name, each in chosen.items())
        if value is not None and is_left:
            prices[value] = min(variant.price, prices.get(value, variant.price))
    if len(set(prices.values())) < FEWEST_PRICES:
        return {value: value for value in prices}
    return {value: f"{value} {money(price, item.currency)}" for value, price in prices.items()}


def for_the_model(item: CatalogGetItemResult, state: ConversationState) -> dict[str, Any]:
    """Data in the user's message: what the catalog says, and which of its forms there are, each with its price."""
    theirs = {line.sku for line in state.purchase.cart}
    forms: dict[str, list[str]] = {"in_stock": [], "sold_out": [], "in_their_cart": []}
    for variant in item.variants:
        kind = "in_stock" if variant.in_stock else "in_their_cart" if variant.sku in theirs else "sold_out"
        name = ", ".join(variant.options.values()) or item.title
        forms[kind].append(f"{name}: {money(variant.price, variant.currency)}")
    return {
        **item.model_dump(mode="json", include={"title", "category", "brand", "attributes", "description"}),
        "price": price_range(item.price_from, item.price_to, item.currency),
        **({"price_is_for": f"one {item.unit}"} if item.unit != Unit.PIECE else {}),
        **{kind: told for kind, told in forms.items() if told or kind != "in_their_cart"},
    }


def as_source(item: CatalogGetItemResult) -> tuple[str, str]:
    """What the catalog says of it, a line a fact, as a passage under its title."""
    lines = [item.description, *(f"{name.replace('_', ' ')}: {value}" for name, value in item.attributes.items())]
    lines += [
        f"{item.title} {' '.join(each.options.values())}: {each.currency} {each.price.normalize():f}"
        for each in item.variants
    ]
    return "\n".join(line for line in lines if line), item.title


def kind_of(text: str, context: TurnContext) -> str:
    """Of what kind a thing is that is named: a wider name of it, or its shelf, such as "Appliances"; empty where it
    stands on none or on several."""
    if not (things := lexicon.things(text)):
        return ""
    if wider := " ".join(filter(None, map(lexicon.broader, sorted(things)))):
        return wider
    found = context.call("catalog_search", query=" ".join(sorted(things))[:LONGEST]).result
    shelves = {item.category for item in found.items} if found is not None else set()
    return (shelves.pop() or "").rpartition(" > ")[2] if len(shelves) == 1 else ""


def has_guests(context: TurnContext) -> bool:
    """Whether the shelves hold stays, tables or trips: who asks such a business for something is its guest."""
    return any(lexicon.kind(meaning) == "hospitality" for path in _paths(context) for meaning in lexicon.concepts(path))


def is_of_goods(text: str, context: TurnContext) -> bool:
    """Whether goods are asked for at a business without guests: what stands on no shelf there is told by no page."""
    return (asks.shops(text) or asks.asks_to_have(text)) and not has_guests(context)


def is_had_abroad(text: str, context: TurnContext) -> bool:
    """Whether another country is spoken of, and something on the shelves is for that."""
    if not any(map(is_abroad, tokens(text))) or _COMES_HERE.search(text):
        return False
    found = context.call("catalog_search", query=for_abroad(text, context)[0]).result
    return found is not None and found.confidence == "strong"


def for_abroad(text: str, context: TurnContext) -> tuple[str, str]:
    """What is sought on the shelves for another country, and the one item there that names it, if one does: what is
    used there, or for who calls there from here what is for that."""
    countries = {word for word in tokens(text) if is_abroad(word)}
    is_call = _CALLS.search(text) and not _IS_THERE.search(text)
    ways = (CALLS_ABROAD, ABROAD) if is_call else (ABROAD,)
    for way in ways:
        found = context.call("catalog_search", query=way).result
        items = found.items if found is not None and found.confidence == "strong" else []
        named = [item.item_id for item in items if countries & set(tokens(item.description))]
        if named:
            return way, named[0] if len(named) == 1 else ""
    return ways[0], ""


def shelves(context: TurnContext) -> list[str]:
    """The largest parts of the shop, by the widest names of them."""
    return list(dict.fromkeys(path.partition(" > ")[0] for path in _paths(context)))


def _paths(context: TurnContext) -> list[str]:
    found = _looked_round(context) or context.call("catalog_search", **_WHOLE_SHOP).result
    return [category.path for category in found.categories] if found is not None else []


def _looked_round(context: TurnContext) -> CatalogSearchResult | None:
    """What this turn has found already of the whole shop."""
    asked = CatalogSearchArgs(**_WHOLE_SHOP).model_dump(mode="json")
    calls = (call for call in context.trace.tool_calls if call.tool == "catalog_search" and call.arguments == asked)
    return next((call.result for call in calls), None)


def titled(title: str, context: TurnContext) -> CatalogSearchResult | None:
    """What a search finds of an item by its title, with nothing beside it; None where there is none, any more."""
    found: CatalogSearchResult | None = context.call("catalog_search", query=title).result
    items = [item for item in found.items if item.title == title] if found is not None else []
    return found.model_copy(update={"items": items, "total_estimate": len(items)}) if found and items else None
