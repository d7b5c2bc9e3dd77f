"""In which language is quoted: in another than the customer's only where theirs has nothing nearly as good."""

from typing import Any, Final

# A quarter less fit is worth it to read one's own language.
NEARLY_AS_GOOD: Final = 0.75


def preferred(passages: list[dict[str, Any]], language: str) -> str:
    """Theirs, as documents are written in it, if the best passage in it nearly reaches the best of all; else none."""
    written = "sw" if language == "sheng" else language
    theirs = [each["score"] for each in passages if each["language"] in ("", written)]
    best = max((each["score"] for each in passages), default=0.0)
    return written if theirs and max(theirs) >= NEARLY_AS_GOOD * best else ""
