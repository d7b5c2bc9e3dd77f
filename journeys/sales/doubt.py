"""Whether what was found is what was meant: who asks may mean something else, who wants is shown what comes near."""

import re
from collections.abc import Sequence
from typing import Final

from journeys import library
from journeys.context import TurnContext
from journeys.local import asks, comparisons, ends, named, wants
from journeys.local.wordlists import tokens, word_set
from journeys.reply import Buttons, Text
from journeys.sales.told_of_item import is_such, words_of
from journeys.sales.wish import GUESTS, Wish
from knowledge import lexicon
from knowledge.search.terms import hours
from knowledge.search.terms.glossary import says_little
from tools.catalog.catalog_search import CatalogSearchResult

_OFFERS: Final = re.compile(
    r"\b(?:sell|sells|sold|have|has|offer|offers|stock|stocks|make|makes|provide|order|available"
    r"|hire|rent|lend|there (?:is|are)"
    r"|t(?:una|wa)uza|tuna|tuko na|inapatikana|zinapatikana|vinapatikana|kuna)\b",
    re.IGNORECASE,
)

PERIODS: Final = frozenset({"day", "night", "week", "month", "year"})
"""For how long a thing holds is a form of it: "the weekly one"."""


def is_wanted(found: CatalogSearchResult, wish: Wish, text: str) -> bool:
    """Whether what came near is shown, rather than looked for in the documents first."""
    if wish.options.get(GUESTS) and (found.items or found.near_misses):
        return True  # that no room holds so many is told with what there is
    if not found.items:
        return False
    if any(wants(text) for wants in (asks.wants_it, asks.shows, asks.asks_price, ends.wanted)):
        return True
    if asks.asks_advice(text) and not found.unmatched_words:
        return True  # what does it stands on the shelves, with all that was said of it
    if named.is_name_of_goods(text) and found.items:
        return True
    return asks.asks_for_any(text) and _is_plainly_there(found, wish.query)


def is_open(found: CatalogSearchResult, wish: Wish) -> bool:
    """Whether what was found may not be what was meant; the thing itself, or a form of it, is."""
    is_sure = not (found.unmatched_words or found.confidence == "weak" or found.filters.unknown)
    title = found.items[0].title if found.items else ""
    # What is called by a name alone is what stands on its shelf: a "Smart 5G" among the handsets.
    called = title if lexicon.things(title) or not found.items else found.items[0].category or ""
    forms = [value for item in found.items[:1] for values in item.options.values() for value in values]
    return not is_sure and lexicon.things(wish.query).isdisjoint(lexicon.things(" . ".join([called, *forms])))


def is_told_above(query: str, context: TurnContext) -> bool:
    """Whether a passage that answers another part of the message tells of all that is sought: of coffee to take away
    under what is told of the cafe."""
    quoted = (done.reply for done in context.served if done.cited and isinstance(done.reply, Text | Buttons))
    told = {meaning for reply in quoted for meaning in lexicon.concepts(reply.text)}
    return bool(query) and told.issuperset(lexicon.concepts(query))


def missed(found: CatalogSearchResult) -> list[str]:
    """The words that our own lists know and nothing on sale has. For whom it is, or by what they tell their forms
    apart, is no thing that could be missing: the storage of a phone."""
    names = [name.replace("_", " ") for item in found.items for name in (*item.options, *item.attributes)]
    forms = {meaning for name in names for meaning in lexicon.concepts(name)}
    meanings = {word: lexicon.concept(word) for word in found.unmatched_words}
    return [
        word
        for word, meant in meanings.items()
        if word and meant and meant not in forms and lexicon.kind(meant) != "audience"
    ]


def is_there(missed: Sequence[str], wish: Wish, found: CatalogSearchResult) -> bool:
    """Whether the thing itself was found, and only something that was said of it is not written there."""
    is_of_it = not any(lexicon.things(word) for word in missed)
    return is_of_it and is_such(wish.query, words_of(found.items[0]))


def is_of_goods_alone(query: str, text: str) -> bool:
    """Whether what is asked for are such goods as stand on shelves, and no rule about them."""
    return asks.asks_to_have(text) and {lexicon.kind(thing) for thing in lexicon.things(query)} == {"product"}


def is_offered(query: str, passages: Sequence[str]) -> bool:
    """Whether a passage says that such goods are to be had; that they are not taken back offers none."""
    things = lexicon.things(query)
    lines = (line for passage in passages for line in re.split(r"(?<=[.!?])\s|\n", passage))
    return any(things & lexicon.things(line) and _OFFERS.search(line) for line in lines)


def _is_plainly_there(found: CatalogSearchResult, query: str) -> bool:
    """Whether most of an item's name was said: "do you have a 4G router with a battery"."""
    return bool(found.items) and named.ranked(found, query)[0].said > named.MOST_OF_IT


def is_of_something_else(asked: str, missed: Sequence[str], text: str) -> bool:
    """Whether an open question speaks mostly of what the catalog has not: "how long does milk last" at a phone shop.

    One word of the shelves in it is a coincidence, and to show what it brings would be to take it for a wish; a bare
    name with a question mark is one: "charger for iphone?". A number alone is a coincidence in any case: the 15 of
    "iphone 15" where there is no such phone."""
    words = {word for word in tokens(asked) if not word.isdecimal()}
    if words and words <= set(missed) and len(words) < len(tokens(asked)):
        return True
    terms = (term for term in wants.parse(asked).terms if term not in word_set("purchase", "filler", "words"))
    said = " ".join(terms)
    if lexicon.is_only_of_trade(said) and not PERIODS.issuperset(lexicon.concepts(said)):
        return True  # a gift wrap is no wrap
    telling = {word for word in tokens(asked) if not (lexicon.is_stop_word(word) or says_little(word))}
    strange = telling.intersection(missed)
    is_mostly_strange = bool(strange) and 2 * len(strange) >= len(telling)
    if is_mostly_strange and not (lexicon.things(asked) or asks.shops(text)):
        return True  # "flight lands at 11": nothing that can be had is named, nor anything wanted
    if not asks.asks_openly(text.rstrip(" ?")) or any(
        shops(text)
        for shops in (
            asks.wants_it,
            asks.asks_for_any,
            asks.asks_price,
            comparisons.compares,
            asks.asks_advice,
            ends.wanted,
        )
    ):
        return False
    return is_mostly_strange


def is_unsure(found: CatalogSearchResult, asked: str, words: str, missed: Sequence[str], context: TurnContext) -> bool:
    """Whether the library may answer better than what was found."""
    unsure = found.confidence != "strong" or (bool(missed) and hours.is_about(context.text))
    unsure = unsure or (context.by == "local" and bool(missed) and _has_a_page(missed, words, context))
    if context.by == "model" or not unsure:
        return unsure
    asks_openly = asks.asks_openly(context.text)
    if found.near_misses and lexicon.things(asked) and not asks_openly:
        return False  # the thing itself in other forms is nearer than a page that names it
    if found.items or not asks.asks(context.text):
        # A page that only some of the words bring answers no wish, and is worth less than a list that all have brought.
        held = library.retrieve(words, context)
        is_sure = held is not None and held.is_enough and held.best_score >= library.SURELY
        unsure = held is not None and held.is_enough and (asks_openly or not found.items or is_sure)
    if unsure and is_of_goods_alone(asked, context.text):
        held = library.retrieve(words, context)
        unsure = held is not None and is_offered(asked, [each.text for each in held.snippets])
    return unsure


def _has_a_page(missed: Sequence[str], words: str, context: TurnContext) -> bool:
    """Whether the library surely tells of what nothing on the shelves has: which rooms are for a wheelchair."""
    held = library.retrieve(words, context)
    if held is None or not held.is_enough or held.best_score < library.SURELY:
        return False
    concepts = {lexicon.concept(word) for word in missed} - {None}
    return not concepts.isdisjoint(lexicon.concepts(held.snippets[0].text))
