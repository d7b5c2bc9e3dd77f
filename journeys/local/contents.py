"""Whether a message asks what is in a thing: in a box, in a package, in a trip."""

import re
from typing import Final

from journeys.local.wordlists import plain

_ASKS: Final = re.compile(
    r"\bwhat(?:s| is| does| do| all)?(?: \w{1,12}){0,5} (?:includes?|included|contains?|comes? with|inside|in it)\b"
    r"|\b(?:whats|what(?: is)?) (?:all )?in (?:the|that|this|it|your)\b"
    r"|\b(?:includes?|contains?|comes? with|inside) what\b"
    r"|\bndani (?:yake )?(?:kuna|ina|iko|ziko|zina|mna) (?:na )?(?:nini|vitu gani|gani)\b"
    r"|\b(?:nini|vitu gani)(?: \w{1,12}){0,3} (?:ndani|imejumuishwa)\b"
    r"|\b(?:ina|inajumuisha|inahusisha|inakuja na|inakuwa na|iko na) (?:nini|vitu gani)\b"
)


def asks_what_is_in_it(text: str) -> bool:
    return _ASKS.search(plain(text)) is not None


_WHETHER_IN_IT: Final = re.compile(
    r"\b(?:includ(?:ed?|es|ing)|inclusive|iko ndani|(?:i|zi|u|ya|ki|vi)(?:me|na|ko)?jumui?sh\w{1,4}|imo|zimo|kimo)\b",
    re.IGNORECASE,
)


def asks_whether_in_it(text: str) -> bool:
    """Whether it asks if something is in what a thing costs: "lunch iko ndani?", "is the transfer included"."""
    return _WHETHER_IN_IT.search(text) is not None
