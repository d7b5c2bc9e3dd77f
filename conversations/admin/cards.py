"""A figure of the admin's first page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """One figure, what it means, and where it leads."""

    title: str
    value: str
    note: str
    link: str
    tone: str = ""
