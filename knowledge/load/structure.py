"""What a file is turned into: details about it, and sections of text that know where they stood."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

BlockKind = Literal["text", "table", "code"]


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text; a table or code is kept whole where there is room for it."""

    text: str
    kind: BlockKind = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What stands under one heading, on one page or in one sheet."""

    path: tuple[str, ...] = ()
    heading: str = ""
    blocks: tuple[Block, ...] = ()
    page: int | None = None
    sheet: str = ""
    category: str = ""

    @property
    def text(self) -> str:
        return "\n\n".join(part for part in (self.heading, *(block.text for block in self.blocks)) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What a document says of itself; what it does not say is empty."""

    title: str = ""
    version: str = ""
    last_updated: date | None = None
    audience: str = ""
    language: str = ""
    kind: str = ""
    summary: str = ""
    tags: tuple[str, ...] = ()

    def or_else(self, other: "Details") -> "Details":
        """These details, with the other's words where they have none."""
        missing = {name: getattr(other, name) for name in self.__slots__ if not getattr(self, name)}
        return replace(self, **missing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A file that has been read: `declared` are its own words, `guessed` are ours."""

    sections: tuple[Section, ...]
    declared: Details = field(default_factory=Details)
    guessed: Details = field(default_factory=Details)
    notes: tuple[str, ...] = ()
    pages: int = 0

    @property
    def details(self) -> Details:
        return self.declared.or_else(self.guessed)

    @property
    def text(self) -> str:
        return "\n\n".join(section.text for section in self.sections)


def to_json(loaded: Loaded) -> dict[str, Any]:
    """The file as plain values, for another process."""
    return {
        "sections": [
            {name: getattr(section, name) for name in ("path", "heading", "page", "sheet", "category")}
            | {"blocks": [[block.kind, block.text] for block in section.blocks]}
            for section in loaded.sections
        ],
        "declared": _details_to_json(loaded.declared),
        "guessed": _details_to_json(loaded.guessed),
        "notes": loaded.notes,
        "pages": loaded.pages,
    }


def from_json(document: Mapping[str, Any]) -> Loaded:
    """The file from what `to_json` wrote."""
    return Loaded(
        sections=tuple(_section(section) for section in document["sections"]),
        declared=_details(document["declared"]),
        guessed=_details(document["guessed"]),
        notes=tuple(document["notes"]),
        pages=document["pages"],
    )


def blocks_of(texts: Iterable[str]) -> tuple[Block, ...]:
    return tuple(Block(text) for text in texts if text.strip())


def _section(fields: Mapping[str, Any]) -> Section:
    blocks = tuple(Block(text, kind) for kind, text in fields["blocks"])
    return Section(**{**fields, "path": tuple(fields["path"]), "blocks": blocks})


def _details_to_json(details: Details) -> dict[str, Any]:
    day = details.last_updated
    fields = {name: getattr(details, name) for name in details.__slots__}
    return fields | {"last_updated": day.isoformat() if day else None}


def _details(fields: Mapping[str, Any]) -> Details:
    day = fields["last_updated"]
    return Details(
        **{**fields, "last_updated": date.fromisoformat(day) if day else None, "tags": tuple(fields["tags"])}
    )
