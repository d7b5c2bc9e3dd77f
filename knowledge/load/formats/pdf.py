"""PDF by pages, with PDFium: headings by their size, running heads and page numbers left out."""

import ctypes
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from knowledge.load.details import declared
from knowledge.load.formats.outline import Outline
from knowledge.load.limits import FileRefused, Meter
from knowledge.load.structure import Block, Loaded

_PASSWORD, _SECURITY = pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY
_DAMAGED = "The PDF is damaged and cannot be opened. Save it again and give it once more."
_LOCKED = "The PDF is protected with a password. Save it without one."
_SCAN = "The PDF holds pictures of pages and no text: it was scanned. Run it through text recognition (OCR) first."
# Programs put "Microsoft Word - Draft3.doc", "(anonymous)" or the file's path where the title should be.
_NO_TITLE = re.compile(r"\.\w{2,4}$|^untitled|^\W*(?:anonymous|unspecified|title)\W*$|[\\/]|microsoft", re.IGNORECASE)
# A heading is set at least this much larger than the body; less is a rounding of the typesetter's.
_LARGER = 1.15
# Lines of one paragraph differ by less than a fifth; below four points nothing was meant to be read.
_OTHER_SIZE, _READABLE = 0.2, 4.0
# What is longer and large is an opening paragraph.
_LONGEST_HEADING = 100
# Fewer letters a page than this, throughout: a scan with stray characters.
_FEWEST_LETTERS = 10
_SENTENCE_END = re.compile(r"[.!?:;]$")
_LIST = re.compile(r"^\s*(?:[-*\u2022\u25aa\u2013]|\(?\d{1,3}[.)]|[a-z][.)])\s")


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    size: float


def read(content: bytes, meter: Meter) -> Loaded:
    """Pages in order; a heading is a short line in larger letters."""
    try:
        with pdfium.PdfDocument(content) as document:
            return _read(document, meter)
    except pdfium.PdfiumError as error:
        locked = getattr(error, "err_code", None) in (_PASSWORD, _SECURITY)
        raise FileRefused(_LOCKED if locked else _DAMAGED) from error


def _read(document: pdfium.PdfDocument, meter: Meter) -> Loaded:
    pages = [_lines(document, number, meter) for number in _numbers(document, meter)]
    letters = [sum(sum(map(str.isalnum, line.text)) for line in page) for page in pages]
    if sum(letters) < _FEWEST_LETTERS * min(len(pages), 20):
        raise FileRefused(_SCAN)
    _drop_running_lines(pages)
    body = _body_size(pages)
    outline = Outline()
    for number, lines in enumerate(pages, 1):
        outline.turn(number)
        _lay_out(lines, body, outline)
    fields = document.get_metadata_dict(skip_empty=True)
    empty = [number for number, count in enumerate(letters, 1) if not count]
    notes = (f"{len(empty)} of {len(pages)} pages hold no text: {_numbered(empty)}.",) if empty else ()
    title = str(fields.get("Title", ""))
    is_title = title and not _NO_TITLE.search(title)
    details = declared({"title": title} if is_title else {})
    return Loaded(sections=outline.sections(), declared=details, notes=notes, pages=len(pages))


def _numbers(document: pdfium.PdfDocument, meter: Meter) -> Iterator[int]:
    count = len(document)
    if not count:
        raise FileRefused("The PDF has no pages.")
    meter.page(count)
    for number in range(count):
        meter.tick()
        yield number


def _lines(document: pdfium.PdfDocument, number: int, meter: Meter) -> list[_Line]:
    page = document[number]
    try:
        text_page = page.get_textpage()
        try:
            return list(_sized(text_page, meter))
        finally:
            text_page.close()
    finally:
        page.close()


def _sized(text_page: pdfium.PdfTextPage, meter: Meter) -> Iterator[_Line]:
    """Each line with the size of its first letter."""
    count = text_page.count_chars()
    buffer = ctypes.create_string_buffer((count + 1) * 2)
    length = pdfium_c.FPDFText_GetText(text_page, 0, count, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)))
    # Two bytes a place, so that places in the text are PDFium's own.
    raw = buffer.raw[: max(0, length - 1) * 2].decode("utf-16-le", errors="replace") if length else ""
    place = 0
    for line in raw.split("\n"):
        text = re.sub(r"[\x00\ufffe\x02]", "", line)
        if stripped := " ".join(text.split()):
            lead = len(line) - len(line.lstrip())
            size = pdfium_c.FPDFText_GetFontSize(text_page, place + lead)
            yield _Line(meter.text(stripped), round(float(size), 1))
        place += len(line) + 1


def _drop_running_lines(pages: list[list[_Line]]) -> None:
    """Heads, feet and page numbers: what stands first or last on most pages, figures aside."""
    if len(pages) < 4:
        return
    ends = Counter(key for page in pages for key in {_key(line) for line in (*page[:2], *page[-2:])})
    running = {key for key, count in ends.items() if count > 0.6 * len(pages)}
    for page in pages:
        for at in (0, 0, -1, -1):
            if page and _key(page[at]) in running:
                page.pop(at)


def _key(line: _Line) -> str:
    return re.sub(r"\d+", "#", line.text.casefold())


def _body_size(pages: list[list[_Line]]) -> float:
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page:
            # Letters that nobody can read are not what a reader takes for the text, however many there are.
            sizes[line.size] += len(line.text) if line.size >= _READABLE else 0
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _lay_out(lines: list[_Line], body: float, outline: Outline) -> None:
    paragraph: list[str] = []
    for at, line in enumerate(lines):
        if _is_heading(line, body):
            outline.add(Block("\n".join(paragraph)))
            paragraph = []
            outline.head(_level(line.size, body), line.text)
        else:
            _join(paragraph, line.text, at and _goes_on(lines[at - 1], line) and lines[at - 1].text)
    outline.add(Block("\n".join(paragraph)))


def _goes_on(before: _Line, line: _Line) -> bool:
    """Whether one sentence may run over both: tiny letters under a paragraph are not part of it."""
    return abs(line.size - before.size) < _OTHER_SIZE * before.size


def _is_heading(line: _Line, body: float) -> bool:
    is_short = len(line.text) <= _LONGEST_HEADING and not _SENTENCE_END.search(line.text.rstrip(":"))
    return bool(body) and line.size >= body * _LARGER and is_short and any(char.isalpha() for char in line.text)


def _level(size: float, body: float) -> int:
    return 1 if size >= body * 1.7 else 2 if size >= body * 1.3 else 3


def _join(paragraph: list[str], text: str, before: str | int) -> None:
    """A line that only goes on is put behind the one before; a word cut at its end is made whole."""
    if not paragraph or not before or _LIST.match(text):
        paragraph.append(text)
    elif re.search(r"\w-$", paragraph[-1]) and text[:1].islower():
        paragraph[-1] = paragraph[-1][:-1] + text
    elif len(str(before)) > 50 and not _SENTENCE_END.search(paragraph[-1]):
        paragraph[-1] += f" {text}"
    else:
        paragraph.append(text)


def _numbered(numbers: list[int]) -> str:
    shown = ", ".join(str(number) for number in numbers[:10])
    return shown + (" ..." if len(numbers) > 10 else "")
