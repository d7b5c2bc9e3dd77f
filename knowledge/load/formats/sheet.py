"""CSV and Excel: each sheet a section, each row a line that names its columns; questions and answers one by one."""

import csv
import datetime
import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree.ElementTree import ParseError

import openpyxl
from lxml import etree
from openpyxl.utils.exceptions import InvalidFileException

from knowledge.load import encoding
from knowledge.load.details import declared
from knowledge.load.formats.tables import has_header, row_line, table_block
from knowledge.load.limits import FileRefused, Meter
from knowledge.load.structure import Block, Loaded, Section

_DAMAGED = "The Excel file is damaged and cannot be opened. Save it again and give it once more."
_QUESTION, _ANSWER = {"question", "questions", "swali", "q"}, {"answer", "answers", "jibu", "a"}
# Formatted but empty cells can reach to the last row and column that Excel knows.
_EMPTY_ROWS = 1_000


def read_csv(content: bytes, meter: Meter) -> Loaded:
    """Commas, semicolons or tabs, whichever the first line has most of."""
    text, notes = encoding.decode(content)
    first = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        rows = list(_metered(csv.reader(io.StringIO(meter.text(text), newline=""), delimiter=delimiter), meter))
    except csv.Error as error:
        raise FileRefused(f"The file is not a proper CSV file: {error}.") from error
    return Loaded(sections=tuple(_sections(rows, sheet="")), notes=tuple(notes))


def read_xlsx(content: bytes, meter: Meter) -> Loaded:
    """The values as they were last calculated, not the formulas."""
    try:
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        try:
            sections = [section for sheet in book.worksheets for section in _of_sheet(sheet, meter)]
        finally:
            book.close()
    except (
        InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, ParseError,
        IndexError, etree.XMLSyntaxError,
    ) as error:  # fmt: skip
        raise FileRefused(_DAMAGED) from error
    core = book.properties
    details = declared({"title": core.title, "version": core.version, "last_updated": core.modified})
    return Loaded(sections=tuple(sections), declared=details)


def _of_sheet(sheet: Any, meter: Meter) -> Iterator[Section]:
    if sheet.sheet_state != "visible":
        return
    rows: list[list[str]] = []
    empty = 0
    for values in sheet.iter_rows(values_only=True):
        meter.cell(len(values))
        cells = [meter.text(_text(value)) for value in values]
        meter.tick()
        empty = 0 if any(cells) else empty + 1
        if empty > _EMPTY_ROWS:
            break
        if any(cells):
            rows.append(cells)
    yield from _sections(rows, sheet=sheet.title)


def _metered(rows: Iterable[list[str]], meter: Meter) -> Iterator[list[str]]:
    for row in rows:
        meter.cell(len(row))
        meter.tick()
        if any(cell.strip() for cell in row):
            yield [" ".join(cell.split()) for cell in row]


def _sections(rows: list[list[str]], *, sheet: str) -> Iterator[Section]:
    path = (sheet,) if sheet else ()
    if not rows:
        return
    columns = {cell.strip().casefold(): at for at, cell in enumerate(rows[0])}
    question = next((columns[name] for name in columns if name in _QUESTION), None)
    answer = next((columns[name] for name in columns if name in _ANSWER), None)
    if question is None or answer is None or not has_header(rows):
        yield Section(path=path, heading=sheet, blocks=(table_block(rows),), sheet=sheet)
        return
    for row in rows[1:]:
        filled = row + [""] * (len(rows[0]) - len(row))
        yield _question(rows[0], filled, question, answer, path, sheet)


def _question(
    header: list[str], row: list[str], question: int, answer: int, path: tuple[str, ...], sheet: str
) -> Section:
    rest = row_line(
        [name for at, name in enumerate(header) if at not in (question, answer)],
        [cell for at, cell in enumerate(row) if at not in (question, answer)],
    )
    blocks = tuple(Block(text) for text in (row[answer], rest) if text)
    heading = row[question]
    return Section(path=(*path, heading[:120]) if heading else path, heading=heading, blocks=blocks, sheet=sheet)


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case float():
            return f"{value:.10g}"
        case datetime.datetime() if not (value.hour or value.minute or value.second):
            return value.date().isoformat()
        case _:
            return " ".join(str(value).split())
