"""Cuts text where it is best cut: at list items, then lines, then sentences, then words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.chunk import tokens
from knowledge.load.structure import Block

# In falling order; each keeps what stands between two pieces, so that nothing is lost.
_LISTS = re.compile(r"(\n(?=[ \t]*(?:[-*+\u2022]|\(?\d{1,3}[.)])[ \t]))")
_LINES = re.compile(r"(\n+)")
_SENTENCES = re.compile(r"((?<=[.!?;:])\s+)")
_WORDS = re.compile(r"(\s+)")
_CUTS = {"text": (_LISTS, _LINES, _SENTENCES, _WORDS), "table": (_LINES, _WORDS), "code": (_LINES, _WORDS)}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch that is not cut any more, and the white space before it."""

    glue: str
    text: str
    tokens: int


def pieces_of(block: Block, most: int) -> Iterator[Piece]:
    """The block whole where it fits, else the largest pieces that do."""
    yield from _split(block.text, "\n\n", most, _CUTS[block.kind])


def tail(text: str, most: int) -> str:
    """The end of a text from the beginning of a line or sentence, or at least of a word."""
    for pattern in (_LINES, _SENTENCES, _WORDS):
        if kept := _last_parts(pattern.split(text), most):
            return kept
    return ""


def _split(text: str, glue: str, most: int, cuts: tuple[re.Pattern[str], ...]) -> Iterator[Piece]:
    size = tokens.count(text)
    if size <= most:
        yield Piece(glue, text, size)
        return
    if not cuts:
        for part in tokens.cut(text, most):
            yield Piece(glue, part, tokens.count(part))
            glue = ""
        return
    parts = cuts[0].split(text)
    for at in range(0, len(parts), 2):
        if parts[at]:
            yield from _split(parts[at], parts[at - 1] if at else glue, most, cuts[1:])


def _last_parts(parts: list[str], most: int) -> str:
    """The last parts that fit; not the whole text."""
    kept, size = "", 0
    for at in range(len(parts) - 1, 0, -2):
        size += tokens.count(parts[at])
        if size > most:
            break
        kept = parts[at] + kept if at == len(parts) - 1 else parts[at] + parts[at + 1] + kept
    return kept.strip()
