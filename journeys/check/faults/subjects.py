"""Whether a clause says of its subject what a source says of another one: "happy hour is at Tamu Cafe"."""

import re
from typing import Final

from journeys.check.faults.polarity import CLOSED
from journeys.check.library.nearest import about, terms_told, values_in
from journeys.check.library.rested import NO_SOURCE, Rested
from journeys.check.library.units import denied_in
from journeys.check.reading.clauses import expanded
from journeys.check.reading.terms import WORD, Group, group_of, groups_of, terms_of
from journeys.check.reading.words import CARRIED, WEEKDAYS, either
from journeys.check.strange import talk

# Words before the subject of a sentence: "a", "the", "if your".
MOST_BEFORE: Final = 4
_GOES_ON: Final = re.compile(r"(?:it|its|this|that|they|these|off|on|after that|then)\b")
_IS_CASE: Final = re.compile(
    rf"\A(?:if|when|once|after|before|un\w+|kama|ukiw\w+)\b|\b{either(CARRIED['exception'])}\b"
)
_OF_DAYS: Final = terms_of(" ".join(WEEKDAYS))
_SUBJECT: Final = re.compile(r"(?P<of>[a-z' ]{2,40}?) (?:is|are|opens?|closes?|starts?|ends?|runs?|costs?|lasts?) ")
_THAN: Final = re.compile(r"\b(?:\w{2,}er|more|less|further|better|worse) than\b")


def is_of_another_thing(rested: Rested) -> str:
    """What stands of another thing and not of the one that is named: "happy hour is at Tamu Cafe"."""
    named = [each.origin for each in about(rested.clause.text, rested.sources)]
    if not named or _THAN.search(rested.clause.text):
        return ""
    known, denied = terms_told(named) | rested.known, denied_in(rested.clause)
    plain = talk() if CLOSED.search(rested.clause.text) else talk() | _OF_DAYS  # each has its days in hours of its own
    missing = [
        group for group in rested.groups if group.isdisjoint(known) and group.isdisjoint(plain) and group not in denied
    ]
    others = [other for other in rested.sources if other.name and other not in named]
    whose = [other for other in others if any(group & terms_told([other]) for group in missing)]
    return f"the source says it of {' '.join(whose[0].name)}" if whose else ""


def is_of_another_subject(rested: Rested) -> str:
    """What begins with the subject of another line of its passage, of which its own never speaks: a "restart"."""
    unit, first = rested.unit, _first_of(rested.clause.text)
    if unit.key or not first or rested.clause.asks or not first.isdisjoint(rested.known):
        return ""
    if _is_of_its_own(rested):
        return ""
    if _GOES_ON.match(expanded(unit.text)) or _IS_CASE.search(rested.clause.sentence):
        return ""
    others = (each for each in rested.origin.units if each is not unit and not each.key)
    is_theirs = any(first & _first_of(expanded(each.text)) for each in others)
    return "the source says it of something else" if is_theirs else ""


def _is_of_its_own(rested: Rested) -> bool:
    """Whether it names first what its line alone begins with, and says what that line says: "a purple flag means that
    jellyfish were seen"."""
    own = _first_of(expanded(rested.unit.text))
    is_named = any(own & group_of(word) for word in WORD.findall(rested.clause.text)[:MOST_BEFORE])
    is_alone = sum(bool(own & each.terms) for each in rested.origin.units) == 1
    known = rested.unit.terms | _first_of(rested.clause.text)
    return is_named and is_alone and all(group & known for group in rested.groups)


def _first_of(text: str) -> Group:
    """The first word that means something."""
    groups = map(group_of, WORD.findall(text)[:MOST_BEFORE])
    return next((group for group in groups if group and group.isdisjoint(talk() | _OF_DAYS)), frozenset())


def is_of_no_thing_here(rested: Rested) -> str:
    """A value of one of several things, said of what its passage never speaks of: "the casino opens at six"."""
    unit, origin = rested.unit, rested.origin
    subject = _SUBJECT.match(rested.clause.text) if origin.name and unit.label and rested.readings else None
    of = groups_of(subject["of"]) if subject and not values_in(subject["of"]) else []
    told = terms_told([origin]) | talk()
    return NO_SOURCE if of and all(group.isdisjoint(told) for group in of) else ""
