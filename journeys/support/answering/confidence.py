"""How sure an answer is: by the strength of the best passage it rests on, and by its own words.

Set on 149 answers that the library gave to questions of four collections (mtrag's two, tau_knowledge, afriqa_sw), by
whether the passage that answers is among those cited. Set on nine tenths of them and tried on the last, ten times, of
what is called high 91 % were right, of medium 80 % and of low 63 %; `make bench` tells it.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from tools.support.kb_retrieve import Snippet

# From here on nine of ten are right; and no word of the answer may doubt.
HIGH: Final = 1.2
# Between the two four of five are right.
MEDIUM: Final = 0.9
DOUBTFUL: Final = 0.6
"""The score up to which an answer says itself that it may not be one."""
LIKELY: Final = 0.75
"""Of what was found by what customers ask (`library.as_asked`) what is likelier answers three times of four, and what
is less likely every other time."""
_UNCERTAIN = re.compile(
    r"\b(?:might|possibly|perhaps|unclear|not sure|may be|labda|huenda|pengine|sina uhakika|siko sure)\b", re.IGNORECASE
)


def confidence_of(answer: str, snippets: list[Snippet]) -> Literal["high", "medium", "low"]:
    """High is right nine times of ten, where no word of it doubts; low is what a person should look at."""
    strength = strongest(snippets)
    if strength >= HIGH and not doubts(answer):
        return "high"
    return "medium" if strength >= MEDIUM else "low"


def strongest(snippets: list[Snippet]) -> float:
    """The strength of the best passage."""
    return max((snippet.strength for snippet in snippets), default=0.0)


def doubts(answer: str) -> bool:
    """Whether a word of the answer says that it may not be so."""
    return _UNCERTAIN.search(answer) is not None


def is_doubtful(snippets: Sequence[Snippet]) -> bool:
    """Whether it is told with the word that it may not answer: what it rests on was hardly found, or found by what
    customers ask, which is hardly like this."""
    if not snippets:
        return False
    likely = max(snippet.asked for snippet in snippets)
    is_hardly_asked = 0 < likely < LIKELY and strongest(list(snippets)) < HIGH
    return is_hardly_asked or sum(snippet.score for snippet in snippets) / len(snippets) <= DOUBTFUL
