"""Asks the catalog for a wish, and again in other words where it finds little."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from journeys.context import TurnContext
from journeys.local import named, numbered
from journeys.local.purchase.measured import without_measures
from journeys.local.wordlists import tokens, word_set
from journeys.sales import gifts, heads, leading, named_so
from journeys.sales.told_of_item import having, is_such, tells_all_of, with_detail, words_of
from journeys.sales.wish import BY_PRICE, GUESTS, Wish
from knowledge import lexicon
from knowledge.search.terms.glossary import in_english
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem

# As was specified: at most six products a reply.
MOST_OPTIONS: Final = 6
# A search takes some milliseconds; after five other wordings there is nothing to find.
MOST_TRIES: Final = 6
# A word of the title is what was asked for.
NEAR: Final = 1.0
# So few are the thing itself, and not whatever shares a word with it.
FEW: Final = 3
AUDIENCES: Final = frozenset({"men", "women"})
_DENIES: Final = re.compile(
    r"\b(?:not|\w{2,6}n['\u2019]t|(?:do|does|did|is|are|ca|wo)nt|never|no|without|bila|si|sio|siyo|ha[a-z]{2,12}i)\b",
    re.IGNORECASE,
)
_ORDINAL: Final = re.compile(r"\d{1,3}(?:st|nd|rd|th)")
OCCASIONS: Final = frozenset({"gift", "birthday", "wedding", "honeymoon"})


def sought(
    wish: Wish, anew: Sequence[Wish], queries: Sequence[str], context: TurnContext
) -> tuple[CatalogSearchResult | None, Wish, Sequence[str]]:
    """The first search that finds something surely; else the best of a few more, each with another query.

    Nothing is denied before the other phrasings, the single words of the wish and the shelves were tried. Beside it
    stand the wish that found it, and the words of the first query that nothing in the catalog answers to."""
    asked, wish = wish, _without_gift(wish) if context.by == "local" else wish
    first = context.call("catalog_search", **wish.arguments()).result
    if first is None:
        return None, wish, ()
    if context.by == "local" and (given := gifts.given(first, asked, wish, context)):
        return given, wish, ()
    if context.by == "local" and wish.in_stock_only and not _is_sure(first, context):
        first, wish = _of_its_name(first, wish, context)
    if context.by == "local" and wish.colour and not first.items and (told := _told_in_words(wish, context)):
        return told, wish.without(["colour"]), told.unmatched_words
    if not first.items:
        again = _for_any_party if GUESTS in wish.options else named_so.found_so
        first, wish = again(first, wish, context)
    if context.by == "local":
        first, wish = _for_anybody(first, wish, context)
    if _is_sure(first, context):
        found = _filled(first, wish, [*queries[1:], *_of_all_such(wish, context)], context)
        return _as_near_as_it_is(found, wish, wish, first.unmatched_words, context)
    if context.by == "local" and (meant := _told_or_likely(first, wish, context)):
        return meant, wish, meant.unmatched_words
    return _near_enough(first, wish, anew, queries, context)


def _of_its_name(first: CatalogSearchResult, wish: Wish, context: TurnContext) -> tuple[CatalogSearchResult, Wish]:
    """The one that is asked for by its name, be it sold out: nothing else is told of in its place."""
    anyhow = wish.model_copy(update={"in_stock_only": False})
    found: CatalogSearchResult | None = context.call("catalog_search", **anyhow.arguments()).result
    meant = named.the_one(found, wish.query) if found is not None else None
    if found is None or meant is None or any(item.item_id == meant.item_id for item in first.items):
        return first, wish
    return found.model_copy(update={"items": [meant], "total_estimate": 1}), anyhow


def _told_or_likely(first: CatalogSearchResult, wish: Wish, context: TurnContext) -> CatalogSearchResult | None:
    """What all words are told of is meant; else what most of the rare ones are: blight of tomatoes is no tomato."""
    told = [item for item in first.items if tells_all_of(wish.query, item)]
    if told and not _DENIES.search(context.text):  # but "which does not expire" denies it
        return first.model_copy(update={"items": told, "total_estimate": len(told), "confidence": "strong"})
    return leading.before(first.items if first.total_estimate <= FEW else [], wish, context)


def _for_anybody(first: CatalogSearchResult, wish: Wish, context: TurnContext) -> tuple[CatalogSearchResult, Wish]:
    """The thing itself, where none is for whom it is wanted: "a phone for my mum" asks for no women's leggings."""
    things = lexicon.things(wish.query)
    query = " ".join(word for word in wish.query.split() if lexicon.concept(word) not in AUDIENCES)
    of_it = (item for item in first.items if things & set(lexicon.concepts(f"{item.title} {item.category or ''}")))
    is_there = any(tells_all_of(wish.query, item) for item in of_it)
    if not things or query == wish.query or is_there:
        return first, wish
    plain = wish.model_copy(update={"query": query})
    found: CatalogSearchResult | None = context.call("catalog_search", **plain.arguments()).result
    return (found, plain) if found is not None and found.items else (first, wish)


def _told_in_words(wish: Wish, context: TurnContext) -> CatalogSearchResult | None:
    """What is described so, where nothing comes in the colour: a sunscreen with no white cast."""
    plain = wish.without(["colour"]).model_copy(update={"query": f"{wish.query} {wish.colour}"})
    found: CatalogSearchResult | None = context.call("catalog_search", **plain.arguments()).result
    told = [item for item in found.items if tells_all_of(plain.query, item)] if found else []
    if found is None or not told:
        return None
    return found.model_copy(update={"items": told, "total_estimate": len(told), "confidence": "strong"})


def _near_enough(
    first: CatalogSearchResult, wish: Wish, anew: Sequence[Wish], queries: Sequence[str], context: TurnContext
) -> tuple[CatalogSearchResult, Wish, Sequence[str]]:
    """The best of what other wordings find, where the first one finds nothing surely."""
    best, best_wish = first, wish
    missed: Sequence[str] = first.unmatched_words
    is_near = bool(first.items) and named.ranked(first, wish.query)[0].answers >= NEAR
    for again in [*anew, *_other_wishes(wish, queries, context, is_near=is_near)][: MOST_TRIES - 1]:
        if best.items and context.by == "model" and again.query not in queries:
            break  # what a model named is a thing, and not one of its words: a rain jacket is nothing for rain
        more = context.call("catalog_search", **again.arguments()).result
        if more is None:
            continue
        if context.by == "local" and _is_a_thing_there(best, best_wish, context):
            best, missed = with_detail(best, missed, having(more, again.query, best_wish.query), again.query)
            if not lexicon.things(again.query) or heads.modifies(again.query, best_wish.query, context.text):
                continue  # what is only spelled like it, or tells its kind: a clove is no clone
        is_nearer = again.query in queries and bool(more.near_misses) and not (best.items or best.near_misses)
        if _worth(more) > _worth(best) or is_nearer:
            best, best_wish = more, again
        if _is_sure(more, context) and (context.by == "model" or more.total_estimate <= FEW):
            break
    if context.by == "model" and best_wish != wish and _is_enough(best):
        # Each name that a model gives may serve the need: a toy is a game, but also a doll.
        best = _filled(best, best_wish, [query for query in queries if query.strip() != best_wish.query], context)
    return _as_near_as_it_is(best, best_wish, wish, missed, context)


def _as_near_as_it_is(
    best: CatalogSearchResult, by: Wish, wish: Wish, missed: Sequence[str], context: TurnContext
) -> tuple[CatalogSearchResult, Wish, Sequence[str]]:
    """What was found in other words, which may be no more than near: a toy car is no car tyre."""
    found = _without_what_shares_its_use(best, by, wish, context) if by != wish else best
    found = _in_their_words(found, wish, context) if context.by == "local" and found.items else found
    is_of_a_part = by.query != wish.query and not any(tells_all_of(wish.query, item) for item in found.items)
    is_doubted = _is_unlisted(wish) and (is_of_a_part or _lacks_its_head(wish, missed, context.text))
    if is_doubted and context.by == "local" and found.items:
        return found.model_copy(update={"confidence": "weak"}), wish, missed
    return found, by, missed


def _in_their_words(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> CatalogSearchResult:
    """Without those of another number, and what is called by the very word first: all makeup is near to foundation."""
    items = heads.without_others(list(numbered.kept(found.items, context.text)), wish.query)
    said = {lexicon.stem(word) for word in tokens(wish.query)}
    if wish.sort == "relevance":
        items.sort(key=lambda item: -len(said & set(map(lexicon.stem, tokens(f"{item.title} {item.category or ''}")))))
    left = found.total_estimate if len(items) == len(found.items) else len(items)
    return found.model_copy(update={"items": items, "total_estimate": left})


def _lacks_its_head(wish: Wish, missed: Sequence[str], said: str) -> bool:
    """Whether nothing is called so, and only what it is for was found: the tyres of "car tyres"."""
    terms = [term for term in lexicon.terms(wish.query) if not lexicon.is_stop_word(term)]
    is_swahili = in_english(terms[0]) or re.search(r"\b(?:ya|za|wa|la|cha|vya|mwa)\b", said.casefold())
    head = terms[0] if is_swahili else terms[-1]
    return any(lexicon.stem(head) == lexicon.stem(word) for word in missed)


def _is_unlisted(wish: Wish) -> bool:
    """Whether more than one word was said, and none that any business would know."""
    said = [term for term in lexicon.terms(wish.query) if term not in word_set("purchase", "filler", "words")]
    meant = lexicon.listed_concepts(" ".join(said))
    return len(meant) > 1 and not any(lexicon.listed_kind(meaning) in lexicon.THINGS for meaning in meant)


def _is_known(term: str) -> bool:
    return lexicon.kind(lexicon.concept(term) or "") is not None


def _without_what_shares_its_use(
    found: CatalogSearchResult, by: Wish, wish: Wish, context: TurnContext
) -> CatalogSearchResult:
    """Nothing, where one word of several found no such thing, but what is for the same use.

    Who looks for an office chair is not shown what is worn in an office. A model tells by itself what it is."""
    things = heads.heads_first([term for term in lexicon.terms(wish.query) if lexicon.things(term)], context.text)
    is_a_use = by.query and all(lexicon.kind(meaning) == "activity" for meaning in lexicon.concepts(by.query))
    if context.by == "model" or not things or not is_a_use:
        return found
    is_there = any(is_such(things[0], words_of(item)) for item in found.items)
    return found if is_there else found.model_copy(update={"items": [], "near_misses": [], "confidence": "none"})


def _is_a_thing_there(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> bool:
    return _is_sure(found, context) and bool(lexicon.things(wish.query))


def _without_gift(wish: Wish) -> Wish:
    """Anything may be a gift: whom it is for, or what it is, says what to look for."""
    said = [term for term in lexicon.terms(wish.query) if not lexicon.is_stop_word(term)]
    terms = [term for term in said if not _ORDINAL.fullmatch(term)]  # a 60th birthday is a birthday
    rest = [term for term in terms if lexicon.concept(term) != "gift"]
    if all(_tells_for_whom(lexicon.concept(term) or "") for term in rest):  # a birthday cake is a cake
        rest = [term for term in rest if lexicon.concept(term) not in OCCASIONS]
    return wish.model_copy(update={"query": " ".join(rest)}) if rest and len(rest) < len(said) else wish


def _of_all_such(wish: Wish, context: TurnContext) -> list[str]:
    """What is for any child, where all that was said is that it is for a girl."""
    meanings = [lexicon.concept(term) or "" for term in lexicon.terms(wish.query)]
    if context.by == "model" or not all(_tells_for_whom(meaning) for meaning in meanings):
        return []
    return [wider for meaning in meanings if (wider := lexicon.broader(meaning))]


def _for_any_party(first: CatalogSearchResult, wish: Wish, context: TurnContext) -> tuple[CatalogSearchResult, Wish]:
    """What is sold by the head holds any party: a day pass, unlike a room, tells no number of guests."""
    bare = wish.without([GUESTS])
    found: CatalogSearchResult | None = context.call("catalog_search", **bare.arguments()).result
    any_party = [item for item in found.items if GUESTS not in item.attributes] if found is not None else []
    if found is None or not any_party:
        return first, wish
    return found.model_copy(update={"items": any_party}), bare


def _filled(
    found: CatalogSearchResult, wish: Wish, queries: Sequence[str], context: TurnContext
) -> CatalogSearchResult:
    """What each query finds, one of each in turn while the list has room: a gift may be a pot or a knife set, and what
    a vague first query finds leaves room for what the second one names."""
    lists = [found.items]
    for query in filter(str.strip, queries):
        again = wish.model_copy(update={"query": query.strip()})
        more: CatalogSearchResult | None = context.call("catalog_search", **again.arguments()).result
        if more is not None:
            lists.append(more.items if _is_enough(more) else _near(more, query))
    in_turns = (item for some in zip_longest(*lists) for item in some if item is not None)
    items = list({item.item_id: item for item in in_turns}.values())[:MOST_OPTIONS]
    if len(lists) > 1 and wish.sort in BY_PRICE:
        items.sort(key=lambda item: item.price_from, reverse=wish.sort == "price_high")
    return found.model_copy(update={"items": items})


def _near(found: CatalogSearchResult, query: str) -> list[SearchItem]:
    """Of what was hardly found what is called by a word of the query."""
    return [one.item for one in named.ranked(found, query) if one.answers >= NEAR]


def _other_wishes(wish: Wish, queries: Sequence[str], context: TurnContext, *, is_near: bool) -> Iterator[Wish]:
    """The same without a shelf that may be named otherwise here, then other words for it, then its single words.

    One word of several says less than all of them: it is tried only where all of them found nothing near."""
    tried = {wish.query.casefold()}
    bare = wish.model_copy(update={"category": None})
    if wish.category:
        yield bare
        yield bare.model_copy(update={"query": f"{wish.query} {wish.category}".strip()})
    said = queries[0] if queries else ""
    asked = (term for term in lexicon.terms(said) if lexicon.concept(term) != "available")
    terms = [term for term in asked if not (lexicon.is_stop_word(term) or term.isdecimal())]
    telling = [term for term in terms if not _tells_for_whom(lexicon.concept(term) or "")] or terms
    things = heads.heads_first(
        [term for term in telling if lexicon.things(term)], said if context.by == "model" else context.text
    )
    # Of a matching bottle that there is none "matching" finds other things; a model names no such words.
    rest = [term for term in telling if not lexicon.things(term)]
    rest = [term for term in rest if not things or (context.by == "local" and _is_known(term))]
    rest = [term for term in rest if lexicon.kind(lexicon.concept(term) or "") != "trade"]  # "return" is said of all
    single = [*things, *rest] if len(terms) > 1 and not is_near else []  # of a small fridge "small" is nothing
    for query in (*queries[1:], without_measures(wish.query), *single):
        if query.strip() and query.casefold() not in tried:
            tried.add(query.casefold())
            yield bare.model_copy(update={"query": query.strip()})
    if wish.price_max is not None and all(_tells_for_whom(lexicon.concept(term) or "") for term in terms):
        yield bare.model_copy(update={"query": ""})  # "anything under 1,000 for a teenager" is anything at that price


def _tells_for_whom(meaning: str) -> bool:
    """Half of what is on sale is for women, and any of it a gift for a day: neither says what was asked for."""
    return meaning in OCCASIONS or lexicon.kind(meaning) == "audience"


def _is_enough(found: CatalogSearchResult) -> bool:
    return bool(found.items) and found.confidence == "strong" and not found.unmatched_words


def _is_sure(found: CatalogSearchResult, context: TurnContext) -> bool:
    """Without a model there is no other phrasing to try: one of its words alone would say less than all."""
    return _is_enough(found) or (context.by == "local" and bool(found.items) and found.confidence == "strong")


def _worth(found: CatalogSearchResult) -> tuple[int, int, int, int]:
    """Of two single words that both find something surely the rarer one says more: "static IP", not "internet"."""
    sure = {"strong": 2, "weak": 1, "none": 0}[found.confidence] if found.items else 0
    return (sure, sure * -found.total_estimate, len(found.items), -len(found.unmatched_words))
