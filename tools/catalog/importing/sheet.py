"""From the bytes of a catalog file to its rows, whatever program saved it."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field

from knowledge.text import fold
from tools.catalog.importing.rows import Row, RowError, header_errors, parse

MOST_BYTES, MOST_ROWS, MOST_ERRORS = 64 * 1024 * 1024, 100_000, 500
_WINDOWS = "The file is not UTF-8 and was read as Windows-1252: check the accented letters, or save it as CSV UTF-8."


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows that can be read, everything that is wrong, and what the reader should know."""

    rows: list[Row] = field(default_factory=list)
    errors: list[RowError] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read(content: bytes) -> Sheet:
    """All rows and all errors, the first 500 of them."""
    sheet = Sheet()
    if len(content) > MOST_BYTES:
        return _refused("The file is larger than 64 MB. Split it.")
    text = _decoded(content, sheet)
    if text is None or not text.strip():
        return _refused(
            "The file is empty." if text is not None else "The file is not a text file. Save it as CSV UTF-8."
        )
    try:
        for line, cells in _records(text, sheet):
            _take(line, cells, sheet)
            if len(sheet.errors) >= MOST_ERRORS or len(sheet.rows) > MOST_ROWS:
                break
    except _Unreadable as error:
        sheet.errors.append(RowError(error.line, "", f"This line cannot be read: {error}."))
    return _checked(sheet)


class _Unreadable(Exception):
    """The text is not CSV from this line on."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def _refused(sentence: str) -> Sheet:
    return Sheet(errors=[RowError(1, "", sentence)])


def _decoded(content: bytes, sheet: Sheet) -> str | None:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        sheet.notes.append(_WINDOWS)
    try:
        return None if b"\x00" in content else content.decode("cp1252")
    except UnicodeDecodeError:
        return None


def _records(text: str, sheet: Sheet) -> Iterator[tuple[int, dict[str, str]]]:
    first = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text.replace("\x00", ""), newline=""), delimiter=delimiter, strict=True)
    header: list[str] | None = None
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise _Unreadable(line, str(error)) from None
        if cells is None:
            return
        if not any(cell.strip() for cell in cells):
            continue
        if header is None:
            header = [fold(cell).replace(" ", "_") for cell in cells]
            sheet.errors.extend(header_errors(_without_empty_tail(header)))
            if sheet.errors:
                return
            continue
        if len(cells) > len(header) and any(cell.strip() for cell in cells[len(header) :]):
            sheet.errors.append(RowError(line, "", f"This line has {len(cells)} cells for {len(header)} columns."))
            continue
        yield line, {name: cell for name, cell in zip(header, cells, strict=False) if name}


def _without_empty_tail(header: list[str]) -> list[str]:
    return [name for name in header if name]


def _take(line: int, cells: dict[str, str], sheet: Sheet) -> None:
    missing = {name: "" for name in ("sku", "product", "title", "price", "stock") if name not in cells}
    found = parse(line, cells | missing)
    if isinstance(found, Row):
        sheet.rows.append(found)
    else:
        sheet.errors.extend(found)


def _checked(sheet: Sheet) -> Sheet:
    if len(sheet.rows) > MOST_ROWS:
        return _refused(f"The file has more than {MOST_ROWS:,} rows. Split it.")
    if not sheet.rows and not sheet.errors:
        return _refused("The file has a header and no rows.")
    return sheet
