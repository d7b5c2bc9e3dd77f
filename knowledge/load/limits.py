"""How much of a file is read, and what is said when there is more."""

import time
from dataclasses import dataclass, field

# The unit of the limits below.
MEGABYTE = 1024 * 1024


class FileRefused(Exception):
    """A file that is not taken; its sentence is for the person who gave it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Where reading stops."""

    bytes: int = 25 * MEGABYTE
    unpacked: int = 200 * MEGABYTE
    members: int = 5_000
    ratio: int = 200
    pages: int = 3_000
    cells: int = 500_000
    characters: int = 10_000_000
    depth: int = 40
    seconds: float = 120.0


@dataclass(slots=True)
class Meter:
    """Counts what one reading has taken so far; raises FileRefused at the limit."""

    limits: Limits = field(default_factory=Limits)
    characters: int = 0
    cells: int = 0
    deadline: float = 0.0

    def __post_init__(self) -> None:
        self.deadline = time.monotonic() + self.limits.seconds

    def text(self, text: str) -> str:
        self.characters += len(text)
        if self.characters > self.limits.characters:
            raise FileRefused(f"The file holds more than {self.limits.characters:,} characters. Split it.")
        self.tick()
        return text

    def cell(self, count: int = 1) -> None:
        self.cells += count
        if self.cells > self.limits.cells:
            raise FileRefused(f"The file holds more than {self.limits.cells:,} cells. Split it.")

    def page(self, number: int) -> None:
        if number > self.limits.pages:
            raise FileRefused(f"The file has more than {self.limits.pages:,} pages. Split it.")
        self.tick()

    def tick(self) -> None:
        if time.monotonic() > self.deadline:
            raise FileRefused(f"Reading the file took longer than {self.limits.seconds:.0f} seconds. Split it.")
