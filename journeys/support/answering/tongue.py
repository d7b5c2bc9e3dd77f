"""Whether a passage in another language is quoted: not where one in theirs answers nearly as well."""

from typing import Any, Final

NEARLY_AS_GOOD: Final = 0.75


def fitting(passages: list[dict[str, Any]], language: str) -> list[dict[str, Any]]:
    """Those in their language, if the best of them nearly reaches the best of all; else all of them."""
    theirs = [each for each in passages if each["language"] in ("", "sw" if language == "sheng" else language)]
    best = max((each["score"] for each in passages), default=0.0)
    is_enough = max((each["score"] for each in theirs), default=0.0) >= NEARLY_AS_GOOD * best
    return theirs if theirs and is_enough else passages
