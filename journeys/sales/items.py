"""Which item is meant: by its id or SKU, its place in a list that was shown, or its title as somebody says it."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from journeys.catalog import fetched
from journeys.context import TurnContext
from journeys.local import named, numbered, replies
from journeys.local.wordlists import tokens
from journeys.state import ConversationState
from knowledge import lexicon
from knowledge.text import fold
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem

PLACE: Final = re.compile(r"(?<!\W)\W*+(?:(?:no\.?|number|namba)\s*)?(\d{1,2})\W*", re.IGNORECASE)
FIGURE: Final = re.compile(r"\d+(?:[.,]\d+)?")
ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
_PERIODS: Final = {
    "day": frozenset({"daily", "day", "siku", "24hr"}),
    "week": frozenset({"weekly", "week", "wiki"}),
    "month": frozenset({"monthly", "month", "mwezi"}),
}
_LASTS: Final = {
    "day": re.compile(r"\b(?:24 hours|1 day|(?:a|one) day|daily)\b", re.IGNORECASE),
    "week": re.compile(r"\b(?:7 days|(?:a|one) week|weekly)\b", re.IGNORECASE),
    "month": re.compile(r"\b(?:30 days|(?:a|one) month|monthly)\b", re.IGNORECASE),
}
IN_HAND: Final = frozenset(
    {"", "it", "this", "that", "this one", "that one", "hii", "hiyo", "opened", "the opened item"}
)


def item_of(reference: str, state: ConversationState, context: TurnContext) -> CatalogGetItemResult | None:
    """The item as it stands now; None when nothing fits the reference well enough to act on it."""
    item_id = _found_now(reference, context) or known_id(reference, state)
    if item_id is None:
        item_id = _sought(reference, context)
    elif not _says_all(_title_of(item_id, state), said := _name_in(reference)):
        # "SMS pack" is no bundle with SMS in it, where there is an SMS pack.
        item_id = _titled(said, reference, context) or item_id
    return None if item_id is None else fetched(item_id, context)


def _name_in(reference: str) -> frozenset[str]:
    """The telling words of a name; none where it is an id, a place in a list or what is in hand."""
    said = fold(reference).strip()
    if said in IN_HAND or PLACE.fullmatch(said) or ID.fullmatch(said):
        return frozenset()
    return frozenset(word for word in tokens(reference) if not lexicon.is_stop_word(word))


def _says_all(title: str, said: frozenset[str]) -> bool:
    return said <= set(tokens(title))


def _title_of(item_id: str, state: ConversationState) -> str:
    shown = {item.item_id: item.title for item in state.sales.earlier_catalog_results}
    shown |= {item.item_id: item.title for item in state.sales.last_catalog_results}
    return shown.get(item_id, "")


def _titled(said: frozenset[str], reference: str, context: TurnContext) -> str | None:
    """The only item of the catalog whose title says all of the name."""
    found = context.call("catalog_search", query=reference[:300]).result
    meant = [item.item_id for item in found.items if _says_all(item.title, said)] if found is not None else []
    return meant[0] if len(meant) == 1 else None


def items_of(references: Sequence[str], state: ConversationState, context: TurnContext) -> list[CatalogGetItemResult]:
    """The items that these name, each once, in their order.

    Of two names for what is looked at or held the shorter one means another that bears it: "day pass" beside "day pass
    with lunch"."""
    found = dict[int, CatalogGetItemResult]()
    for at in sorted(range(len(references)), key=lambda at: -len(tokens(references[at]))):
        item = item_of(references[at], state, context)
        taken = {each.item_id for each in found.values()}
        if taken and (item is None or item.item_id in taken):
            item = _another_called(references[at], taken, context)
        if item is not None:
            found[at] = item
    return [found[at] for at in sorted(found)]


def _another_called(reference: str, taken: Collection[str], context: TurnContext) -> CatalogGetItemResult | None:
    said = _name_in(reference)
    found = context.call("catalog_search", query=reference[:300]).result if said else None
    others = [item for item in found.items if item.item_id not in taken] if found is not None else []
    called = [item for item in others if _says_all(item.title, said)]
    if not called and found is not None and found.confidence == "strong" and len(others) == 1:
        called = others  # a Kabambe by another name, beside the one that is taken
    return fetched(called[0].item_id, context) if called else None


def _found_now(reference: str, context: TurnContext) -> str | None:
    """The id of an item that a search of this very turn found, before any list has shown it."""
    searches = [call.answer for call in context.trace.tool_calls if isinstance(call.answer, CatalogSearchResult)]
    return reference if any(item.item_id == reference for found in searches for item in found.items) else None


def known_id(reference: str, state: ConversationState) -> str | None:
    """The id of an item that this conversation has seen; the latest list goes before the one before."""
    said = fold(reference).strip()
    if said in IN_HAND:
        return in_hand(state)
    lists = (state.sales.last_catalog_results, state.sales.earlier_catalog_results)
    if place := PLACE.fullmatch(said):
        return _placed(int(place[1]), lists[0])
    ids = {item.item_id for shown in lists for item in shown}
    ids |= set(state.sales.selected_item_ids) | {line.item_id for line in state.purchase.cart}
    ids |= {str(line.get("item")) for line in state.purchase.waiting}
    ids |= {state.purchase.choosing.item_id} if state.purchase.choosing else set()
    if reference.strip() in ids:
        return reference.strip()
    for shown in lists:
        titles = [item.title for item in shown]
        at = replies.pick_name(reference, titles)
        if at is not None and not _is_of_another_figure(reference, titles[at]):
            return shown[at].item_id
    # What is in the cart is no answer to another name that shares a word with it.
    named = set(tokens(reference))
    held = {line.item_id for line in state.purchase.cart if named and named <= set(tokens(line.title))}
    return held.pop() if len(held) == 1 else None


def _is_of_another_figure(reference: str, title: str) -> bool:
    """Whether both tell a figure and none is the same: the 32-inch TV is not the 43-inch one."""
    said, told = (set(FIGURE.findall(fold(each))) for each in (reference, title))
    return bool(said and told) and said.isdisjoint(told)


def in_hand(state: ConversationState) -> str | None:
    """The item that is being put together, else the one opened, else the only one shown."""
    if state.purchase.choosing is not None:
        return state.purchase.choosing.item_id
    if state.sales.selected_item_ids:
        return state.sales.selected_item_ids[-1]
    shown = state.sales.last_catalog_results
    return shown[0].item_id if len(shown) == 1 else _named(state)


def _named(state: ConversationState) -> str | None:
    """The one of those shown that was asked for by its name: "Kito Kabambe", beside another Kito; "Garden Room" with
    half board, beside other rooms with it. What all such things are called is no name: "home internet"."""
    query = state.sales.last_catalog_query or ""
    asked = set(tokens(query)) if len(lexicon.terms(query)) > 1 else set()
    titles = {item.item_id: set(tokens(item.title)) for item in state.sales.last_catalog_results}
    named = [item for item, title in titles.items() if asked <= title or (len(title) > 1 and title <= asked)]
    return named[0] if len(asked) > 1 and len(named) == 1 else None


def _placed(place: int, shown: Sequence[object]) -> str | None:
    return getattr(shown[place - 1], "item_id", None) if 1 <= place <= len(shown) else None


def _sought(reference: str, context: TurnContext) -> str | None:
    """An item that was not shown yet, by its title: the only hit, or the one whose title says all of the words.

    With a number that it has not, "400 minutes bundle" of a combo, what that number names is meant, or nothing."""
    one = _hit(reference, context)
    if one is None or not numbered.lacks_its_number(reference, one):
        return one.item_id if one is not None else None
    by_number = (_hit(phrase, context) for phrase in numbered.phrases(reference))
    return next((each.item_id for each in by_number if each and not numbered.lacks_its_number(reference, each)), None)


def _hit(reference: str, context: TurnContext) -> SearchItem | None:
    if not reference.strip():
        return None
    found = context.call("catalog_search", query=reference[:300]).result
    if found is None or not found.items:
        return None
    titles = [item.title for item in found.items]
    if (at := replies.pick_name(reference, titles)) is not None:
        named_so: SearchItem = found.items[at]
        return named_so
    is_sure = found.confidence == "strong" and len(found.items) == 1 and not found.unmatched_words
    one = found.items[0] if is_sure else named.the_one(found, reference)
    return one or _only_called(found, reference) or _of_its_period(found, reference)


def _only_called(found: CatalogSearchResult, reference: str) -> SearchItem | None:
    """The only one whose title has every word of a name of several: "5G home", of "5G Home Internet Unlimited"."""
    said = _name_in(reference)
    called = [item for item in found.items if _says_all(item.title, said)]
    return called[0] if len(said) > 1 and len(called) == 1 else None


def _of_its_period(found: CatalogSearchResult, reference: str) -> SearchItem | None:
    """The only one of that name that holds so long: the "monthly all-network minutes", beside those of a day."""
    said = _name_in(reference)
    period = next((name for name, words in _PERIODS.items() if said & words), "")
    rest = said - _PERIODS.get(period, frozenset())
    if not period or not rest:
        return None
    roots = {lexicon.stem(word) for word in rest}
    called = [
        item for item in found.items if roots <= {lexicon.stem(w) for w in tokens(f"{item.title} {item.category}")}
    ]
    lasting = [
        item for item in called if _LASTS[period].search(f"{item.description} {' '.join(item.attributes.values())}")
    ]
    return lasting[0] if len(lasting) == 1 else None
