"""Knows a question about what it all comes to: "total?", "jumla ni ngapi", "how much altogether"."""

import re
from typing import Final

_TOTAL: Final = re.compile(
    r"\b(?:(?<!ya )(?<!za )(?<!la )(?<!kwa )jumla|(?<!\ba )totals?|altogether|all together|in all|comes? to how much"
    r"|how much (?:do|does|would|will) (?:they|it|that|everything) (?:all )?come to)\b"
    r"|,\s?(?:ni )?ngapi\W{0,3}\Z",
    re.IGNORECASE,
)
"""Goods "ya jumla" are sold in bulk."""
_IT_WILL_BE: Final = re.compile(r"\b(?:i|zi|li|ya|u|vi)(?:ta|na)kuwa\b", re.IGNORECASE)


def asks_total(text: str) -> bool:
    return _TOTAL.search(text) is not None


def without(text: str) -> str:
    """The message without the words that ask for it, and without "it will be"."""
    return _IT_WILL_BE.sub(" ", _TOTAL.sub(" ", text))
