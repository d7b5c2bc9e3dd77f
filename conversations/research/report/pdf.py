"""The report as a PDF, drawn with reportlab: the same content as the page, for whoever keeps or prints it."""

from io import BytesIO
from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import ListFlowable, ListItem, Paragraph, SimpleDocTemplate, Spacer
from reportlab.platypus.flowables import Flowable

from conversations.research.report.content import ReportContent, TrailLine
from conversations.research.report.typefaces import BOLD, REGULAR, is_drawn_poorly, printable, register
from journeys.research.words import write

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
