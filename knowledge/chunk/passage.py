"""A passage: the unit of search and of citation."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A stretch under one heading, on one page; its first `overlap` letters stand in the passage before it too."""

    text: str
    section: str
    tokens: int
    overlap: int = 0
    page: int | None = None
    sheet: str = ""
    category: str = ""
    keywords: tuple[str, ...] = ()
    sha1: str = ""

    @property
    def fresh(self) -> str:
        """The part of the passage that no passage before it says."""
        return self.text[self.overlap :]


def embedded_text(title: str, section: str, text: str) -> str:
    """What a passage is embedded as: with the headings above it, without which it may not say what it is about."""
    return "\n".join(part for part in (title, section, text) if part)
