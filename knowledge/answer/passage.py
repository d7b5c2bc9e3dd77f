"""A passage that may be quoted, and how it is cited."""

from dataclasses import dataclass
from typing import Literal

Style = Literal["concise", "detailed", "bullet"]
Extent = Literal["part", "usual", "whole"]
"""How much of a list is told: what answers a part of a message, what was asked for, or all of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPassage:
    """What was found, with what a citation of it says."""

    text: str
    title: str
    section: str = ""
    file_name: str = ""
    version: str = ""
    page: int | None = None
    sheet: str | None = None
    language: str = ""
    score: float = 1.0

    @property
    def citation(self) -> str:
        """A passage's source as it is shown: Title — Section, p. 5 — File (version)."""
        place = place_of(self.section, self.page, self.sheet)
        file = f"{self.file_name} ({self.version})" if self.version else self.file_name
        return " — ".join(part for part in dict.fromkeys((self.title, place, file)) if part)


def place_of(section: str, page: int | None, sheet: str | None) -> str:
    """Where in its document a passage stands; a sheet that is named among the headings is not named again."""
    way = section.split(" > ") if section else []
    sheets = [sheet] if sheet and sheet not in way else []
    return ", ".join([*([" / ".join(way)] if way else []), *sheets, *([f"p. {page}"] if page else [])])
