"""Flags a text that gives orders to an assistant: hidden in a document, or sent as a message.

It counts signs and adds up their weights: one order that overrides is enough, a role to play is not. A flagged text
stays text: it is shown as data, never obeyed, and nobody is refused for it.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from knowledge.text import fold

FLAGGED = 1.0
# A second, different sign of one kind counts half as much again.
_AGAIN, _MOST_SIGNS, _LONGEST = 0.5, 3, 20_000


@dataclass(frozen=True, slots=True)
class Sign:
    """A kind of order, and the patterns it is known by."""

    name: str
    weight: float
    patterns: tuple[re.Pattern[str], ...]

    def strength(self, text: str) -> float:
        """What it adds: its weight for the first pattern found, half for each one more."""
        seen = sum(pattern.search(text) is not None for pattern in self.patterns)
        return self.weight * (1 + _AGAIN * (min(seen, _MOST_SIGNS) - 1)) if seen else 0.0


def is_injection(text: str) -> bool:
    """Whether the text tries to give an assistant orders."""
    return suspicion(text) >= FLAGGED


def suspicion(text: str) -> float:
    """The weights of all signs in it; 1 and more is flagged."""
    # Folding joins the lines; where one begins tells an order from a clause.
    lines = "\n".join(fold(line) for line in text[:_LONGEST].splitlines())
    return sum(sign.strength(lines) for sign in _signs())


@lru_cache(maxsize=1)
def _signs() -> tuple[Sign, ...]:
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(
        Sign(name, table["weight"], tuple(re.compile(pattern, re.DOTALL) for pattern in table["patterns"]))
        for name, table in tables.items()
    )
