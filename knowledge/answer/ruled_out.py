"""What a sentence says only of a case that is not so."""

import re
from collections.abc import Set
from typing import Final

from knowledge.answer.meaning import terms
from knowledge.search.terms.glossary import verb_in

_CASE: Final = re.compile(r"\b(?:if|when|once|ikiwa|iwapo|endapo|kama)\b[^.;:!?]*", re.IGNORECASE)
_WITHOUT: Final = re.compile(
    r"\b(?:not|never|without|no|isn't|isnt|doesn't|doesnt|bila|pasipo)\s+(?P<what>\w+)", re.IGNORECASE
)


def denied(text: str) -> set[str]:
    """What a text says is not so, word by word."""
    verbs = (word for word in text.casefold().split() if (verb := verb_in(word.strip(".,;:!?"))) and verb.is_denied)
    return terms(" ".join([*(found["what"] for found in _WITHOUT.finditer(text)), *verbs]))


def is_ruled_out(sentence: str, seen: Set[str]) -> bool:
    """Whether it is said of a case without something that is there."""
    return any(denied(case[0]) & seen for case in _CASE.finditer(sentence))
