"""HTML: what a reader of the page would read; scripts, forms and navigation are left out."""

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree
from lxml import html as lxml_html

from knowledge.load.details import declared
from knowledge.load.formats.outline import Outline
from knowledge.load.formats.tables import table_block
from knowledge.load.limits import FileRefused, Meter
from knowledge.load.structure import Block, Loaded

_SKIPPED = {
    "script", "style", "noscript", "template", "svg", "math", "iframe", "object", "embed", "form", "nav", "head",
    "button", "select", "input", "textarea", "canvas", "audio", "video", "footer",
}  # fmt: skip
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_PARAGRAPHS = {
    "p", "div", "section", "article", "main", "aside", "header", "blockquote", "figure", "figcaption", "dl", "body",
    "html", "address", "details", "fieldset", "hr", "table",
}  # fmt: skip
_LISTS = {"ul", "ol"}
_LINES = {"li", "br", "dt", "dd", "summary", "tr", *_LISTS}


def read(content: bytes, meter: Meter) -> Loaded:
    """The page's own title and meta tags are its details."""
    try:
        root = lxml_html.document_fromstring(content, parser=_parser(content))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise FileRefused("The page cannot be read: it is damaged or empty.") from error
    walk = _Walk(meter)
    walk.into(root)
    walk.end_paragraph()
    return Loaded(sections=walk.outline.sections(), declared=declared(_meta(root)))


def _parser(content: bytes) -> Any:
    options = {"remove_comments": True, "remove_pis": True, "no_network": True}
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return lxml_html.HTMLParser(encoding="utf-16", **options)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return lxml_html.HTMLParser(**options)  # the page's own word, or Latin-1
    return lxml_html.HTMLParser(encoding="utf-8", **options)


def _meta(root: Any) -> dict[str, str]:
    fields = {"title": root.findtext(".//title") or "", "language": (root.get("lang") or "").partition("-")[0]}
    for tag in root.iter("meta"):
        if tag.get("name") and tag.get("content"):
            fields.setdefault(tag.get("name").lower(), tag.get("content"))
    return fields


class _Walk:
    """One way through the page, gathering words into paragraphs."""

    def __init__(self, meter: Meter) -> None:
        self.outline = Outline()
        self.meter = meter
        self.words: list[str] = []
        self.mark = ""
        self.lists: list[int | None] = []

    def into(self, element: Any) -> None:
        tag = element.tag if isinstance(element.tag, str) else ""
        if tag in _SKIPPED or element.get("hidden") is not None or element.get("aria-hidden") == "true":
            return
        if tag in _HEADINGS:
            self.end_paragraph()
            self.outline.head(_HEADINGS[tag], self.meter.text(element.text_content()))
        elif tag == "table" and element.find(".//table") is None:
            self.end_paragraph()
            self.outline.add(table_block(self._rows(element)))
        elif tag == "pre":
            self.end_paragraph()
            self.outline.add(Block(self.meter.text(element.text_content().strip("\n")), "code"))
        else:
            self._flow(element, tag)

    def end_paragraph(self) -> None:
        lines = "".join(self.words).split("\n")
        self.words = []
        self.outline.add(Block("\n".join(line for raw in lines if (line := " ".join(raw.split())))))

    def _flow(self, element: Any, tag: str) -> None:
        is_paragraph = tag in _PARAGRAPHS
        if is_paragraph:
            self.end_paragraph()
        elif tag in _LINES:
            self.words.append("\n")
        if tag == "li":
            self.mark = self._mark()
        if tag in _LISTS:
            self.lists.append(0 if tag == "ol" else None)
        self._say(element.text)
        for child in element:
            self.into(child)
            self._say(child.tail)
        if tag in _LISTS:
            self.lists.pop()
        if is_paragraph:
            self.end_paragraph()

    def _mark(self) -> str:
        if not self.lists or self.lists[-1] is None:
            return "- "
        self.lists[-1] += 1
        return f"{self.lists[-1]}. "

    def _say(self, text: str | None) -> None:
        if text and text.strip():
            self.words.append(self.mark + re.sub(r"\s+", " ", self.meter.text(text)))
            self.mark = ""
        elif text:
            self.words.append(" ")

    def _rows(self, table: Any) -> Iterator[list[str]]:
        for row in table.iter("tr"):
            cells = [cell.text_content() for cell in row if cell.tag in ("td", "th")]
            self.meter.cell(len(cells))
            self.meter.text("".join(cells))
            yield cells
