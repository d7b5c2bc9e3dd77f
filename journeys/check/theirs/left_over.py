"""What is left of a sum after a payment that the customer speaks of: "ukilipa KES 1,500 ya KES 3,499, inabaki 1,999".

Their amount may be spoken of where the sentence says that alone: what a part of a bill brings back is told by nobody.
"""

import re
from collections.abc import Collection, Iterator
from decimal import Decimal
from typing import Final

from journeys.check.reading.clauses import expanded, sentences
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.terms import groups_of, terms_of
from journeys.check.reading.words import MONTHS, WEEKDAYS
from journeys.check.strange import talk

_PAYS: Final = re.compile(
    r"\b(?:(?:if|when|once|after) (?:you (?:pay|send|clear|put in)|paying|sending)|(?:uki|mki|uta?po)(?:lipa|tuma|toa)"
    r"|less|minus|kutoa)\b|\s[-\u2212]\s",
    re.IGNORECASE,
)
_LEFT: Final = re.compile(
    r"\b(?:left|remains?|remaining|still (?:owe|open|due)|leaves|(?:i|ya|za|zi|li)(?:na|ta)(?:ku)?baki\w?|iliyobaki)\b",
    re.IGNORECASE,
)
_MAKES: Final = re.compile(r"=|\b(?:is|are|makes|ni|inakuwa)\b", re.IGNORECASE)
_DENIES: Final = re.compile(
    r"\b(?:not|no|nothing|never|none|hakuna|hamna|si|sio|bila|ha\w{3,}i)\b|n't\b|\?", re.IGNORECASE
)
_SAYS_NO_MORE: Final = terms_of(
    " ".join([
        *MONTHS, *WEEKDAYS,
        "if when once after before you pay send clear put in of on the bill invoice balance amount account month due "
        "left leave remain still owe open it that then is are will be your from by now today tomorrow less minus so "
        "first kwa ya hiyo hii yako ankara deni salio akaunti sasa leo kesho bado itabaki inabaki zinabaki yanabaki "
        "ukilipa ukituma ukitoa kutoa mwezi sai saa hizi utadaiwa unadaiwa ni na",
    ])
)  # fmt: skip
LEAST: Final = 100
"""Shillings, below which a number may be a day."""
THREE: Final = 3
"""What is owed, what is paid of it, and what is left."""


def amounts_in(sentence: str) -> frozenset[Decimal]:
    """What is owed, paid and left, of a sentence that says nothing else; none where it does."""
    amounts = _amounts(sentence)
    groups = [] if _DENIES.search(sentence) else groups_of(expanded(_without(sentence)))
    is_of_it = _PAYS.search(sentence) and (_LEFT.search(sentence) or _MAKES.search(sentence)) and _is_so(amounts)
    known = _SAYS_NO_MORE | talk()
    says_no_more = bool(groups) and all(group & known for group in groups)
    return frozenset(amounts) if is_of_it and says_no_more else frozenset()


def is_spoken_of(fact: Fact, text: str, budgets: Collection[Decimal]) -> bool:
    """Whether it is an amount that the customer has named, and is taken from another."""
    own = {Decimal(each) for each in fact.readings} & set(budgets) if fact.kind in ("money", "number") else set()
    return bool(own) and any(own & amounts_in(each) for each in sentences(text) if fact.text in each)


def wrong(text: str) -> Iterator[str]:
    """Each sentence that has another amount left than what is paid leaves of what is owed."""
    for sentence in sentences(text):
        amounts = _amounts(sentence)
        is_of_it = _PAYS.search(sentence) and _LEFT.search(sentence) and not sentence.endswith("?")
        if is_of_it and len(amounts) == THREE and not _is_so(amounts):
            yield sentence


def _is_so(amounts: list[Decimal]) -> bool:
    return len(amounts) == THREE and 2 * max(amounts) == sum(amounts)


def _facts(sentence: str) -> list[Fact]:
    facts = facts_in(sentence)[0]
    amounts = (fact for fact in facts if fact.kind == "money" or (fact.kind == "number" and not fact.unit))
    return [fact for fact in amounts if max(map(Decimal, fact.readings)) >= LEAST]


def _amounts(sentence: str) -> list[Decimal]:
    return [max(map(Decimal, fact.readings)) for fact in _facts(sentence)]


def _without(sentence: str) -> str:
    """The words of it."""
    for fact in _facts(sentence):
        sentence = sentence.replace(fact.text, " ")
    return sentence
