"""Folds any text to one plain form, so that matching never depends on case, accents or odd characters."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

Result = TypeVar("Result")

_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u02b9\u0374\u0060\u00b4\uff07", "'"))
# Accents, keycap rings, variation selectors. Vowel signs of other scripts are letters to their readers.
_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
# A turn reads the same sentences over and over, of which so many are remembered, and no longer ones.
_MOST, _LONGEST = 4_000, 1_000


def remembered_if_short(function: Callable[[str], Result]) -> Callable[[str], Result]:
    """Like `lru_cache`, for what a text alone tells: a long one is read anew each time."""
    remembering = lru_cache(maxsize=_MOST)(function)

    @wraps(function)
    def call(text: str) -> Result:
        return (remembering if len(text) <= _LONGEST else function)(text)

    return call


@remembered_if_short
def fold(text: str) -> str:
    """The text in one form for comparing: compatibility forms unified, lower case, no accents, single spaces."""
    if not text.isascii():
        text = _fold_unicode(text)
    return " ".join(_CONTROLS.sub(" ", text.casefold().translate(_APOSTROPHES)).split())


def words(text: str) -> list[str]:
    """The words and numbers of a text, folded; an apostrophe inside a word belongs to it."""
    return list(_words(text))


@remembered_if_short
def _words(text: str) -> tuple[str, ...]:
    folded = fold(text)
    if not folded.isascii():
        folded = "".join(_letter_or_space(character) for character in folded)
        return tuple(word for token in folded.split() if (word := token.strip("'")))
    return tuple(_WORD.findall(folded))


def _fold_unicode(text: str) -> str:
    # The lone acute accent would decompose to a space and split the word.
    text = text.translate(_APOSTROPHES)
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    text = "".join(character for character in text if unicodedata.category(character) not in ("Cf", "Cs"))
    return unicodedata.normalize("NFKC", _ACCENTS.sub("", text))


def _letter_or_space(character: str) -> str:
    if character == "'" or character.isalnum() or unicodedata.category(character) in ("Mn", "Mc"):
        return character
    return " "


# A verb that tells of what stands before it: "chumba kinachotazama bahari", "simu zinazokaa na charge".
_RELATIVE = re.compile(r"[a-z]{1,2}na(?:cho|vyo|yo|zo|lo|ye|o)[a-z]{3,14}[aei]")


def is_relative(word: str) -> bool:
    """Whether it joins what follows to what stands before it, as "for" and "ya" do."""
    return _RELATIVE.fullmatch(word) is not None
