"""Reads what is wanted of the shop without a model: a wish, several things, a question about those that are shown."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from journeys import catalog
from journeys.command import Command, Option
from journeys.context import TurnContext
from journeys.language.units import forms
from journeys.local import asks, ends, named, replies, wants
from journeys.local.purchase import choice
from journeys.local.purchase.measured import without_measures
from journeys.local.wordlists import is_gibberish, word_set
from journeys.sales import about_shown, several, two_names
from journeys.sales.commands import (
    LONGEST_WORDS,
    Add,
    AskItem,
    Browse,
    More,
    Search,
    Sort,
)
from journeys.sales.wish import Wish, remembered
from journeys.state import ConversationState
from knowledge import lexicon
from knowledge.text import is_relative, words

LINKS: Final = frozenset({"ya", "wa", "vya", "za", "la", "cha", "for", "of", "with", "facing", "overlooking"})
OWNERS: Final = frozenset({"the", "a", "an", "my", "our"})
STAYS: Final = frozenset({
    "night", "nights", "usiku", "space", "spaces", "vacancy", "vacancies", "accommodation", "malazi", "stay", "kulala",
})  # fmt: skip
"""What a stay is counted in or called, and no thing: "how much is a night for two", "do you have space for four"."""
SORTS: Final[dict[str | None, Sort]] = {"cheapest": "price_low", "dearest": "price_high", "newest": "newest"}
_PIECES_OF = re.compile(
    r"\b(?:\d{1,3}|an?|one|two|three|four|five|six|moja|mbili|tatu|nne|tano) "
    r"(?:packs?|packets?|pieces?|pcs|pairs?|units?|cartons?|pakiti|vipande|jozi)\b(?: (?:of|za|ya|wa|vya))?(?= \w)",
    re.IGNORECASE,
)
"""How much of a thing is no part of its name: "2 packs of diapers"."""
_HOLDS: Final = re.compile(
    r"\b(?:(?:\d{1,3}|an?|one|two|three|four|five|ten|each|per) )?"
    r"(?:bags?|sacks?|box(?:es)?|cartons?|rolls?|tins?|bottles?|packets?|crates?|trays?|bundles?|buckets?|dozens?"
    r"|m?i?fuko|magunia|gunia|debe|madebe|maboksi|boksi|mkebe|mikebe|chupa|pakiti|roli|trei)"
    r"(?: (?:\d{1,3}|moja|mbili|tatu|nne|tano|sita|kumi))? (?:of|[ywlz]a|cha|vya) "
    r"(?P<what>[a-z]{3,20}(?: [a-z]{3,20})?)\b",
    re.IGNORECASE,
)
"""What goods come in, before what is sought: "a bag of cement", "mifuko miwili ya saruji"; a school bag is a bag."""
_TO_DO = re.compile(r"\b(?:something|anything|kitu|sth) (?:to|[cy]h?a ku|for) ?(?P<does>[a-z]{3,15})\b", re.IGNORECASE)
_OTHER_THAN = re.compile(
    r"\b(?:that|which|but)? ?(?:are|is|it s|they re)(?: not|n.?t) (?:a |an |the )?[a-z]{3,15}\b"
    r"|\b(?:other than|besides) [a-z]{3,15}\b",
    re.IGNORECASE,
)
# 5G weighs nothing.
_NETWORK = re.compile(r"\b[2-6]g\b", re.IGNORECASE)
_DURATION = re.compile(r"\b(?:siku|saa|masaa|wiki|mwezi|miezi|days?|hours?|weeks?|months?)\b", re.IGNORECASE)
DATA: Final = "data bundle"
_HOW_MANY_CHILDREN = re.compile(
    r"(?<=\bmy )(?:\d|two|three|four|five) (?=(?:boys|girls|kids|children|sons|daughters)\b)"
    r"|(?<=\bfor )(?:\d|two|three|four|five) (?=(?:boys|girls|sons|daughters)\b)",
    re.IGNORECASE,
)
_WHICH_THING = re.compile(
    r"\bwhich (?P<thing>[a-z]{3,20}(?: [a-z]{3,20})?) (?:has|have|gives?|takes?|makes?) (?:the )?"
    r"(?:best|better|most|longest|biggest|largest|fastest|strongest|good|nice|clearest)\b",
    re.IGNORECASE,
)
_TO_CARRY = re.compile(
    r"\b(?:something|anything|kitu|sth) (?:to carry|for carrying|cha kubeb[ae]a?|ya kubeb[ae]a?) "
    r"(?:(?:my|the|a|an|our|their) )?(?P<what>[a-z]{3,15})\b",
    re.IGNORECASE,
)
# "Women's M" after jackets: a letter alone at the end is a size.
_BARE_SIZE = re.compile(r"(?<![\w'\u2019])([SML])(?=\W*\Z)")
_WHOLE_SHOP = re.compile(
    r"\bwhat (?:else )?do (?:you|u) (?:sell|have|offer)|\bcatalog(?:ue)?\b|\beverything you (?:sell|have)"
    r"|\b(?:mna|una)uza (?:nini|vitu gani)|\b(?:mko|uko) na (?:nini|vitu gani|bidhaa gani)|\bkatalogi\b",
    re.IGNORECASE,
)
_ONE_OF_THEM = re.compile(
    r"\b(?:the|that|an?) (?:\w{2,15} ){1,2}ones?\b|\b(?:ile|zile|hiyo|lile|kile) (?:ya|za|la|cha|vya|wa) \w",
    re.IGNORECASE,
)
FOR_IT = re.compile(
    r"\b[a-z]{3,15} (?:for|to go with|that (?:fits?|goes with)) (?:it|this|that|them|these|those)\b"
    r"|\b[a-z]{3,15} (?:(?:[yzl]|ch|vy)ake|(?:[yzl]a|cha|vya) (?:hii|hiyo|hizi|hizo))\b",
    re.IGNORECASE,
)
"""What belongs to the thing that is looked at: "a cover for it", "kava yake"."""
_WITH = re.compile(
    r"\b(?:[yzclvw]h?enye|iliyo na|ones? (?:with|that|which)|something (?:with|that)|with (?:an? )?\w{3,20}\W*\Z)\b",
    re.IGNORECASE,
)
"""A quality of what was sought: "anapenda yenye harufu ya maua"."""


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """The wish that a message names, or what it says of the items that are shown."""
    if is_gibberish(text):
        return (Browse(),)
    if both := several.beside(text, context):
        return both
    if compared := two_names.compared(text):
        return (compared,)
    if lines := several.ordered(text, context):
        return lines
    text = asks.plainly_described(text)
    if remembered(state):
        text = _BARE_SIZE.sub(r"size \1", text)
    said = wants.parse(_HOW_MANY_CHILDREN.sub(" ", _OTHER_THAN.sub(" ", text)))
    query = " ".join([_phrase(text, said.terms), *said.colours[1:]]).strip()
    query = "" if _is_only_counted(query) else _thing_of(text, query)
    query = (named.pointed_at(text) if remembered(state) is None else "") or query
    query = DATA if _is_of_data(text, state, context) else query
    is_of_a_night = query in STAYS and said.guests is not None and catalog.has_guests(context)
    is_of_a_party = not query and said.guests is not None and not remembered(state) and catalog.has_guests(context)
    query = "rooms" if is_of_a_night or is_of_a_party or (not query and asks.plans_a_stay(text)) else query
    query = _for_what_is_open(text, query, state)
    query = _of_what_was_sought(text, query or _of_what_was_asked(text, said, state), state)
    if about := about_shown.read(text, query, said, state, context):
        return (about,)
    if said.guests is not None and not catalog.has_guests(context):
        said = replace(said, guests=None)
    search = _search(query, said)
    if not query and not said.sees_all and (pointing := _pointing(text, said, state)):
        return (pointing,)
    wish = Wish.of(search)
    if not wish.given() and not said.sees_all:
        is_of_it = bool(state.sales.selected_item_ids) and asks.asks_openly(text)
        return (AskItem(question=text[:LONGEST_WORDS]) if is_of_it else Browse(),)
    return (search.having(refines=_refines(text, wish, state)),)


def _is_of_data(text: str, state: ConversationState, context: TurnContext) -> bool:
    """Whether so much data is wanted, and nothing else that is called by its name: "Smart 5 ya 128gb" is a phone."""
    if not asks.names_data(text) or state.sales.selected_item_ids:
        return False
    found = context.call("catalog_search", query=text[:LONGEST_WORDS]).result
    best = named.ranked(found, text)[0] if found is not None and found.items else None
    return best is None or not best.literal or "data_bundle" in lexicon.things(best.item.title)


def _thing_of(text: str, query: str) -> str:
    """What is meant by the words of a wish: what is asked about, what does it, or the thing without how much of it."""
    query = _HOLDS.sub(_what_it_holds, query)
    return _asked_which(text, query) or _tool_for(text) or _PIECES_OF.sub(" ", _unmeasured(query)).strip()


def _what_it_holds(found: re.Match[str]) -> str:
    """The cement of a bag of it, where that is sold here; a "chupa ya chai" is a flask."""
    holder = found[0][: found.start("what") - found.start()]
    is_phrase = len(lexicon.terms(found[0])) <= len(found["what"].split())
    is_it = lexicon.is_sold_here(found["what"]) and not (is_phrase or lexicon.is_sold_here(holder))
    return str(found["what"]) if is_it else found[0]


def _unmeasured(query: str) -> str:
    """The thing without how much of it: the sugar of "kilo mbili za sukari".

    How long a bundle lasts tells which it is: "bando ya siku moja"."""
    is_of_time = _DURATION.search(query) and any(lexicon.kind(each) == "telecom" for each in lexicon.things(query))
    if _NETWORK.search(query) or is_of_time:
        return query
    left = " ".join(word for word in without_measures(query).split() if word not in forms())
    is_whole = lexicon.things(query) <= lexicon.things(left)  # of "minutes for calls" the minutes are the thing
    return left if lexicon.things(left) and is_whole else query


def _of_what_was_sought(text: str, query: str, state: ConversationState) -> str:
    """Of "the laptop one" after bags were sought a laptop bag, where none of those shown is meant; of "yenye harufu ya
    maua" after perfumes a perfume."""
    earlier = remembered(state)
    is_of_one = _ONE_OF_THEM.search(text) or (_WITH.search(text) and not asks.asks_for_any(text))
    if earlier is None or not (query and is_of_one):
        return query
    things, before = lexicon.things(query), lexicon.things(earlier.query)
    titles = lexicon.things(" ".join(item.title for item in state.sales.last_catalog_results))
    kept = [term for term in lexicon.terms(earlier.query) if lexicon.things(term)]
    is_told = not things and not _WITH.search(text)
    return query if is_told or not before or things & (before | titles) else f"{query} {kept[0]}"


def _for_what_is_open(text: str, query: str, state: ConversationState) -> str:
    """Of "a cover for it" after phones a phone cover."""
    earlier = remembered(state)
    if earlier is None or not query or not FOR_IT.search(text):
        return query
    known = [term for term in lexicon.terms(earlier.query) if lexicon.things(term)]
    kept = [term for term in known if lexicon.kind(lexicon.concept(term) or "") == "product"]
    return query if not kept or lexicon.things(query) & lexicon.things(earlier.query) else f"{kept[-1]} {query}"


def _of_what_was_asked(text: str, said: wants.Wants, state: ConversationState) -> str:
    """The shoes of "show me black ones in that size" after a question about shoes, the fibre of "what is the fastest",
    where no list is shown."""
    is_of_some = ((said.colours or said.sizes) and asks.speaks_of_several(text)) or ends.wanted(text)
    if not is_of_some or state.sales.last_catalog_results:
        return ""
    asked = state.support.support_question or ""
    return next((term for term in lexicon.terms(asked) if lexicon.things(term)), "")


def _search(query: str, said: wants.Wants) -> Search:
    return Search(
        queries=(query,) if query else (),
        price_min=None if said.price_min is None else int(said.price_min),
        price_max=None if said.price_max is None else int(said.price_max),
        options=tuple(
            Option(name=name, value=values[0])
            for name, values in (("colour", said.colours), ("size", said.sizes), ("guests", _at_least(said.guests)))
            if values
        ),
        sort=SORTS.get(said.sort, "relevance"),
        in_stock_only=said.in_stock_only,
        everything=said.sees_all,
    )


def _tool_for(text: str) -> str:
    """The tool that is named by what it does: of "something to iron my shirts with" the iron."""
    if carried := _TO_CARRY.search(text):
        return f"{carried['what']} bag"
    found = _TO_DO.search(text)
    does = found["does"].casefold() if found else ""
    return does if lexicon.kind(lexicon.concept(does) or "") == "product" else ""


def _asked_which(text: str, query: str) -> str:
    """The phone of "which phone has the best camera", which asks for no camera."""
    found = _WHICH_THING.search(text)
    thing = found["thing"] if found else ""
    return thing if lexicon.things(thing) and lexicon.things(query) - lexicon.things(thing) else ""


def _is_only_counted(query: str) -> bool:
    """Whether nothing is named but numbers and pieces: "2 pairs"."""
    return all(word.isdecimal() or word in word_set("purchase", "pieces", "words") for word in query.split())


def _at_least(count: int | None) -> tuple[str, ...]:
    return () if count is None else (f"{count}+",)


def _phrase(text: str, terms: tuple[str, ...]) -> str:
    """The terms with the small words that joined them: "viatu vya kukimbia", not "viatu kukimbia"."""
    told = words(text)
    kept = [word in terms for word in told]
    for at in range(1, len(told) - 1):
        kept[at] = kept[at] or (_is_link(told[at]) and kept[at - 1] and _next_of(told, at) in terms)
    joined = [word for word, is_kept in zip(told, kept, strict=True) if is_kept]
    return " ".join(joined if set(terms) <= set(joined) else terms)


def _is_link(word: str) -> bool:
    return word in LINKS or is_relative(word)


def _next_of(told: Sequence[str], at: int) -> str:
    """The word that a link joins: the phone of "a cover for my phone"."""
    return next((word for word in told[at + 1 : at + 3] if word not in OWNERS), "")


def _pointing(text: str, said: wants.Wants, state: ConversationState) -> Command | None:
    """What a message that names nothing says about the items that were shown."""
    shown, opened = state.sales.last_catalog_results, state.sales.selected_item_ids
    agrees = replies.yes_or_no(text) if shown else None
    if said.rejects or agrees is False:
        return More(kind="reject")
    if said.asks_more:
        return More()
    if agrees or (shown and choice.buys(text)):
        return Add(words=text[:LONGEST_WORDS])
    asks_of_one = (said.sizes or said.colours) and not asks.speaks_of_several(text)
    is_bare = not (said.sizes or said.colours or said.price_min or said.price_max or said.sort or said.guests)
    if shown and not opened and is_bare and state.understood.intent == "product_question":
        return AskItem(question=text[:LONGEST_WORDS])
    if opened and (state.understood.intent == "product_question" or asks_of_one):
        return AskItem(question=text[:LONGEST_WORDS])
    return None


def _refines(text: str, wish: Wish, state: ConversationState) -> bool:
    """Another thing, by a name of this shop too, is another wish, and so is the bare name of it; all else narrows."""
    earlier = remembered(state)
    if earlier is None or _WHOLE_SHOP.search(text):
        return False
    if things := lexicon.things(wish.query):
        return wish.given().keys() > {"query"} and things <= lexicon.things(earlier.query)
    if lexicon.is_sold_here(wish.query) and set(words(wish.query)).isdisjoint(words(earlier.query)):
        return False
    is_known = all(lexicon.kind(meaning) for meaning in lexicon.concepts(wish.query))
    return is_known or bool(asks.POINTING.search(text))
