"""What a reference is, where it leads, and what following it finds."""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from knowledge.search.found import Hit
from knowledge.text import fold

Kind = Literal[
    "legal_section", "section", "document", "document_mention", "academic_numbered", "academic_shortform", "external"
]
Method = Literal["regex", "model"]
How = Literal["exact", "fuzzy", "substring", "broad", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A place of a text that names another: `text[start:end] == original_text`.

    `target` is what is looked for: "42-1005", "chapter 5", "warranty policy", an address. `document_context` is the
    work that is named beside it ("BGB", "26 U.S.C."), or "this section" for what is told from where it stands:
    a part of the same section, the section before it.
    `through` is the last section of a range that begins with `target`.
    """

    kind: Kind
    target: str
    original_text: str
    start: int
    end: int
    document_context: str | None = None
    method: Method = "regex"
    through: str = ""

    @property
    def key(self) -> str:
        """What makes two references the same: type:target."""
        return f"{self.kind}:{fold(self.target)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Where a reference leads.

    `how` says how the document was found: by its name or the section's number (exact), by a name much like it (fuzzy),
    by a part of its name (substring), or by searching the whole library (broad). `score` is 0 to 1.
    """

    document_id: UUID | None = None
    chunk_ids: tuple[UUID, ...] = ()
    how: How = "none"
    score: float = 0.0


NOWHERE = Resolution()


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """What the library itself says of a reference, without a search; a document alone has no passage."""

    document_id: UUID
    chunk_id: UUID | None = None
    position: int = 0
    span: int = 0
    how: How
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredReference:
    """An edge of the graph: a passage, what it refers to, and where that was found when it was stored."""

    link_id: UUID
    chunk_id: UUID
    reference: Reference
    resolution: Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedPassage:
    """A passage that was reached: over which reference, from which passage, and after how many steps (1 is the first).

    `hit` holds its text and all that a citation of it says; its score is how much of the question it speaks of.
    """

    hit: Hit
    depth: int
    from_chunk_id: UUID
    via: StoredReference
