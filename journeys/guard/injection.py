"""Flags text that gives the assistant orders. It stays text: nothing is refused, and nothing obeyed."""

import re

from knowledge.injection import is_injection
from knowledge.text import fold

# In a document such words may be a story; sent to us they are meant for us.
_MEANT_FOR_US = re.compile(
    r"\b(?:you are|youre|be) now (?:dan|evil|free|unrestricted)\b|\bdo anything now\b|\bdan mode\b"
)


def is_suspicious(text: str) -> bool:
    return is_injection(text, is_spoken=True) or _MEANT_FOR_US.search(fold(text)) is not None
