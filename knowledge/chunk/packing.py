"""Fills passages with pieces of one section; a passage that goes on begins with the end of the one before.

A text is cut where it is best cut: at list items, then lines, then sentences, then words.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from knowledge.chunk import tokens
from knowledge.chunk.passage import Passage
from knowledge.load.structure import Block, Section

# In falling order; each keeps what stands between two pieces, so that nothing is lost.
_LISTS = re.compile(r"(\n(?=[ \t]*(?:[-*+\u2022]|\(?\d{1,3}[.)])[ \t]))")

_LINES = re.compile(r"(\n+)")

_SENTENCES = re.compile(r"((?<=[.!?;:])\s+)")

_WORDS = re.compile(r"(\s+)")

_CUTS = {"text": (_LISTS, _LINES, _SENTENCES, _WORDS), "table": (_LINES, _WORDS), "code": (_LINES, _WORDS)}

# As wide as its column.
_LONGEST_SECTION = 400


def pack(sections: Iterable[Section], *, most: int, overlap: int) -> Iterator[Passage]:
    """The passages of a document in order; none reaches over a heading, a page or a sheet."""
    before, said = Section(), ""
    carried: list[str] = []
    for section in sections:
        # A heading without a text of its own opens the next passage, unless that passage's section names it.
        lines = [*(above for above in carried if above not in section.path), section.heading]
        heading = "\n".join(filter(None, lines))
        if not section.blocks:
            before, carried = section, [*carried, section.heading]
            continue
        goes_on = not heading and section.path == before.path
        for passage in _pack(section, heading, most, overlap, after=said if goes_on else ""):
            yield passage
            said = passage.text
        before, carried = section, []
    if carried:
        yield from _pack(replace(before, blocks=()), "\n".join(filter(None, carried)), most, overlap, after="")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch that is not cut any more, and the white space before it."""

    glue: str
    text: str
    tokens: int


@dataclass(slots=True)
class _Page:
    """The passage that is being filled."""

    opening: str
    text: str = ""
    tokens: int = field(init=False)

    def __post_init__(self) -> None:
        self.tokens = tokens.count(self.opening)

    def take(self, piece: Piece) -> None:
        self.text += (piece.glue if self.text or self.opening else "") + piece.text
        self.tokens += piece.tokens

    def closed(self, section: Section) -> Passage:
        text = self.opening + self.text
        return Passage(
            text=text, section=" > ".join(section.path)[:_LONGEST_SECTION], tokens=tokens.count(text),
            overlap=len(self.opening), page=section.page, sheet=section.sheet[:100], category=section.category[:60],
        )  # fmt: skip


def _pack(section: Section, heading: str, most: int, overlap: int, *, after: str) -> Iterator[Passage]:
    page = _Page("")
    for piece in _pieces(section, heading, most):
        if not page.text:
            page = _Page(tail(after, min(overlap, most - piece.tokens)))
        elif page.tokens + piece.tokens > most:
            yield page.closed(section)
            page = _Page(tail(page.opening + page.text, min(overlap, most - piece.tokens)))
        page.take(piece)
    if page.text:
        yield page.closed(section)


def _pieces(section: Section, heading: str, most: int) -> Iterator[Piece]:
    blocks = [Block(heading)] if heading else []
    for number, block in enumerate([*blocks, *section.blocks]):
        first = True
        for piece in pieces_of(block, most):
            # A heading and its text are one line apart, paragraphs two.
            yield replace(piece, glue="\n") if first and heading and number == 1 else piece
            first = False


def pieces_of(block: Block, most: int) -> Iterator[Piece]:
    """The block in pieces of at most so many tokens: whole where it fits, else the largest pieces that do."""
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
