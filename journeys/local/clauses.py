"""What the form of a sentence tells, whatever its words: a question about what only may come."""

import re
from typing import Final

# English says "if I cancel"; a Swahili verb says it inside itself: ni-ki-ghairi, i-ki-haribika.
_CONDITION: Final = re.compile(
    r"\A\W*(?:(?:and|but|so|what|na|je|sasa)\W+){0,2}(?:if|in case|suppose|supposing|kama|ikiwa|iwapo|endapo)\b"
    r"|\A\W*(?:(?:na|je|sasa)\W+){0,2}(?:ni|tu|u|m|a|wa|i|zi|li|ya|vi|ki)ki[a-z]{4,}\b"
)
_ASKS: Final = re.compile(
    r"\?|\b(?:what|when|how|can i|do i|will i|would i|could i|je|nini|lini|vipi|gani|ngapi|naweza|inakuwaje|aje)\b"
)


def may_only_come(said: str) -> bool:
    """Whether a folded sentence asks about a case that has not come: that is a question about the rules."""
    return _CONDITION.search(said) is not None and _ASKS.search(said) is not None
