"""Gathers blocks under their headings; a section knows the last three headings above it."""

from dataclasses import dataclass, field

from knowledge.load.structure import Block, Section

# The last three headings tell where one is; a longer line is a paragraph.
_LONGEST_PATH, _LONGEST_HEADING = 3, 120


@dataclass(slots=True)
class Outline:
    """Sections in the order of the text."""

    page: int | None = None
    _stack: list[tuple[int, str]] = field(default_factory=list)
    _blocks: list[Block] = field(default_factory=list)
    _heading: str = ""
    _done: list[Section] = field(default_factory=list)

    def head(self, level: int, text: str) -> None:
        """Begin a section; what stands above it in rank stays its parent."""
        self._close()
        self._heading = " ".join(text.split())
        self._stack = [(rank, above) for rank, above in self._stack if rank < level]
        self._stack.append((level, self._heading[:_LONGEST_HEADING]))

    def turn(self, page: int) -> None:
        """Go to another page; what follows belongs to the same heading."""
        self._close()
        self.page = page

    def add(self, block: Block) -> None:
        if block.text.strip():
            self._blocks.append(block)

    def sections(self) -> tuple[Section, ...]:
        self._close()
        return tuple(self._done)

    def _close(self) -> None:
        if self._heading or self._blocks:
            path = tuple(text for _, text in self._stack if text)[-_LONGEST_PATH:]
            section = Section(path=path, heading=self._heading, blocks=tuple(self._blocks), page=self.page)
            self._done.append(section)
        self._heading, self._blocks = "", []
