"""Which of the items that a search found a message names: judged by the items' own words, values and measures."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from journeys.language.units import joined, units_in
from journeys.local import circumstances, numbered
from journeys.local.amounts import mark_amounts
from journeys.local.wordlists import plain, tokens, word_set
from knowledge import lexicon
from knowledge.search.terms.glossary import is_place
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem

# What a shared word is worth by where it stands: in the title, in a value, as the price, in any text.
OF_TITLE: Final = 1.0
# See above.
OF_VALUE: Final = 0.6
# See above.
OF_PRICE: Final = 0.8
# See above.
OF_WORD: Final = 0.5
# Shorter words stand in every title.
LONG: Final = 4
# Half a word of the title ahead of the next.
CLEARLY: Final = 0.5
# Half of what was said must be the item's.
MOST_OF_IT: Final = 0.5
# What the search holds for much less than its best is not what was named, however its title is spelled.
AS_GOOD: Final = 0.85


_THAT_ONE: Final = re.compile(
    r"\b(?:h?ile|lile|kile|zile) (?:[ylzw]a|cha|vya) (?P<what>[a-z]{4,20})\b(?: (?P<more>[a-z]{3,20}))?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Named:
    """An item with how much of the message it answers, and how much of its title was said."""

    item: SearchItem
    answers: float
    said: float
    literal: int


def ranked(found: CatalogSearchResult, text: str) -> list[Named]:
    """The items found, those that answer most of the message first."""
    text = circumstances.without(plain(text), "age")  # a child of 7 years old is nothing of the Old Town
    units = units_in(value for item in found.items for value in _texts(item))
    said = frozenset(tokens(joined(text, units)))
    words = _meanings([joined(text, units)])
    numbers = numbered.pairs_said(text)
    sums = {amount.value for amount in mark_amounts(plain(text))[1] if not amount.is_measure}
    judged = [
        _judged(item, said, words, units, sums)
        for item in found.items
        if not numbered.is_of_another(numbers, numbered.pairs_of(item))
    ] or [_judged(item, said, words, units, sums) for item in found.items]
    return sorted(judged, key=lambda one: (-one.answers, -one.said))


def the_one(found: CatalogSearchResult, text: str) -> SearchItem | None:
    """The item that is plainly meant: the only one found, or one that answers more than every other."""
    if not found.items or found.confidence == "none":
        return None
    best, *others = ranked(found, text)
    if best.item.score < AS_GOOD * max(item.score for item in found.items):
        return None  # by another name, which no title tells, something else was asked for
    if numbered.lacks_its_number(text, best.item):
        return None
    if not others:
        return best.item if found.confidence == "strong" or best.said >= MOST_OF_IT else None
    is_clear = best.answers - others[0].answers >= CLEARLY
    return best.item if is_clear and (best.said >= MOST_OF_IT or _is_all_of(best, others)) else None


def by_its_own_name(found: CatalogSearchResult, text: str) -> SearchItem | None:
    """The only item whose title has a word that was said and that our lists do not know, nor as a town: "Wasini"."""
    said = {word for word in tokens(text) if len(word) >= LONG and word.isalpha()}
    names = {word for word in said if not (lexicon.listed(word) or lexicon.is_stop_word(word) or is_place(word))}
    called = [item for item in found.items if names & set(tokens(item.title))]
    return called[0] if len(called) == 1 else None


def is_said_mostly(item: SearchItem, found: CatalogSearchResult, text: str) -> bool:
    """Whether most of the words of its title were said, and more than one of them."""
    one = next((each for each in ranked(found, text) if each.item.item_id == item.item_id), None)
    return one is not None and one.said > MOST_OF_IT and one.answers > OF_TITLE


def _is_all_of(best: Named, others: Sequence[Named]) -> bool:
    """Whether no other title has a word that was said as it stands; a long title is seldom said in full."""
    return best.literal > 0 and not any(one.literal for one in others)


def _judged(
    item: SearchItem, said: frozenset[str], words: frozenset[str], units: frozenset[str], sums: Collection[Decimal]
) -> Named:
    title = _meanings([joined(item.title, units)])
    stems = {lexicon.stem(word) for word in said}
    spelled = {word for word in tokens(joined(item.title, units)) if len(word) >= LONG and lexicon.stem(word) in stems}
    values = _meanings(joined(value, units) for value in _texts(item)) - title
    telling = title & words
    # The thing itself may be said in another language: "mchele" is the rice of a title as it stands.
    literal = _meanings(spelled) | {meaning for meaning in telling if lexicon.kind(meaning) in lexicon.THINGS}
    return Named(
        item=item,
        answers=OF_TITLE * len(telling)
        + OF_VALUE * len(values & words)
        + OF_WORD * len(literal)
        + OF_WORD * len({word for word in spelled if lexicon.listed(word)})  # a straightener is no dryer
        + OF_PRICE * (item.price_from in sums or item.price_to in sums),
        said=len(telling) / max(len(title), 1),
        literal=len(literal),
    )


def _texts(item: SearchItem) -> Sequence[str]:
    values = (value for values in item.options.values() for value in values)
    return (item.title, item.brand or "", *item.attributes.values(), *values)


def _meanings(texts: Iterable[str]) -> frozenset[str]:
    """Concepts and stems, without what carries no meaning."""
    ignored = word_set("wants", "filler", "words")
    said = (word for text in texts for word in tokens(text) if not lexicon.is_stop_word(word))
    return frozenset(lexicon.concept(word) or lexicon.stem(word) for word in said if word not in ignored)


def pointed_at(text: str) -> str:
    """The thing of ours that is spoken of as one that both know: of "ile ya sundowner inaanza lini" the sundowner.

    Empty where its name has more words: the boat of "ile ya glass bottom boat"."""
    found = _THAT_ONE.search(text)
    if found is None or not lexicon.things(found["what"]) or lexicon.is_written_here(found["more"] or ""):
        return ""
    return found["what"] if lexicon.is_written_here(found["what"]) else ""


def most_named(found: CatalogSearchResult, text: str, count: int = 2) -> list[SearchItem]:
    """The items whose titles were said most; fewer where nothing of the others was said."""
    return [one.item for one in ranked(found, text) if one.said][:count]


def is_name_of_goods(text: str) -> bool:
    """ "Perfume for men?": nothing is said but such goods, for whom, and what they are like."""
    terms = [term for term in lexicon.terms(text) if not lexicon.is_stop_word(term)]
    kinds_said = {lexicon.kind(lexicon.concept(term) or "") for term in terms}
    return "product" in kinds_said and kinds_said <= {"product", "audience", "colour", "quality"}
