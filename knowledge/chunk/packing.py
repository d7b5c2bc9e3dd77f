"""Fills passages with pieces of one section; a passage that goes on begins with the end of the one before."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from knowledge.chunk import tokens
from knowledge.chunk.passage import Passage
from knowledge.chunk.splitting import Piece, pieces_of, tail
from knowledge.load.structure import Block, Section

_LONGEST_SECTION = 400


def pack(sections: Iterable[Section], *, most: int, overlap: int) -> Iterator[Passage]:
    """Passages in order; none reaches over a heading, a page or a sheet."""
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
