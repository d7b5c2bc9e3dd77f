"""Reads a coupon's code out of a message: "nina code KARIBU10", or the code alone."""

import re
from typing import Final

from journeys.local.wordlists import tokens
from knowledge import lexicon

# "I have a code" beside the code; more words want something else.
FEWEST_OTHERS: Final = 4
_CODE = r"[A-Za-z0-9][A-Za-z0-9_-]{1,38}[A-Za-z0-9]"
_CUES = (
    r"coupon|kuponi|promo(?:tion)?|voucher|vocha|discount|punguzo|msimbo|code|kodi"
    r"|apply|use|redeem|tumia|weka|ingiza|put|add"
)
_LINKS = (
    r"code|codes|kodi|msimbo|coupon|kuponi|promo|voucher|discount|punguzo"
    r"|ya|wa|la|is|ni|the|my|yangu|hii|hiyo|hio|this|that|number|namba|inaitwa|called|of"
)
_NAMED = re.compile(rf"\b(?:{_CUES})\b(?:\W{{1,3}}(?:{_LINKS})\b){{0,4}}\W{{1,3}}(?P<code>{_CODE})", re.IGNORECASE)
_CUE = re.compile(rf"\b(?:{_CUES})\b", re.IGNORECASE)
_ALONE = re.compile(rf"\A\W*(?P<code>{_CODE})\W*")


def code_in(text: str) -> str | None:
    """The code as it is typed; a plain word is one only where it is written large or holds a digit."""
    alone = _ALONE.fullmatch(text.strip())
    found = [alone["code"]] if alone else [named["code"] for named in _NAMED.finditer(text)]
    return next((code.upper() for code in found if _looks_like_one(code)), None)


def is_about_a_code(text: str) -> bool:
    """Whether hardly more than a code and the words for it was said: "apply KARIBU10 pls", "use my code ..."."""
    code, said = code_in(text), _CUE.search(text)
    others = [word for word in tokens(_CUE.sub(" ", text)) if not lexicon.is_stop_word(word)]
    return code is not None and said is not None and len(others) <= FEWEST_OTHERS


def _looks_like_one(code: str) -> bool:
    has_letter = any(character.isalpha() for character in code)
    has_digit = any(character.isdigit() for character in code)
    return has_letter and len(code) >= 3 and (has_digit or code.isupper())
