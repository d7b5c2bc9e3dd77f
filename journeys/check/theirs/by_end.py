"""A day of the customer's own beside the last one of a rule: "valid until 15 December, so not for 21 January"."""

import re
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.library.nearest import values_in
from journeys.check.reading.terms import terms_of
from journeys.check.reading.words import MONTHS, WEEKDAYS
from journeys.check.strange import talk
from journeys.check.theirs.days_told import days_in, own
from journeys.check.theirs.kept_to import is_of_the_same, says_no_more
from knowledge.text import fold

_ENDS: Final = re.compile(
    r"\b(?:until|till|up to|through|ends?(?: on)?|closes(?: on)?|expires(?: on)?|hadi|mpaka|(?:in|hu)aisha"
    r"|mwisho(?: ni)?)(?: (?:the|tarehe))? (?=\d|[a-z]{3,9} \d)"
)
_HOLDS: Final = re.compile(
    r"\b(?:reach(?:es)?|covers?|still|in time|valid|holds?|appl(?:y|ies)|counts?|early enough|within|bado|ndani ya"
    r"|kwa wakati|(?:i|ki|u|li)na(?:fika|fikia|shika|husu)|inaendelea)\b"
)
_IS_OVER: Final = re.compile(
    r"\b(?:too late|over|expired|ended|past it|(?:i|u|ki)(?:me|mesha)(?:isha|kwisha|pita)|umechelewa)\b"
)
_DENIES: Final = re.compile(
    r"\b(?:not|no longer|never|cannot|ha(?:i|u|ki|li)(?:ta)?(?:fik(?:i|ii)|shiki|husu|fai|endelei))\b|n't\b"
)
_HANGS_ON_MORE: Final = re.compile(r"\b(?:if|unless|only|except|free|but|ikiwa|kama|ila|lakini|bure)\b|\?")
_NEUTRAL: Final = terms_of(
    " ".join([
        *MONTHS, *WEEKDAYS,
        "it its that this then your you stay arrival visit order trip booking day date from on by will would be is are "
        "was reach cover hold apply count valid still time late early enough over expired ended past within not longer "
        "tarehe siku kutoka kuanzia hiyo hii yako yenu inafika haifiki inafikia haifikii inashika haishiki itakuwa "
        "imeisha imepita bado ndani wakati kwa ya ofa promotion offer code",
    ])
)  # fmt: skip


def follows(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether each day of theirs that it names is after the one last day of the premise, or is not, as it says."""
    said, told = fold(conclusion), fold(premise)
    is_over = _IS_OVER.search(said) is not None
    is_one_way = is_over is not (_HOLDS.search(said) is not None)
    if evidence.today is None or not is_one_way or _HANGS_ON_MORE.search(said):
        return False
    ends = list(days_in(told, evidence.today)) if len(_ENDS.findall(told)) == 1 else []
    theirs = own(map(fold, (*evidence.said.texts, *evidence.said.words)), evidence.today)
    named = list(days_in(said, evidence.today))
    are_theirs = bool(named) and all(day in theirs and day is not None and not day.is_month for day in named)
    if len(ends) != 1 or ends[0] is None or ends[0].is_month or not are_theirs or _has_others(conclusion):
        return False
    is_past = {day.first > ends[0].last for day in named if day is not None}
    says_past = is_over is (_DENIES.search(said) is None)
    return (
        is_past == {says_past} and is_of_the_same(conclusion, premise) and _says_no_more(conclusion, premise, evidence)
    )


def _has_others(conclusion: str) -> bool:
    return any(fact.kind != "date" for fact in values_in(conclusion))


def _says_no_more(conclusion: str, premise: str, evidence: Evidence) -> bool:
    theirs = (term for text in (*evidence.said.texts, *evidence.said.words) for term in terms_of(text))
    return says_no_more(conclusion, frozenset((*terms_of(premise), *theirs)) | _NEUTRAL | talk())
