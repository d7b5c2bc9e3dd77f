"""Whether the line or the phone that somebody asks after is their own, which they have lost: no other person's data."""

import re
from collections.abc import Sequence
from typing import Final

from knowledge.text import fold

QUERIES: Final = ("lost or stolen SIM: have the number blocked", "laini au simu imepotea au imeibiwa")
"""What a document that tells what to do would say."""
_THINGS: Final = r"(?:sim(?: ?card)?|line|number|phone|handset|card|laini|lain|simu|namba|number|kadi)"
_MINE: Final = rf"\b(?:my|our) (?:[a-z]{{2,12}} ){{0,2}}{_THINGS}\b"
_YANGU: Final = rf"\b{_THINGS} (?:yangu|yetu)\b"
_LOST: Final = re.compile(
    rf"{_MINE}[^.!?]{{0,30}}\b(?:lost|stolen|missing|snatched|gone|robbed)\b"
    rf"|\b(?:lost|stole|snatched|robbed(?: me of)?|misplaced)\b[^.!?]{{0,12}}{_MINE}"
    rf"|{_YANGU}[^.!?]{{0,30}}\b(?:i|li|ime|ili)?(?:me|li)?(?:potea|ibiwa|ibwa|lost|stolen|pokonywa)\b"
    rf"|\bni(?:me|li)(?:poteza|ibiwa|pokonywa|lose|lost)\b[^.!?]{{0,12}}\b{_THINGS}\b(?! (?:ya|za) )"
)
_OF_IT: Final = re.compile(rf"\b(?:{_THINGS}|it|hiyo|hio|yangu|mine)\b")
# "My sister's line": of somebody else after all.
_OF_ANOTHER: Final = re.compile(
    rf"\b(?:their|h(?:is|er)|[a-z]{{3,20}}'s) {_THINGS}\b"
    rf"|\b{_THINGS} (?:yake|yao|ya (?:[a-z]{{3,20}} )?(?:yangu|wangu))\b"
    r"|\b(?:husband|wife|sister|brother|boyfriend|girlfriend|mume|mke|dada|kaka|mpenzi|jirani|neighbou?r)\b"
)


def is_told_of(text: str, before: Sequence[str]) -> bool:
    """Whether a message asks after what they have said to be theirs, and to be lost."""
    said = fold(text)
    if _OF_ANOTHER.search(said):
        return False
    return _LOST.search(said) is not None or (
        _OF_IT.search(said) is not None and any(_LOST.search(fold(each)) for each in before)
    )
