"""Word documents: headings by their styles, lists, tables, in the order of the text."""

import io
import re
from typing import Any

import docx
from docx.opc.exceptions import OpcError
from docx.table import Table
from docx.text.paragraph import Paragraph
from lxml import etree

from knowledge.load.details import declared
from knowledge.load.formats.outline import Outline
from knowledge.load.formats.tables import table_block
from knowledge.load.limits import FileRefused, Meter
from knowledge.load.structure import Block, Loaded

_HEADING = re.compile(r"^heading (\d)$", re.IGNORECASE)
_DAMAGED = "The Word file is damaged and cannot be opened. Save it again and give it once more."


def read(content: bytes, meter: Meter) -> Loaded:
    """The file's own title, version and language are its details."""
    try:
        document = docx.Document(io.BytesIO(content))
        outline = _outline(document, meter)
        return Loaded(sections=outline.sections(), declared=_details(document))
    except (OpcError, KeyError, ValueError, AttributeError, etree.XMLSyntaxError) as error:
        raise FileRefused(_DAMAGED) from error


def _outline(document: Any, meter: Meter) -> Outline:
    outline = Outline()
    items: list[str] = []
    for part in document.iter_inner_content():
        if isinstance(part, Paragraph) and (mark := _list_mark(part)):
            items.append(mark + meter.text(part.text.strip()))
            continue
        outline.add(Block("\n".join(items)))
        items = []
        _place(part, outline, meter)
    outline.add(Block("\n".join(items)))
    return outline


def _place(part: Paragraph | Table, outline: Outline, meter: Meter) -> None:
    if isinstance(part, Table):
        outline.add(table_block(_rows(part, meter)))
        return
    text = meter.text(part.text.strip())
    level = _level(part)
    if level and text:
        outline.head(level, text)
    else:
        outline.add(Block(text))


def _style(paragraph: Paragraph) -> str:
    style = paragraph.style
    return (style.name or "") if style is not None else ""


def _level(paragraph: Paragraph) -> int:
    style = _style(paragraph)
    found = _HEADING.match(style)
    return int(found[1]) + 1 if found else int(style.lower() == "title")


def _list_mark(paragraph: Paragraph) -> str:
    style = _style(paragraph).lower()
    if not paragraph.text.strip():
        return ""
    is_listed = style.startswith("list") or paragraph._p.xpath("./w:pPr/w:numPr")
    return "- " if is_listed and not _level(paragraph) else ""


def _rows(table: Table, meter: Meter) -> list[list[str]]:
    rows = []
    for row in table._tbl.tr_lst:
        # By the XML itself: the library's own cells cost a search of the whole table each.
        cells = ["".join(node.text or "" for node in cell.iter("{*}t")) for cell in row.tc_lst]
        meter.cell(len(cells))
        meter.text("".join(cells))
        rows.append(cells)
    return rows


def _details(document: Any) -> Any:
    core = document.core_properties
    title = core.title if core.title and core.title.lower() not in ("word document", "document") else ""
    return declared({
        "title": title, "version": core.version, "language": (core.language or "").partition("-")[0],
        "tags": core.keywords, "summary": core.subject, "last_updated": core.modified,
    })  # fmt: skip
