"""Whether a conclusion keeps to what it follows from: it is of the same thing, and in words that were said before."""

from collections.abc import Collection

from journeys.check.reading.clauses import expanded
from journeys.check.reading.terms import groups_of
from knowledge import lexicon


def is_of_the_same(conclusion: str, premise: str) -> bool:
    """Whether it names no other thing than what it follows from does: a fridge's warranty is not that of headphones."""
    told, concluded = lexicon.things(premise), lexicon.things(conclusion)
    return not (told and concluded) or not set(told).isdisjoint(concluded)


def says_no_more(conclusion: str, known: Collection[str]) -> bool:
    """Whether each of its words may stand for a term that is known."""
    return all(not group.isdisjoint(known) for group in groups_of(expanded(conclusion)))
