"""Reads a file of any known format into sections of text; a file that should not be read is refused with a sentence."""

from collections.abc import Callable
from dataclasses import replace

from knowledge.load import kinds
from knowledge.load.details import guess
from knowledge.load.limits import FileRefused, Limits, Meter
from knowledge.load.structure import Block, Details, Loaded, Section

__all__ = ["Block", "Details", "FileRefused", "Limits", "Loaded", "Section", "load"]

Reader = Callable[[bytes, Meter], Loaded]


def load(content: bytes, name: str, limits: Limits | None = None) -> Loaded:
    """The file's sections and details; raises FileRefused."""
    meter = Meter(limits or Limits())
    kind = kinds.check(content, name, meter.limits)
    loaded = reader_of(kind)(content, meter)
    if not any(any(char.isalnum() for char in section.text) for section in loaded.sections):
        raise FileRefused("The file holds no text.")
    return replace(loaded, guessed=guess(name, loaded.sections))


def reader_of(kind: str) -> Reader:
    """Each format's library is imported only when a file of that format comes."""
    # ruff: noqa: PLC0415
    match kind:
        case "markdown":
            from knowledge.load.formats.markdown import read
        case "pdf":
            from knowledge.load.formats.pdf import read
        case "docx":
            from knowledge.load.formats.docx import read
        case "xlsx":
            from knowledge.load.formats.sheet import read_xlsx as read
        case "csv":
            from knowledge.load.formats.sheet import read_csv as read
        case "html":
            from knowledge.load.formats.html import read
        case "json":
            from knowledge.load.formats.property import read
        case _:
            from knowledge.load.formats.txt import read
    return read
