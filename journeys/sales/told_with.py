"""Parts of a message that name nothing by themselves, but tell more of what is named before: "3 T-shirts, L"."""

import re
from collections.abc import Sequence
from typing import Final

from journeys.local import circumstances
from journeys.local.purchase import boards
from journeys.local.wordlists import plain, tokens
from knowledge import lexicon

FORMS: Final = frozenset({"s", "m", "l", "xs", "xl", "xxl", "2xl", "3xl", "small", "medium", "large", "size", "saizi"})
# "2 packs of books, the squared ones": which of them, and nothing besides.
_WHICH = re.compile(
    r"(?:(?:the )?(?:[^\W\d][\w'-]{0,24} ){1,4}ones?|the (?:[\w'-]{1,24} ){1,4}one"
    r"|(?:zile|ile|hizo|hiyo|vile|za|ya)(?: [\w'-]{1,24}){1,4})(?: (?:please|pls|tafadhali))?",
    re.IGNORECASE,
)


def with_their_forms(parts: Sequence[str]) -> list[str]:
    """A size, a colour, a board or for how long that stands alone after a comma belongs to what is before it: "3
    T-shirts, L", "a Garden Room, two nights from the 8th"; and so does what says which one of it is meant."""
    joined: list[str] = []
    for part in parts:
        is_form = boards.is_one(part) or _is_of_a_stay(part) or all(_is_form(word) for word in tokens(part))
        if joined and (is_form or (_WHICH.fullmatch(part.strip(" .,!?")) and not lexicon.things(part))):
            joined[-1] = f"{joined[-1]} {part}"
        else:
            joined.append(part)
    return joined


def _is_of_a_stay(part: str) -> bool:
    """Whether it tells but for how long, from when and for whom."""
    left = circumstances.without(plain(part), "stay", "when", "party")
    return left != plain(part) and all(lexicon.is_stop_word(word) for word in tokens(left))


def _is_form(word: str) -> bool:
    meaning = lexicon.concept(word)
    return word in FORMS or word.isdecimal() or (meaning is not None and lexicon.kind(meaning) == "colour")
