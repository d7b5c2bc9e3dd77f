"""From the bytes of a catalog file to its rows, whatever program saved it and whatever its columns are called."""

import csv
import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from knowledge.text import words
from tools.catalog.importing import columns
from tools.catalog.importing.columns import ATTRIBUTE, NAMED, OPTION, Columns
from tools.catalog.importing.rows import CatalogRow, RowError, as_pair, parse

# What fits into a worker's memory several times over; after 500 errors it is the wrong file.
MOST_BYTES, MOST_ROWS, MOST_ERRORS = 64 * 1024 * 1024, 100_000, 500
# Rows shown beside each column, so that a person sees what is in it.
EXAMPLES = 3
_WINDOWS = "The file is not UTF-8 and was read as Windows-1252: check the accented letters, or save it as CSV UTF-8."


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows that can be read, everything that is wrong, and what the reader should know."""

    rows: list[CatalogRow] = field(default_factory=list)
    errors: list[RowError] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Head:
    """The header of a file, and the first cells under each of its names."""

    names: list[str]
    examples: list[list[str]]


class NotACatalog(Exception):
    """The file cannot be read from a line on; its words are for the person who gave it."""

    def __init__(self, sentence: str, line: int = 1) -> None:
        super().__init__(sentence)
        self.error = RowError(line, "", sentence)


def head(content: bytes) -> Head:
    """The names of the columns with examples, for the person who says what they are; raises NotACatalog."""
    rows = lines(content, [])
    names = _header(rows)
    first = [cells for _, cells in islice(rows, EXAMPLES)]
    examples = [[cells[place].strip()[:60] for cells in first if place < len(cells)] for place in range(len(names))]
    return Head(names, [[cell for cell in cells if cell] for cells in examples])


def parse_sheet(content: bytes, told: Columns | None = None) -> Sheet:
    """All rows and all errors, the first 500 of them; `told` says what the columns are that have names of their own."""
    sheet = Sheet()
    try:
        rows = lines(content, sheet.notes)
        header = _header(rows)
        kinds = told or columns.exact(header)
        if kinds is None:
            sheet.errors.extend(columns.header_errors(header))
        else:
            _read_rows(rows, header, kinds, sheet)
    except NotACatalog as error:
        sheet.errors.append(error.error)
    if len(sheet.rows) > MOST_ROWS:
        return Sheet(errors=[RowError(1, "", f"The file has more than {MOST_ROWS:,} rows. Split it.")])
    if not sheet.rows and not sheet.errors:
        return Sheet(errors=[RowError(1, "", "The file has a header and no rows.")])
    return sheet


def lines(content: bytes, notes: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Every line with something in it and its number, the header first; raises NotACatalog."""
    return _lines(_decoded(content, notes))


def _header(lines: Iterator[tuple[int, list[str]]]) -> list[str]:
    first = next(lines, None)
    if first is None:
        raise NotACatalog("The file is empty.")
    names = columns.header_of(first[1])
    if len(names) > columns.MOST_COLUMNS:
        raise NotACatalog(f"The header has {len(names):,} columns; at most {columns.MOST_COLUMNS} are read.")
    return names


def _decoded(content: bytes, notes: list[str]) -> str:
    if len(content) > MOST_BYTES:
        raise NotACatalog("The file is larger than 64 MB. Split it.")
    text = _text(content, notes)
    if text is None:
        raise NotACatalog("The file is not a text file. Save it as CSV UTF-8.")
    if not text.strip():
        raise NotACatalog("The file is empty.")
    return text


def _text(content: bytes, notes: list[str]) -> str | None:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        notes.append(_WINDOWS)
    try:
        return None if b"\x00" in content else content.decode("cp1252")
    except UnicodeDecodeError:
        return None


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    first = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text.replace("\x00", ""), newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise NotACatalog(f"This line cannot be read: {error}.", line) from None
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield line, cells


def _read_rows(lines: Iterator[tuple[int, list[str]]], header: Sequence[str], kinds: Columns, sheet: Sheet) -> None:
    for line, cells in lines:
        if any(cell.strip() for cell in cells[len(header) :]):
            found: CatalogRow | list[RowError] = [
                RowError(line, "", f"This line has {len(cells)} cells for {len(header)} columns.")
            ]
        else:
            found = parse(line, _named(header, kinds, cells))
        if isinstance(found, CatalogRow):
            sheet.rows.append(found)
        else:
            sheet.errors.extend(found)
        if len(sheet.errors) >= MOST_ERRORS or len(sheet.rows) > MOST_ROWS:
            return


def _named(header: Sequence[str], kinds: Columns, cells: Sequence[str]) -> dict[str, str]:
    """The cells under our names; what the file has no column for is made from the name and the options."""
    named = {kind: cell for kind, cell in zip(kinds.kinds, cells, strict=False) if kind and kind not in NAMED}
    for kind, into in ((OPTION, "variant"), (ATTRIBUTE, "attributes")):
        own = [
            as_pair(name, cell)
            for name, is_kind, cell in zip(header, kinds.kinds, cells, strict=False)
            if is_kind == kind and cell.strip()
        ]
        if own:
            named[into] = ";".join([named.get(into, ""), *own])
    if "title" not in kinds.kinds:
        named["title"] = named.get("product", "")
    if "product" not in kinds.kinds:
        named["product"] = named.get("title", "").strip()[:80]
    if "sku" not in kinds.kinds:
        named["sku"] = _made_sku(named["product"], named.get("variant", ""))
    if "stock" not in kinds.kinds and kinds.stock is not None:
        named["stock"] = str(kinds.stock)
    if kinds.currency and not named.get("currency", "").strip():
        named["currency"] = kinds.currency
    return {name: named.get(name, "") for name in ("sku", "product", "title", "price", "stock")} | named


def _made_sku(product: str, options: str) -> str:
    """The same name and options make the same SKU in every import."""
    made = "-".join(words(f"{product} {options}"))
    if len(made) <= 64:
        return made
    return f"{made[:51]}-{hashlib.sha256(made.encode()).hexdigest()[:12]}"
