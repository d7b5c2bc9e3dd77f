"""Counts of the customer's own beside a rule's: what is left of one, and by how much it passes or falls short."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.library.nearest import values_in
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.readings import key

_COUNTS: Final = frozenset({"number", "quantity"})
# "Your 38 are 8 too many", "2 short of it".
_IS_OVER_IT: Final = re.compile(r"\b(?:more|over|above|beyond|too many|extra|zaidi)\b", re.IGNORECASE)
_IS_SHORT_OF_IT: Final = re.compile(r"\b(?:short|fewer|less|below|under|too few|pungufu|chache)\b", re.IGNORECASE)
MOST_COUNTED: Final = 100
"""A count beyond it is an amount."""


def left_of_theirs(premise: str, evidence: Evidence) -> frozenset[str]:
    """What is left of one count, theirs or of the rule, after another of theirs of the same, or of nothing said: of 12
    months after 7."""
    theirs = _counts((*evidence.said.texts, *evidence.said.words))
    return frozenset(
        key(one - other)
        for one, unit in theirs | _counts((premise,)) for other, of in theirs
        if one > other and (unit == of or not unit or not of)
    )  # fmt: skip


def _counts(texts: Iterable[str]) -> frozenset[tuple[Decimal, str]]:
    facts = (fact for text in texts for fact in facts_in(text)[0] if fact.kind in _COUNTS and not fact.currency)
    return frozenset(
        (Decimal(one), fact.unit) for fact in facts for one in fact.readings if Decimal(one) <= MOST_COUNTED
    )


def beyond(stated: list[Fact], premise: str, evidence: Evidence) -> frozenset[str]:
    """By how much a count of theirs passes one that is told, or falls short of it, as the conclusion says."""
    of_theirs = {Decimal(one) for fact in (*stated, *values_in(premise)) for one in fact.readings & evidence.asked
                 if fact.kind in _COUNTS and not fact.currency}  # fmt: skip
    told = {Decimal(one) for fact in values_in(premise) if fact.kind in _COUNTS for one in fact.readings}
    after = " ".join(fact.after for fact in stated)
    is_over, is_short = _IS_OVER_IT.search(after), _IS_SHORT_OF_IT.search(after)
    apart = [one - other for one in of_theirs for other in told if one != other]
    return frozenset(key(abs(each)) for each in apart if (is_over if each > 0 else is_short))
