"""A guess: what a classifier of the local mind answers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Guess:
    """A label and how sure we are of it, from 0 to 1."""

    label: str
    confidence: float


def guess(label: str, confidence: float) -> Guess:
    return Guess(label=label, confidence=round(min(1.0, max(0.0, confidence)), 3))
