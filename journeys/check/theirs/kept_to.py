"""Whether a conclusion keeps to what it follows from: it is of the same thing, and in words that were said before."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.library.nearest import terms_told
from journeys.check.reading.clauses import expanded
from journeys.check.reading.terms import groups_of, terms_of
from knowledge import lexicon

# Of what was told: "closed on Mondays, so you cannot have dinner there".
_POINTS_BACK: Final = re.compile(r"\b(?:there|then|hapo|huko|pale)\b")
# Of which nobody says that it is into a room.
_CHECK_IN: Final = re.compile(r"\bcheck-? ?(?:in|out)\b")
_ROOM: Final = lexicon.things("room")
_LODGINGS: Final = terms_of("room cottage villa suite banda chumba")
"""What may be meant where a rule says "the room"."""


def is_of_the_same(conclusion: str, premise: str) -> bool:
    """Whether it names no other thing than what it follows from does: a fridge's warranty is not that of headphones."""
    told, concluded = lexicon.things(premise), _with_their_kinds(lexicon.things(conclusion))
    return not (told and concluded) or not set(told).isdisjoint(concluded)


def _with_their_kinds(things: Collection[str]) -> frozenset[str]:
    """Earbuds are headphones."""
    return frozenset(things).union(kind for thing in things if (kind := lexicon.broader(thing)))


def says_no_more(conclusion: str, known: Collection[str]) -> bool:
    """Whether each of its words may stand for a term that is known."""
    return all(not group.isdisjoint(known) for group in groups_of(expanded(conclusion)))


def is_of_another(meaning: str, rule: str, evidence: Evidence) -> bool:
    """Whether it is said of another thing that was told of: a fridge's warranty is not that of headphones."""
    others = lexicon.things(meaning) - lexicon.things(rule)
    if _CHECK_IN.search(expanded(rule)):
        others -= _ROOM
    if lodgings := lodgings_meant(rule, evidence):
        others -= lexicon.things("cottage villa") & lodgings
    return (
        _POINTS_BACK.search(expanded(meaning)) is None
        and bool(others)
        and not is_of_the_same(meaning, rule)
        and not _with_their_kinds(others).isdisjoint(terms_told(evidence.sources))
    )


def lodgings_meant(rule: str, evidence: Evidence) -> frozenset[str]:
    """What "the room" of a rule may be for them: the cottage that they were told of."""
    return _LODGINGS & evidence.terms if _ROOM & lexicon.things(rule) else frozenset()


def last_of(rule: str, meaning: str, neutral: Collection[str]) -> Iterator[str]:
    """The last of what is told, where the meaning speaks of nothing that stands before it alone: of a check-out until
    10:30, and a late one until 16:00."""
    before, _, last = rule.rpartition("; ")
    of_last = terms_of(last) | frozenset(neutral)
    elsewhere = frozenset(term for group in groups_of(expanded(before)) if not group & of_last for term in group)
    if before and not any(group & elsewhere for group in groups_of(expanded(meaning))):
        yield last
