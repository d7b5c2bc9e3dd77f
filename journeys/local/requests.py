"""Whether a message asks for something to be done, brought or mended, rather than to be told."""

import re
from functools import cache

from journeys.local.clauses import may_only_come
from journeys.local.governor import without_greeting
from journeys.local.wordlists import is_gibberish, plain, tokens, word_set, wordlist
from knowledge import lexicon

OF_A_ROOM = frozenset({"towel", "pillow", "blanket", "bedsheet", "bed", "iron", "fan", "wifi", "soap", "mosquito_net"})


@cache
def _asks() -> re.Pattern[str]:
    lines = "|".join(f"(?:{line})" for line in wordlist("requests")["asks"])
    before = r"\A\W{0,3}|[.,;!]\W{0,3}|\b(?:so|and|but|also|please|kindly|na|pia|tafadhali)\W{1,3}"
    return re.compile(rf"(?:{before})(?:{lines})")


@cache
def _pattern(name: str) -> re.Pattern[str]:
    found = wordlist("requests")[name]
    return re.compile(found if isinstance(found, str) else "|".join(f"(?:{line})" for line in found))


def is_fault(text: str) -> bool:
    """Whether something is not as it should be; at what hour the noise must end is only asked."""
    said = plain(text)
    return _pattern("faults").search(said) is not None and _pattern("asks_when").search(said) is None


def is_late(text: str) -> bool:
    """Whether what should have come has not; what happens if it does not is only asked."""
    said = plain(text)
    return _pattern("late").search(said) is not None and not may_only_come(said)


def is_request(text: str) -> bool:
    """Whether somebody would have to do something about it."""
    said = plain(without_greeting(text)).strip()
    if is_fault(text):
        return True
    return not _pattern("questions").match(said) and _asks().search(said) is not None


def tells_of_themselves(text: str) -> bool:
    """Whether it only says how things stand with them, for somebody to know: "my wife is allergic to nuts"."""
    return _pattern("themselves").match(plain(text)) is not None and "?" not in text


def is_of_a_stay(text: str) -> bool:
    """Whether it asks for something to be done about a room, a meal or another thing of a stay."""
    if is_gibberish(text) or not is_request(text):
        return False
    if word_set("requests", "things") & set(tokens(text)):
        return True
    named = (lexicon.concept(term) for term in lexicon.terms(text))
    return any(lexicon.kind(name) == "hospitality" or name in OF_A_ROOM for name in named if name)
