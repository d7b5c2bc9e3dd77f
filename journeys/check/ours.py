"""Our own fixed sentences, set aside where a model's words stand among them.

What code writes is founded by the code that chose the sentence; the values filled into it are checked with the rest.
A model's own words are never looked at this way: it may have learnt our sentences by heart.
"""

import re
from collections.abc import Iterable
from functools import cache
from string import Formatter
from threading import Lock
from typing import Any, Final

from journeys.check.reading.terms import terms_of
from journeys.wording.phrases import phrases

# A shorter sentence may stand in anybody's words.
SHORTEST: Final = 12


@cache
def _sentences() -> tuple[tuple[str, str], ...]:
    """Each sentence's pattern by its longest fixed part, which tells at once that it cannot stand in a text."""
    found = []
    for template in {text for variants in phrases().values() for text in _texts(variants)}:
        parts = list(Formatter().parse(template.strip()))
        fixed = [literal for literal, *_ in parts]
        longest = max(fixed, key=len)
        if len(longest) >= SHORTEST:
            pattern = "".join(
                re.escape(literal) + (r"(.{1,200}?)" if name is not None else "") for literal, name, *_ in parts
            )
            if parts[-1][1] is not None:
                pattern += r"(?=[\n.]|$)"
            found.append((longest, pattern))
    return tuple(sorted(found, key=lambda each: -len(each[0])))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """One by one: a thousand at once took the first reply of a process half a second."""
    return re.compile(pattern)


def _texts(variants: Any) -> Iterable[str]:
    for value in variants.values():
        if isinstance(value, str):
            yield value
        else:
            yield from _texts(value)


_READING: Final = Lock()


def vocabulary() -> frozenset[str]:
    """What our fixed sentences speak of: the words of plain talk. Of many turns at once one reads them."""
    with _READING:
        return _vocabulary()


@cache
def _vocabulary() -> frozenset[str]:
    texts = (text for variants in phrases().values() for text in _texts(variants))
    return frozenset(term for text in texts for term in terms_of(text))


def without_ours(text: str, by_code: str = "") -> str:
    """The text without our fixed words, in which what was filled in stays, and without the lines that code wrote."""
    own = frozenset(line.strip() for line in by_code.splitlines())
    text = "\n".join(line for line in text.splitlines() if not line.strip() or line.strip() not in own)
    for fixed, pattern in _sentences():
        if fixed in text:
            text = _compiled(pattern).sub(
                lambda match: " \n".join(["", *(group or "" for group in match.groups()), ""]), text
            )
    return text
