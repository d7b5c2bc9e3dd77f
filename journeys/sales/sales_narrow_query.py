"""Decides what to search the catalog for, or what to ask. Without the model, and whenever the shop's own words settle
it, the message is read locally."""

import re
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from journeys.llm import Facts, Question
from journeys.local import wants
from journeys.local.gibberish import is_gibberish
from journeys.sales.searching import Search, Sort
from knowledge import lexicon

Action = Literal["search", "more", "all", "reject", "about_item", "buy", "clarify"]

PROMPT = """\
Read what the customer of a shop asks for in `text`: English, Swahili, Sheng or a mix, with typos.
`earlier` is what she searched for before, `shown` the items she sees, `opened` the item she looks at.

action
  search      she names or describes something, or narrows the earlier search
  more        wants further options; all: wants to see everything; reject: wants none of those shown
  about_item  asks about the opened item; buy: wants to buy or order it
  clarify     nothing to search for can be told
query         the thing itself in her words, without price, colour, size and courtesy: "viatu vya kukimbia", "gift for a baby"
refines       true when it narrows the earlier search ("na nyeusi?", "cheaper ones", "size 42"), false when it names another thing
category      only if she names one; otherwise null
price_min, price_max  whole numbers of the shop's currency: "chini ya 5k" is price_max 5000; "thao mbili" is 2000
colour        in English: "nyekundu" is "red"; size as she says it: "42", "XL"
What was not said is null, "" or false, and sort is "relevance".

"nataka viatu vya kukimbia chini ya 5000" → search, query "viatu vya kukimbia", price_max 5000, refines false
"show me red ones" after it → search, query "", colour "red", refines true
"uko na hoodie za size M" after it → search, query "hoodie", size "M", refines false"""

THINGS: Final = ("product", "hospitality", "telecom")
_POINTING = re.compile(r"\b(?:ones?|those|these|them|it|hii|hizi|hizo|hiyo|hivyo|hivi|zile|ile|vile|za|ya|vya|la|cha|wa)\b", re.I)
_BUYING = re.compile(
    r"\b(?:buy|order|purchase|i(?:'?ll| will) take|checkout|add (?:it|this)|ni?takununua|kununua|nanunua|ninunue|nachukua|"
    r"nitachukua|ntachukua|niagizie|naagiza|kuagiza|nibuy|kubuy|nidunge)\b",
    re.I,
)
_SORTS: dict[str | None, Sort] = {"cheapest": "price_low", "dearest": "price_high", "newest": "newest"}


class Narrowed(BaseModel):
    """What this message asks for, apart from what was said before."""

    model_config = ConfigDict(extra="forbid")

    action: Action
    query: str
    refines: bool
    category: str | None
    price_min: int | None
    price_max: int | None
    colour: str | None
    size: str | None
    sort: Sort
    in_stock_only: bool

    def search(self) -> Search:
        return Search.model_validate(self.model_dump(exclude={"action", "refines"}))


def local(facts: Facts) -> Narrowed:
    said = wants.parse(facts["text"])
    query = " ".join([*said.terms, *said.colours[1:]])
    low, high = said.price_min, said.price_max
    read = Narrowed(
        action="search",
        query=query,
        refines=bool(facts["earlier"]) and _refines(query, facts),
        category=None,
        price_min=None if low is None else int(low),
        price_max=None if high is None else int(high),
        colour=said.colours[0] if said.colours else None,
        size=said.sizes[0] if said.sizes else None,
        sort=_SORTS.get(said.sort, "relevance"),
        in_stock_only=said.in_stock_only,
    )
    return read.model_copy(update={"action": _action(read, said, facts)})


def _action(read: Narrowed, said: wants.Wants, facts: Facts) -> Action:
    if is_gibberish(facts["text"]):
        return "clarify"
    if said.sees_all:
        return "all"
    if not read.query:
        return _pointing_action(said, facts) or ("clarify" if read.search().is_empty else "search")
    return "search"


def _pointing_action(said: wants.Wants, facts: Facts) -> Action | None:
    """What a message that names nothing says about the items that were shown."""
    if said.rejects or said.asks_more:
        return "reject" if said.rejects else "more"
    if facts["shown"] and _BUYING.search(facts["text"]):
        return "buy"
    return "about_item" if facts["opened"] and facts["intent"] == "product_question" else None


def _refines(query: str, facts: Facts) -> bool:
    """A new thing is a new search; a quality, or a word the shop does not know that points back, is not."""
    things = things_in(query)
    if things:
        return things <= things_in(facts["earlier"].get("query", ""))
    is_known = all(lexicon.kind(meaning) for meaning in lexicon.concepts(query))
    return is_known or bool(_POINTING.search(facts["text"]))


def things_in(query: str) -> frozenset[str]:
    return frozenset(meaning for meaning in lexicon.concepts(query) if lexicon.kind(meaning) in THINGS)


def is_settled(read: Narrowed, facts: Facts) -> bool:
    """Whether the local reading leaves nothing for a model: all its words are the shop's own."""
    known = all(lexicon.kind(meaning) for meaning in lexicon.concepts(read.query))
    return read.action != "clarify" and known and bool(facts["earlier"] or things_in(read.query))


QUESTION = Question(name="sales_narrow_query", prompt=PROMPT, schema=Narrowed, local=local)
