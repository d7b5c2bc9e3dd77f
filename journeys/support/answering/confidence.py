"""How sure an answer is: by the strength of the best passage it rests on, and by its own words.

Set on every second of 149 answers that the library gave to questions of four collections (mtrag's two, tau_knowledge,
afriqa_sw) and tried on the others, by whether the passage that answers is among those cited: of what is called high
92 % were right on the first half and 95 % on the second, of medium 80 % and of low 64 % of all; `make bench` tells it.
"""

import re
from typing import Final, Literal

from tools.support.kb_retrieve import Snippet

# "High": clearly past the threshold, and said without hedging.
HIGH: Final = 1.15
# At the threshold.
MEDIUM: Final = 1.0
DOUBTFUL: Final = 0.6
"""The score up to which an answer says itself that it may not be one."""
_UNCERTAIN = re.compile(
    r"\b(?:might|possibly|perhaps|unclear|not sure|may be|labda|huenda|pengine|sina uhakika|siko sure)\b", re.IGNORECASE
)


def confidence_of(answer: str, snippets: list[Snippet]) -> Literal["high", "medium", "low"]:
    """High is right nine times of ten, where no word of it doubts; low is what a person should look at."""
    strength = max((snippet.strength for snippet in snippets), default=0.0)
    if strength >= HIGH and _UNCERTAIN.search(answer) is None:
        return "high"
    return "medium" if strength >= MEDIUM else "low"


def is_doubtful(snippets: list[Snippet]) -> bool:
    """Whether it is told with the word that it may not answer: that what it rests on was hardly found."""
    return bool(snippets) and sum(snippet.score for snippet in snippets) / len(snippets) <= DOUBTFUL
