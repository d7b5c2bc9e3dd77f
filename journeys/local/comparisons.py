"""Whether things are to be compared: "which is better", "what is the difference", "A or B, which is cheaper?"."""

import re
from collections.abc import Sequence
from typing import Final

_COMPARES = re.compile(
    r"\b(?:diff(?:erence)?s? (?:between|btwn)|compare|\w{0,5}linganish\w{1,6}|versus|vs|better (?:than|value)"
    r"|what(?:'s|s| is) (?:cheaper|better|bigger|faster)\b.{1,80}\bor|which (?:one )?is (?:better|best)"
    r"|which (?:ones?|of (?:them|these|those))\b(?! (?:do|are|can|should|would) (?:you|i|we)\b)"
    r"|which (?:ones?|of (?:them|these|those)) (?:would|do|can|should) (?:you|i|we) "
    r"(?:recommend|suggest|advise|take|get|choose)"
    r"|(?:una|mna|unge|mnge)(?:nishauri|nipendekezea|pendekeza) (?:gani|ipi)|nichukue ipi"
    r"|kati ya|tofauti ya|tofauti (?:ni|iko|yake ni|yao ni|zao ni) (?:gani|nini|ipi|wapi)"
    r"|what(?:'s|s| is| are) the (?:main |real )?diff(?:erences?)?"
    r"|tofauti kati|ipi (?:ni )?(?:bora|nzuri|poa)|\w*(?:pishan|tofautian)a\w*|how do \w.{1,60} differ"
    r"|(?:can'?t|cannot) (?:choose|decide) between)\b",
    re.IGNORECASE,
)
_WHICH_ONE = re.compile(r"\bwhich (?:ones?|of (?:them|these|those))\b|\b(?:ipi|gani) kati ya\b", re.IGNORECASE)
_WHICH_HAS = re.compile(
    r"\A\W*(?:(?:and|so|na|je|ok) )?ipi (?:ina|iko|ni|inaweza)\b"
    r"|\bwhich (?:has|is|lasts|holds|gives|comes with) (?:an? |the )?(?:more|most|better|best|\w{2,8}(?:er|est))\b",
    re.IGNORECASE,
)
_OR: Final = re.compile(r"\b(?:or|ama|au|vs|versus)\b", re.IGNORECASE)
_BY_UNIT: Final = re.compile(r"\bper [a-z]|\bkwa (?:kila|kilo|lita|gram|gb)\b", re.IGNORECASE)
_WHICH: Final = re.compile(r"\b(?:which|gani|[iyzlhc]h?ipi|ipi|lipi)\b", re.IGNORECASE)
_BETTER: Final = (
    "cheap(?:er)?|better|best|more|bigger|faster|longer|rahisi|nafuu|bora|nzuri|poa|sawa|kubwa|faida|haraka"
)
_WHICH_BEFORE: Final = re.compile(
    rf"(?:[^,]{{0,20}}\b)?(?:which|what|gani|ipi)\b[^,]{{0,20}}\b(?:{_BETTER})\b"
    r"(?: (?:value|for [a-z]{3,12}(?=,)))?[, ]*",
    re.IGNORECASE,
)
_IN_STEPS: Final = (
    # "A or B, which is cheaper?": one after the other;
    (
        re.compile(r"\b(?:or|ama|au|na)\b", re.IGNORECASE),
        _WHICH,
        re.compile(rf"\b(?:{_BETTER}|zaidi|iko|ina|ni)\b", re.IGNORECASE),
    ),
    # and "which is cheaper, A or B?".
    (_WHICH, re.compile(rf"\b(?:{_BETTER})\b", re.IGNORECASE), _OR),
)


def compares(text: str) -> bool:
    return _COMPARES.search(text) is not None or any(_follow(steps, text) for steps in _IN_STEPS)


def _follow(steps: Sequence[re.Pattern[str]], text: str) -> bool:
    """Whether all of them are in it, each behind the one before."""
    at = 0
    for step in steps:
        found = step.search(text, at)
        if found is None:
            return False
        at = found.end()
    return True


def without_question(text: str) -> str:
    """What is set beside each other without what is asked of it before: "which is cheaper, A or B" is "A or B"."""
    asked = _WHICH_BEFORE.match(text)
    return text[asked.end() :] if asked and _OR.search(text, asked.end()) else text


def sets_beside(text: str) -> bool:
    """Whether it names one thing or another, or asks which of them is better; by what they cost, and not each kilo."""
    return (_OR.search(text) is not None or compares(text)) and not _BY_UNIT.search(text)


def asks_which_one(text: str) -> bool:
    """Whether it asks which of those shown it is: "which one works without power?"."""
    return bool(_WHICH_ONE.search(text))


def asks_which_has(text: str) -> bool:
    """Whether it asks which of those shown has more of something, or it at all: "which has a better battery"."""
    return bool(_WHICH_HAS.search(text))
