"""The report as a PDF, drawn with reportlab: the same content as the page, for whoever keeps or prints it.

Its letters are DejaVu Sans, and Droid Sans Fallback for Chinese and Japanese, embedded as used. Where the system has no
Droid Sans Fallback, and for Korean, a typeface is named that whoever reads the PDF must have.
"""

import re
import unicodedata
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import ListFlowable, ListItem, Paragraph, SimpleDocTemplate, Spacer
from reportlab.platypus.flowables import Flowable

from conversations.research.report.content import ReportContent, TrailLine
from journeys.research.words import write

FOLDER: Final = Path(__file__).with_name("fonts")
REGULAR: Final = "DejaVuSans"
BOLD: Final = "DejaVuSans-Bold"
# Where Debian's package fonts-droid-fallback lays it, as our image has it; it knows no Korean syllables.
FALLBACK: Final = "DroidSansFallback"
FALLBACK_FILE: Final = Path("/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf")
# Kana and Hangul tell a language; signs that the three share are drawn as Chinese.
_ELSEWHERE: Final = {
    "HeiseiKakuGo-W5": re.compile("[\u3040-\u30ff]+"),
    "HYGothic-Medium": re.compile("[\u1100-\u11ff\uac00-\ud7af]+"),
    "STSong-Light": re.compile("[\u2e80-\u303f\u3400-\u4dbf\u4e00-\u9fff\uff00-\uffef]+"),
}
# Letters that are written from the right, or change beside each other: a PDF of ours sets them one by one.
_JOINED: Final = re.compile("[\u0590-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufeff]")
MISSING: Final = "\ufffd"
INK: Final = HexColor("#17211f")
MILD: Final = HexColor("#5d6b68")
BRAND: Final = HexColor("#0b7f73")
BODY: Final = ParagraphStyle("body", fontName=REGULAR, fontSize=10, leading=14.5, textColor=INK, alignment=TA_LEFT)
SMALL: Final = ParagraphStyle("small", BODY, fontSize=8.5, leading=12, textColor=MILD)
TITLE: Final = ParagraphStyle("title", BODY, fontName=BOLD, fontSize=17, leading=22, spaceAfter=3 * mm)
HEADING: Final = ParagraphStyle(
    "heading", BODY, fontName=BOLD, fontSize=12.5, leading=17, spaceBefore=6 * mm, spaceAfter=2 * mm,
    textColor=BRAND, keepWithNext=1,
)  # fmt: skip
TASK: Final = ParagraphStyle("task", BODY, fontName=BOLD, spaceBefore=3 * mm, spaceAfter=1 * mm, keepWithNext=1)
LINE: Final = HexColor("#b9c4c1")
INKS: Final = {"followed": BRAND, "unresolved": HexColor("#9b3b2f"), "nothing": HexColor("#9b3b2f")}
RAIL: Final = 4.5 * mm
"""How far a step of the trail stands in."""


def drawn(content: ReportContent) -> bytes:
    register()
    buffer = BytesIO()
    document = SimpleDocTemplate(
        buffer, pagesize=A4, leftMargin=20 * mm, rightMargin=20 * mm, topMargin=18 * mm, bottomMargin=18 * mm,
        title=content.title[:200], author=content.business, lang=content.language,
    )  # fmt: skip
    document.build(_story(content), onFirstPage=_footed, onLaterPages=_footed)
    return buffer.getvalue()


def _said(content: ReportContent) -> str:
    """Everything that documents and people have said in it."""
    sentences = (each.text for task in content.answers for each in task.sentences)
    cited = (each.text for each in content.sources)
    return " ".join([content.title, *sentences, *content.conflicts, *content.not_found, *cited])


def _story(content: ReportContent) -> list[Flowable]:
    story: list[Flowable] = [
        Paragraph(printable(content.title), TITLE),
        Paragraph(printable(f"{content.business} · {content.made_at:%Y-%m-%d %H:%M} UTC"), SMALL),
        Spacer(1, 2 * mm),
        *(Paragraph(printable(note), BODY) for note in content.notes),
        *([Paragraph(printable(write("letters", content.language)), SMALL)] if is_drawn_poorly(_said(content)) else []),
    ]
    if content.answers:
        story.append(Paragraph(printable(content.headings["answer"]), HEADING))
        for task in content.answers:
            story.append(Paragraph(printable(task.title), TASK))
            story.append(_listed([f"{printable(each.text)} {_marks(each.numbers)}" for each in task.sentences]))
    for name, lines in (("not_found", content.not_found), ("conflicts", content.conflicts)):
        if lines:
            story += [
                Paragraph(printable(content.headings[name]), HEADING),
                _listed([printable(line) for line in lines]),
            ]
    story.append(Paragraph(printable(content.headings["sources"]), HEADING))
    story += [Paragraph(f"[{number}] {printable(each.text)}", BODY) for number, each in enumerate(content.sources, 1)]
    story.append(Paragraph(printable(content.headings["trail"]), HEADING))
    story += [TrailRow(line) for line in content.trail]
    story.append(Paragraph(printable(content.headings["scores"]), HEADING))
    scores = ", ".join(f"{name} {score}" for name, score in content.scores)
    story.append(Paragraph(printable(f"{scores}: {content.total} / 500"), SMALL))
    return story


def _listed(lines: list[str]) -> ListFlowable:
    items = [ListItem(Paragraph(line, BODY), leftIndent=5 * mm) for line in lines]
    return ListFlowable(items, bulletType="bullet", start="•", bulletFontSize=8, leftIndent=5 * mm)


def _marks(numbers: tuple[int, ...]) -> str:
    return "".join(f'<font size="8" color="#0b7f73">[{number}]</font>' for number in numbers)


class TrailRow(Flowable):  # type: ignore[misc]
    """One line of the trail, hung from the line that led to it."""

    def __init__(self, line: TrailLine) -> None:
        super().__init__()
        self.line = line
        style = ParagraphStyle("trail", SMALL, textColor=INKS.get(line.outcome, MILD))
        self.text = Paragraph(printable(line.text), style if line.depth else TASK)

    def wrap(self, aW: float, aH: float) -> tuple[float, float]:
        self.above = TASK.spaceBefore if not self.line.depth else 0.8 * mm
        _, height = self.text.wrap(aW - self.indent, aH)
        self.height = height + self.above
        return aW, self.height

    @property
    def indent(self) -> float:
        return float(len(self.line.rails) * RAIL)

    def draw(self) -> None:
        self.text.drawOn(self.canv, self.indent, 0)
        self.canv.setStrokeColor(LINE)
        middle = self.height - self.above - SMALL.leading / 2
        for number, rail in enumerate(self.line.rails):
            at = (number + 0.4) * RAIL
            if rail:
                self.canv.line(at, self.height, at, middle if rail == "end" else 0)
            if rail in ("tee", "end"):
                self.canv.line(at, middle, at + 0.45 * RAIL, middle)


def _footed(canvas: Canvas, document: SimpleDocTemplate) -> None:
    canvas.saveState()
    canvas.setFont(REGULAR, 8)
    canvas.setFillColor(MILD)
    canvas.drawRightString(A4[0] - 20 * mm, 10 * mm, str(canvas.getPageNumber()))
    canvas.restoreState()


@cache
def register() -> None:
    """Register the typefaces with the PDF library, once a process."""
    for name in (REGULAR, BOLD):
        pdfmetrics.registerFont(TTFont(name, FOLDER / f"{name}.ttf"))
    pdfmetrics.registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=REGULAR, boldItalic=BOLD)
    for name in _ELSEWHERE:
        pdfmetrics.registerFont(UnicodeCIDFont(name))
    if FALLBACK_FILE.exists():
        pdfmetrics.registerFont(TTFont(FALLBACK, FALLBACK_FILE))


def is_drawn_poorly(text: str) -> bool:
    """Whether it has letters that the report's page shows better: joined ones, and those that the PDF only names."""
    register()
    return bool(_JOINED.search(text)) or any(_typeface(sign) in _ELSEWHERE for sign in set(text))


def printable(text: str) -> str:
    """Text of documents and people as a paragraph's markup, never markup itself: each sign in a typeface that has it.

    One that none has is shown as such.
    """
    register()
    told = []
    for sign in unicodedata.normalize("NFC", text):
        if name := _typeface(sign):
            told.append((name, sign))
        elif unicodedata.category(sign)[0] not in "CM":  # what is unseen, or sits on another sign, is left out
            told.append((REGULAR, MISSING))
    runs = ((name, escape("".join(sign for _, sign in run))) for name, run in groupby(told, key=lambda each: each[0]))
    return "".join(run if name == REGULAR else f'<font name="{name}">{run}</font>' for name, run in runs)


def _typeface(sign: str) -> str:
    """The first that has it; empty where none has."""
    for name in (REGULAR, FALLBACK):
        if name in pdfmetrics.getRegisteredFontNames() and ord(sign) in pdfmetrics.getFont(name).face.charToGlyph:
            return name
    return next((name for name, pattern in _ELSEWHERE.items() if pattern.match(sign)), "")
