"""Reads how they want to pay, the number to charge, and whether a yes to a payment is a plain one."""

import re
from collections.abc import Sequence
from typing import Final

from journeys.local import replies
from journeys.local.wordlists import any_of, tokens, word_set

WAYS: Final = ("card", "mpesa_c2b", "mpesa_stk")
_PHONE = re.compile(r"(?<![\d+])(?:\+?254|0)?[ -]?([17](?:[ -]?\d){8})(?![ -]?\d)")
_DRAWN_OUT = re.compile(r"(.)(?<!\1\1)\1+$")
_LONG = re.compile(r"\d{3,}")
_FOREIGN = re.compile(r"(?<!\d)\+(?!254)\d")

_CUES = (
    r"(?:(?:i have|nina|niko na|use|tumia|apply|weka|my|the|a|coupon|kuponi|promo|voucher|code|kodi|msimbo|ya|is|ni)"
    r"\W+)"
)
_COUPON = re.compile(
    rf"\A(?:{_CUES}*(?P<mixed>(?=[A-Za-z0-9]*[A-Za-z])(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{{5,20}})\W*"
    rf"|{_CUES}+(?P<large>[A-Z][A-Z0-9_-]{{3,19}})\W*)"
)


def coupon_in(text: str) -> str | None:
    """A coupon's code that is the whole message: letters with figures, or large letters after the word for it."""
    found = _COUPON.fullmatch(text.strip())
    return (found["mixed"] or found["large"]).upper() if found else None


def way_in(text: str, methods: Sequence[str]) -> str | None:
    """The one way of these that the words name; M-Pesa alone is the prompt, where there is one."""
    said = " ".join(tokens(text))
    named = [way for way in WAYS if any_of("purchase", "ways", way).search(said)]
    if not named and any_of("purchase", "ways", "mpesa").search(said):
        named = [way for way in ("mpesa_stk", "mpesa_c2b") if way in methods][:1] or ["mpesa_stk"]
    return named[0] if len(named) == 1 else None


def is_only_a_way(text: str) -> bool:
    """Whether the message says how to pay, and nothing else."""
    said = " ".join(tokens(text))
    for way in (*WAYS, "mpesa"):
        said = any_of("purchase", "ways", way).sub(" ", said)
    return set(said.split()) <= word_set("purchase", "ways", "around")


def phone_in(text: str) -> str | None:
    """The one Kenyan mobile number of a message, in E.164: 07.., 01.., 254.. or +254.."""
    if _FOREIGN.search(text):
        return None
    found = {re.sub(r"\D", "", match[1]) for match in _PHONE.finditer(text)}
    return f"+254{found.pop()}" if len(found) == 1 else None


def without_phones(text: str) -> str:
    """The text without its Kenyan mobile numbers."""
    return re.sub(rf"\+?{_PHONE.pattern}", " ", text)


def looks_like_a_number(text: str) -> bool:
    return bool(_LONG.search(text))


def agrees(text: str) -> bool | None:
    """A yes and nothing but a yes, or a no and nothing but a no: "yes, add one more" is neither."""
    answer = replies.yes_or_no(text)
    if answer is None:
        return None
    side = "yes" if answer else "no"
    plain = word_set("replies", side, "words") | word_set("replies", "around", "words")
    plain |= word_set("purchase", "pay_words", "words") if answer else frozenset()
    said = [_DRAWN_OUT.sub(r"\1", word) if word not in plain else word for word in tokens(text)]
    is_phrase = any_of("replies", side, "phrases").fullmatch(" ".join(said)) is not None
    return answer if is_phrase or set(said) <= plain else None
