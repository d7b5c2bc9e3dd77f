"""That there is a thing of which nobody told a word: "tuna sauna", "there is a casino in the garden wing"."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from journeys.check.clauses import clauses
from journeys.check.strange import talk
from journeys.check.terms import WORD, group_of
from journeys.check.words import CARRIED

_THERE_IS: Final = re.compile(
    r"\b(?:there (?:is|are)(?! (?:no|not|nothing|nobody|never)\b)|we (?:also )?(?:offer|run)"
    r"|we (?:also |do )?have(?= (?:also |even )?(?:an?|our own|some) )|you will find|tuna|kuna|pana|mna)"
    r"(?: (?:also|even|a|an|some|the|our|own|pia|hata|both)){0,3} (?P<what>[a-z' ]{3,60})"
)
# What follows says where, when or what of.
_ENDS: Final = frozenset(CARRIED["thing_ends"])
# Words of a thing: a longer row of them is a sentence of its own.
MOST: Final = 3
# "A steam room" is not told where only rooms are.
TWO: Final = 2


def unheard_things(text: str, told: Collection[str]) -> Iterator[str]:
    """What is said to be there and has no word that was told; what is asked or denied is not."""
    for clause in clauses(text):
        match = _THERE_IS.search(clause.text)
        if match is None or clause.asks or clause.denies(match.start("what")):
            continue
        thing = _thing(match["what"])
        groups = [group for word in thing if (group := group_of(word)) and not group & talk()]
        is_whole = len(thing) == len(groups) == TWO
        if groups and (any if is_whole else all)(group.isdisjoint(told) for group in groups):
            yield " ".join(thing)


def _thing(what: str) -> list[str]:
    said: list[str] = []
    for word in WORD.findall(what):
        if word in _ENDS or len(said) == MOST:
            break
        said.append(word)
    return said
