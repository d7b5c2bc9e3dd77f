"""How a reply is read: whether it states a fact, and in which language it is."""

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from conversations.simulator.stories.story import Fact

_MARKUP = re.compile(r"[*_~`]|(?<!\s)\s+>")
_THOUSANDS = re.compile("(?<=\\d)[,\u00a0\u202f](?=\\d{3}(?!\\d))")
_NO_CENTS = re.compile(r"(?<=\d)\.00(?!\d)")
_QUOTES = str.maketrans(dict(zip("\u2018\u2019\u201c\u201d\u2013\u2014", "''\"\"--", strict=True)))

_SMALL = tomllib.loads((Path(__file__).parent / "small_words.toml").read_text())
_ENGLISH, _SWAHILI, _SHENG = (frozenset(_SMALL[name].split()) for name in ("en", "sw", "sheng"))
# A text may quote a title, a passage or a description in English within a Swahili frame, but not the other way round.
LEAST_SWAHILI = 0.25


def has(text: str, fact: Fact) -> bool:
    """Whether the text states the fact: as a whole word, or going on where a star stands."""
    plain = normal(text)
    ways = (fact,) if isinstance(fact, str) else fact.any_of
    return any(_pattern(way).search(plain) is not None for way in ways)


@lru_cache(maxsize=64)
def normal(text: str) -> str:
    """Lower case, without markup, with single spaces and numbers without separators."""
    plain = _MARKUP.sub(" ", text.translate(_QUOTES))
    plain = _NO_CENTS.sub("", _THOUSANDS.sub("", plain))
    return " ".join(plain.lower().split())


@lru_cache(maxsize=4096)
def _pattern(fact: str) -> re.Pattern[str]:
    bare = normal(fact.strip("*"))
    before = "" if fact.startswith("*") else r"(?<!\w)(?<!\d[.,])"
    after = "" if fact.endswith("*") else r"(?!\w)(?![.,]\d)"
    return re.compile(before + re.escape(bare) + after)


def language_of(text: str) -> str:
    """ "en", "sw", "sheng" or, when there are no such words in it, "" ."""
    words = re.findall(r"[a-z']+", normal(text))
    english = sum(word in _ENGLISH for word in words)
    swahili = sum(word in _SWAHILI for word in words)
    sheng = sum(word in _SHENG for word in words)
    if not english + swahili + sheng:
        return ""
    if (swahili + sheng) < LEAST_SWAHILI * (english + swahili + sheng):
        return "en"
    return "sheng" if sheng >= 2 and sheng * 4 >= swahili else "sw"


def is_in(text: str, language: str) -> bool:
    """Whether it is written in this language; Sheng and Swahili share so much that either answers for the other
    where a text is short."""
    found = language_of(text)
    return not found or found == language or {found, language} == {"sw", "sheng"}
