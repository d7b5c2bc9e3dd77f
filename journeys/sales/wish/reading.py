"""Reads a message without a model: what it asks for, and whether it narrows the earlier wish."""

import re
from typing import Final

from journeys.llm import Facts
from journeys.local import replies, wants
from journeys.local.purchase import choice
from journeys.local.wordlists import is_gibberish
from journeys.sales.wish.narrowed import Action, Narrowed
from journeys.sales.wish.wish import Sort
from knowledge import lexicon
from knowledge.text import words

THINGS: Final = ("product", "hospitality", "telecom")
LINKS: Final = frozenset({"ya", "wa", "vya", "za", "la", "cha", "for", "of", "with"})
SORTS: Final[dict[str | None, Sort]] = {"cheapest": "price_low", "dearest": "price_high", "newest": "newest"}
_POINTING = re.compile(
    r"\b(?:ones?|those|these|them|it|hii|hizi|hizo|hiyo|hivyo|hivi|zile|ile|vile|za|ya|vya|la|cha|wa)\b",
    re.IGNORECASE,
)
_WHOLE_SHOP = re.compile(
    r"\bwhat (?:else )?do (?:you|u) (?:sell|have|offer)|\bcatalog(?:ue)?\b|\beverything you (?:sell|have)"
    r"|\b(?:mna|una)uza (?:nini|vitu gani)|\b(?:mko|uko) na (?:nini|vitu gani|bidhaa gani)|\bkatalogi\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(r"\b(?:ones|others|any|show|hizo|hizi|zile|zingine|nionyeshe|nishow)\b", re.IGNORECASE)


def read(facts: Facts) -> Narrowed:
    said = wants.parse(facts["text"])
    query = " ".join([_phrase(facts["text"], said.terms), *said.colours[1:]]).strip()
    query = "" if query.replace(" ", "").isdecimal() else query
    narrowed = Narrowed(
        action="search",
        query=query,
        refines=False,
        category=None,
        price_min=None if said.price_min is None else int(said.price_min),
        price_max=None if said.price_max is None else int(said.price_max),
        colour=said.colours[0] if said.colours else None,
        size=said.sizes[0] if said.sizes else None,
        sort=SORTS.get(said.sort, "relevance"),
        in_stock_only=said.in_stock_only,
    )
    return narrowed.model_copy(update={"action": _action(narrowed, said, facts), "refines": _refines(narrowed, facts)})


def is_settled(narrowed: Narrowed, facts: Facts) -> bool:
    """Whether nothing is left for a model to find out: every word is one of the shop's own."""
    if narrowed.action == "buy":
        return True
    if narrowed.action == "clarify" or not (facts["earlier"] or things_in(narrowed.query)):
        return False
    return _is_known(narrowed.query)


def things_in(query: str) -> frozenset[str]:
    return frozenset(meaning for meaning in lexicon.concepts(query) if lexicon.kind(meaning) in THINGS)


def _phrase(text: str, terms: tuple[str, ...]) -> str:
    """The terms with the small words that joined them: "viatu vya kukimbia", not "viatu kukimbia"."""
    told = words(text)
    kept = [word in terms for word in told]
    for at in range(1, len(told) - 1):
        kept[at] = kept[at] or (told[at] in LINKS and kept[at - 1] and told[at + 1] in terms)
    joined = [word for word, is_kept in zip(told, kept, strict=True) if is_kept]
    return " ".join(joined if set(terms) <= set(joined) else terms)


def _is_known(query: str) -> bool:
    return all(lexicon.kind(meaning) for meaning in lexicon.concepts(query))


def _action(narrowed: Narrowed, said: wants.Wants, facts: Facts) -> Action:
    if is_gibberish(facts["text"]):
        return "clarify"
    if said.sees_all:
        return "all"
    if facts["opened"] and choice.buys(facts["text"]) and not things_in(narrowed.query):
        return "buy"
    if narrowed.query:
        return "search"
    return _pointing_action(said, facts) or ("search" if narrowed.wish().said() else "clarify")


def _is_about_opened(said: wants.Wants, facts: Facts) -> bool:
    """Of the opened item: a question, or just a size or a colour, unless it is one for several."""
    asks_of_one = (said.sizes or said.colours) and not _SEVERAL.search(facts["text"])
    return bool(facts["opened"] and (facts["intent"] == "product_question" or asks_of_one))


def _pointing_action(said: wants.Wants, facts: Facts) -> Action | None:
    """What a message that names nothing says about the items that were shown."""
    agrees = replies.yes_or_no(facts["text"]) if facts["shown"] else None
    if said.rejects or agrees is False:
        return "reject"
    if said.asks_more:
        return "more"
    if agrees or (facts["shown"] and choice.buys(facts["text"])):
        return "buy"
    return "about_item" if _is_about_opened(said, facts) else None


def _refines(narrowed: Narrowed, facts: Facts) -> bool:
    """Another thing is another wish, and so is the bare name of the same; all else narrows."""
    if not facts["earlier"] or _WHOLE_SHOP.search(facts["text"]):
        return False
    if things := things_in(narrowed.query):
        has_limits = narrowed.wish().said().keys() > {"query"}
        return has_limits and things <= things_in(facts["earlier"].get("query", ""))
    return _is_known(narrowed.query) or bool(_POINTING.search(facts["text"]))
