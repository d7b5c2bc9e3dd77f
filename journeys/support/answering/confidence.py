"""How sure an answer is, from the scores of its passages and from its own words."""

import re
from typing import Final, Literal

from tools.support.kb_retrieve import Snippet

HIGH: Final = 0.8
MEDIUM: Final = 0.6
_UNCERTAIN = re.compile(
    r"\b(?:might|possibly|perhaps|unclear|not sure|may be|labda|huenda|pengine|sina uhakika|siko sure)\b", re.IGNORECASE
)


def confidence_of(answer: str, snippets: list[Snippet]) -> Literal["high", "medium", "low"]:
    """High above 0.8 without a doubtful word, medium above 0.6, else low."""
    mean = sum(snippet.score for snippet in snippets) / len(snippets) if snippets else 0.0
    is_doubtful = _UNCERTAIN.search(answer) is not None
    if mean > HIGH and not is_doubtful:
        return "high"
    return "medium" if mean > MEDIUM else "low"
