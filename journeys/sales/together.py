"""Reads a question about what several of those that are shown cost: "how much are both", "zote tatu ni ngapi"."""

import re
from typing import Final

from journeys.local.wordlists import plain
from journeys.sales.commands import LONGEST_WORDS, AskItem, Compare
from journeys.state import ConversationState

_COUNTS: Final = {"two": 2, "three": 3, "four": 4, "mbili": 2, "viwili": 2, "wawili": 2, "tatu": 3, "nne": 4}
_COUNT: Final = "|".join(_COUNTS)
# Each of those that are compared, and not so many of one.
SEVERAL: Final = re.compile(
    rf"\b(?:both|(?:all|the first|the) (?:{_COUNT})|all of (?:them|these|those)|(?:z|y|vy|w)ote(?: (?:{_COUNT}))?"
    rf"|(?:hizo|hizi|hivi|hivyo) (?:{_COUNT})(?: za kwanza)?)\b",
    re.IGNORECASE,
)
_FIRST: Final = re.compile(r"\b(?:first|kwanza)\b")
_ASKS: Final = re.compile(r"\b(?:how much|price|costs?|total|come to|bei|jumla|ngapi|gharama)\b")
# Whatever else stands there is another wish.
_AROUND: Final = re.compile(
    r"\b(?:how much|so|and|what|would|will|do|does|is|are|be|if i (?:take|buy|get)|the|for|of|them|these|those|they|it"
    r"|i|prices?|costs?|total|together|altogether|in all|comes?|to|please|tell me|na|ni|ngapi|bei|gani|pesa|shilingi"
    r"|jumla|ya|za|kwa|pamoja|niambie|nikichukua|nikinunua|zitakuwa|itakuwa|zinakuwa|gharama|yake|zake)\b"
)


def asks_of(text: str, many: int | None = None) -> bool:
    """Whether it asks what so many, or several, cost, whatever else it says."""
    said = plain(text)
    several = SEVERAL.search(said)
    if several is None or not _ASKS.search(said):
        return False
    return many is None or (_count(several.group()) or many) == many


def read(text: str, state: ConversationState) -> AskItem | Compare | None:
    """Those that are meant, side by side; which of them, where nobody can tell. None where the message says more."""
    said = plain(text)
    several = SEVERAL.search(said)
    rest = _AROUND.sub(" ", SEVERAL.sub(" ", said))
    shown, earlier = state.sales.last_catalog_results, state.sales.earlier_catalog_results
    if not shown or several is None or not _ASKS.search(said) or any(letter.isalnum() for letter in rest):
        return None
    if len(shown) == len(earlier) == 1:  # a kettle, and then a toaster
        shown = [earlier[0], *shown]
    meant, question = several.group(), text[:LONGEST_WORDS]
    count = _count(meant) or len(shown)
    is_of_the_first = _FIRST.search(meant) is not None and len(shown) > count
    if len(shown) != count and not is_of_the_first:
        return AskItem(question=question)
    return Compare(items=tuple(item.item_id for item in shown[:count]), question=question)


def _count(meant: str) -> int:
    """How many are meant; 0 for all of them."""
    return 2 if meant == "both" else next((_COUNTS[word] for word in meant.split() if word in _COUNTS), 0)
