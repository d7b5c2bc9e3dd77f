"""What customers ask of each section of a document, in their own words, from which its topic is learned.

Documents speak the words of their authors, and of one language; customers ask in theirs. Nobody is shown these
questions: they are never cited, and neither change what a section says nor reach a model.
"""

import csv
import io
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from knowledge.models import Chunk, Document

# By the way to a section, "Setup > Wi-Fi": what is asked of it.
Questions = Mapping[str, list[str]]
# Beyond so many a section would be found by anything.
MOST: Final = 120
# A question, not a text.
LONGEST: Final = 200
COLUMNS: Final = ("document", "section", "question")


class TableRefused(ValueError):
    """A table of questions that cannot be read; its text says what is wrong and where."""


def tidy(lines: Iterable[str]) -> list[str]:
    """Questions as they are kept: without blanks around them, each once, no longer and no more than is allowed."""
    told = (" ".join(line.replace("\x00", "").split())[:LONGEST].strip() for line in lines)
    return list(dict.fromkeys(filter(None, told)))[:MOST]


def from_table(content: bytes) -> dict[str, Questions]:
    """By a document's key, what is asked of its sections, from a CSV of COLUMNS; raises TableRefused."""
    try:
        rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        if missing := [name for name in COLUMNS if name not in (rows.fieldnames or ())]:
            raise TableRefused(f"The table has no column {', '.join(missing)}.")
        told: dict[str, dict[str, list[str]]] = {}
        for row in rows:
            document, section, question = ((row[name] or "").strip() for name in COLUMNS)
            if "\x00" in f"{document}{section}":
                raise TableRefused(f"Line {rows.line_num} has a character that no name can have.")
            if not (document and question):
                raise TableRefused(f"Line {rows.line_num} has no document or no question.")
            told.setdefault(document, {}).setdefault(section, []).append(question)
    except UnicodeDecodeError as error:
        raise TableRefused("The table is not in UTF-8.") from error
    except csv.Error as error:
        raise TableRefused(f"The table cannot be read: {error}.") from error
    return {document: {section: tidy(of) for section, of in sections.items()} for document, sections in told.items()}


def put(document_id: UUID, asked: Questions, *, now: datetime) -> bool:
    """Keep these of the sections that are named, and say whether that changes anything. In the tenant's scope; of a
    document that is gone nothing is kept."""
    document = Document.objects.select_for_update().filter(pk=document_id).first()
    if document is None:
        return False
    both = document.questions | {section: tidy(lines) for section, lines in asked.items()}
    kept = {section: lines for section, lines in both.items() if lines}
    if document.questions == kept:
        return False
    Document.objects.filter(pk=document_id).update(questions=kept, asked_at=now)
    return True


def sections_of(document: Document) -> list[str]:
    """In the tenant's scope: the ways to its sections, in the order of the document, and after them those that have
    questions and are in it no more."""
    rows = Chunk.objects.filter(document=document).order_by("position").values_list("section", flat=True)
    return list(dict.fromkeys([*rows, *document.questions]))
