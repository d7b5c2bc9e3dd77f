"""Reads whether a place that a model noted is our own shop, where somebody comes for the order.

A pick-up costs no delivery. So nothing else may be told of the place than what our own name and first words tell of us:
"pick up at the shop on Moi Avenue" is one where we say that we are there, "pick up at my shop in Gikomba" is none."""

import re
from functools import cache
from typing import Final

from journeys.local.purchase.delivery import is_collected
from journeys.local.wordlists import any_of, plain, tokens, word_set, wordlist

NAME: Final = "comes_for_it"
_NAMES: Final = re.compile(r"\b[A-Z][\w\u2019'-]+")


def is_at_ours(place: str, ours: str) -> bool:
    """Whether it says that they come for it, to us; `ours` is what we say of ourselves."""
    if is_collected(place):
        return True
    said = " ".join(tokens(plain(place)))
    left = _fetched().sub(" ", said, count=1)
    return left != said and _left(left) <= _own(ours)


def is_ours(place: str, ours: str, message: str) -> bool:
    """Whether it names nothing but our shop, and the message is of coming for what was ordered."""
    said, asked = " ".join(tokens(plain(place))), plain(message)
    comes = any_of("delivery", NAME, "comes").search(asked) and not any_of("delivery", NAME, "brings").search(asked)
    return bool(comes) and names_us(said, ours) and _left(said) <= _own(ours)


def names_us(said: str, ours: str) -> bool:
    is_shop = any_of("delivery", NAME, "shop").search(plain(said)) is not None
    return is_shop or bool(_own(ours) & set(tokens(plain(said))))


def _left(said: str) -> set[str]:
    """What is told of a place besides that it is a shop."""
    return set(tokens(any_of("delivery", NAME, "shop").sub(" ", said))) - word_set("delivery", NAME, "around")


def _own(ours: str) -> set[str]:
    """The names among what we say of ourselves."""
    return set(tokens(plain(" ".join(_NAMES.findall(ours)))))


@cache
def _fetched() -> re.Pattern[str]:
    """Whoever comes stands before it, so that "my sister's shop" stays a place."""
    who, fetches = (f"(?:{'|'.join(wordlist('delivery')[NAME][name])})" for name in ("who", "fetches"))
    return re.compile(rf"(?:\A{who} )?(?<!\S){fetches}(?!\S)")
