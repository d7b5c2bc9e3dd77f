"""Flags a text that gives orders to an assistant: hidden in a document, or sent as a message.

It counts signs and adds up their weights: one order that overrides is enough, a role to play is not. A flagged text
stays text: it is shown as data, never obeyed, and nobody is refused for it. What stands beside the order is kept.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from knowledge.text import fold

# One sure sign, or two doubtful ones that add up to it.
FLAGGED = 1.0
# A second, different sign of one kind counts half as much again.
_AGAIN, _MOST_SIGNS, _LONGEST = 0.5, 3, 20_000
# Behind a heading or the cell of a table a sentence may begin where nothing has ended.
_BEGINS = re.compile(r"(?<=[a-z0-9)\]%]) (?=[A-Z][a-z]+ [a-z])")
# A line that neither ends a sentence nor is followed by a list item may go on in the next one.
_ENDS = re.compile(r"(\n\s*\n|(?<=[.!?;])\n|\n(?=\s*(?:[-*\u2022]|\(?\d{1,3}[.)])\s))")
_GOES_ON = re.compile(r"\A\s*(?:[a-z]|[-*\u2022]\s|\(?\d{1,3}[.)]\s)")


@dataclass(frozen=True, slots=True)
class Sign:
    """A kind of order, and the patterns it is known by; some are orders only where no customer speaks."""

    name: str
    weight: float
    patterns: tuple[re.Pattern[str], ...]
    in_documents: bool

    def strength(self, text: str) -> float:
        """What one sign adds to the suspicion: its weight for the first pattern found, half for each one more."""
        seen = sum(pattern.search(text) is not None for pattern in self.patterns)
        return self.weight * (1 + _AGAIN * (min(seen, _MOST_SIGNS) - 1)) if seen else 0.0


def is_injection(text: str, *, is_spoken: bool = False) -> bool:
    """Whether the text tries to give an assistant orders; a wish that is spoken is none, in a document it is."""
    return suspicion(text, is_spoken=is_spoken) >= FLAGGED


def honest_part(text: str) -> str:
    """What a flagged text says beside the order; empty when the two cannot be told apart.

    Here any sign is enough for a stretch of lines to go, and a list or half a sentence behind it goes too.
    """
    parts = _ENDS.split(text)
    rest, is_order, is_told_apart = "", False, False
    for stretch, glue in zip(parts[::2], [*parts[1::2], ""], strict=True):
        is_order = suspicion(stretch) > 0 or (is_order and _GOES_ON.match(stretch) is not None)
        is_told_apart = is_told_apart or is_order
        rest += "" if is_order else stretch + glue
    return rest.strip() if is_told_apart and not is_injection(rest) else ""


@lru_cache(maxsize=500)
def suspicion(text: str, *, is_spoken: bool = False) -> float:
    """The weights of all signs in it; 1 and more is flagged."""
    # Folding joins the lines; where one begins tells an order from a clause. Where a name may begin one, both are read.
    readings = {_folded(text[:_LONGEST]), _folded(_BEGINS.sub("\n", text[:_LONGEST]))}
    signs = [sign for sign in _signs() if not (is_spoken and sign.in_documents)]
    return max(sum(sign.strength(lines) for sign in signs) for lines in readings)


def _folded(text: str) -> str:
    return "\n".join(fold(line) for line in text.splitlines())


@lru_cache(maxsize=1)
def _signs() -> tuple[Sign, ...]:
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return tuple(
        Sign(
            name,
            table["weight"],
            tuple(re.compile(pattern, re.DOTALL) for pattern in table["patterns"]),
            table.get("in_documents", False),
        )
        for name, table in tables.items()
    )
