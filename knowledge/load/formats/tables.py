"""Tables as sentences: each row names its columns, so that a passage of some rows still says what they mean."""

from collections.abc import Iterable, Sequence

from knowledge.load.structure import Block


def table_block(rows: Iterable[Sequence[str]]) -> Block:
    """The first row names the columns; a table without one keeps its cells side by side."""
    filled = [[" ".join(cell.split()) for cell in row] for row in rows]
    filled = [row for row in filled if any(row)]
    if len(filled) < 2 or not has_header(filled):
        return Block("\n".join(" | ".join(cell for cell in row if cell) for row in filled), "table")
    header, *body = filled
    return Block("\n".join(row_line(header, row) for row in body), "table")


def row_line(header: Sequence[str], row: Sequence[str]) -> str:
    """A row as a line: "Colour: green; Meaning: connected"."""
    named = [*header, *[""] * (len(row) - len(header))]
    pairs = zip(named, [*row, *[""] * (len(named) - len(row))], strict=True)
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell)


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names columns: words, not figures, one for each column that is used."""
    header = rows[0]
    width = max(len([cell for cell in row if cell]) for row in rows)
    named = [cell for cell in header if cell]
    are_words = all(len(cell) <= 80 and not cell.replace(".", "").replace(",", "").isdigit() for cell in named)
    return len(named) >= max(1, width - 1) and are_words and len(set(named)) == len(named)
