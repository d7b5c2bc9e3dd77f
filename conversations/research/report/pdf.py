"""The report as a PDF, drawn with reportlab: the same content as the page, for whoever keeps or prints it."""

from io import BytesIO
from typing import Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import ListFlowable, ListItem, Paragraph, SimpleDocTemplate, Spacer
from reportlab.platypus.flowables import Flowable

from conversations.research.report.content import ReportContent

INK: Final = HexColor("#17211f")
MILD: Final = HexColor("#5d6b68")
BRAND: Final = HexColor("#0b7f73")
BODY: Final = ParagraphStyle("body", fontName="Helvetica", fontSize=10, leading=14.5, textColor=INK, alignment=TA_LEFT)
SMALL: Final = ParagraphStyle("small", BODY, fontSize=8.5, leading=12, textColor=MILD)
TITLE: Final = ParagraphStyle("title", BODY, fontName="Helvetica-Bold", fontSize=17, leading=22, spaceAfter=3 * mm)
HEADING: Final = ParagraphStyle(
    "heading", BODY, fontName="Helvetica-Bold", fontSize=12.5, leading=17, spaceBefore=6 * mm, spaceAfter=2 * mm,
    textColor=BRAND, keepWithNext=1,
)  # fmt: skip
TASK: Final = ParagraphStyle(
    "task", BODY, fontName="Helvetica-Bold", spaceBefore=3 * mm, spaceAfter=1 * mm, keepWithNext=1
)
# The signs that the standard fonts lack; quotation marks and dashes they have.
SIGNS: Final = str.maketrans({"\u2192": ">", "\u2026": "..."})


def drawn(content: ReportContent) -> bytes:
    buffer = BytesIO()
    document = SimpleDocTemplate(
        buffer, pagesize=A4, leftMargin=20 * mm, rightMargin=20 * mm, topMargin=18 * mm, bottomMargin=18 * mm,
        title=content.title[:200], author=content.business, lang=content.language,
    )  # fmt: skip
    document.build(_story(content), onFirstPage=_footed, onLaterPages=_footed)
    return buffer.getvalue()


def _story(content: ReportContent) -> list[Flowable]:
    story: list[Flowable] = [
        Paragraph(_plain(content.title), TITLE),
        Paragraph(_plain(f"{content.business} · {content.made_at:%Y-%m-%d %H:%M} UTC"), SMALL),
        Spacer(1, 2 * mm),
        *(Paragraph(_plain(note), BODY) for note in content.notes),
    ]
    if content.answers:
        story.append(Paragraph(_plain(content.headings["answer"]), HEADING))
        for task in content.answers:
            story.append(Paragraph(_plain(task.title), TASK))
            story.append(_listed([f"{_plain(each.text)} {_marks(each.numbers)}" for each in task.sentences]))
    for name, lines in (("not_found", content.not_found), ("conflicts", content.conflicts)):
        if lines:
            story += [Paragraph(_plain(content.headings[name]), HEADING), _listed([_plain(line) for line in lines])]
    story.append(Paragraph(_plain(content.headings["sources"]), HEADING))
    story += [Paragraph(f"[{number}] {_plain(each)}", BODY) for number, each in enumerate(content.sources, 1)]
    story.append(Paragraph(_plain(content.headings["trail"]), HEADING))
    story += [
        Paragraph(_plain(line.text), ParagraphStyle(f"trail{line.depth}", SMALL, leftIndent=line.depth * 5 * mm))
        for line in content.trail
    ]
    story.append(Paragraph(_plain(content.headings["scores"]), HEADING))
    scores = ", ".join(f"{name} {score}" for name, score in content.scores)
    story.append(Paragraph(_plain(f"{scores}: {content.total} / 500"), SMALL))
    return story


def _listed(lines: list[str]) -> ListFlowable:
    items = [ListItem(Paragraph(line, BODY), leftIndent=5 * mm) for line in lines]
    return ListFlowable(items, bulletType="bullet", start="•", bulletFontSize=8, leftIndent=5 * mm)


def _marks(numbers: tuple[int, ...]) -> str:
    return "".join(f'<font size="8" color="#0b7f73">[{number}]</font>' for number in numbers)


def _plain(text: str) -> str:
    """Text of documents and people, never markup; a sign that the fonts lack becomes a question mark."""
    told = text.translate(SIGNS).encode("cp1252", "replace").decode("cp1252")
    return escape(told)


def _footed(canvas: Canvas, document: SimpleDocTemplate) -> None:
    canvas.saveState()
    canvas.setFont("Helvetica", 8)
    canvas.setFillColor(MILD)
    canvas.drawRightString(A4[0] - 20 * mm, 10 * mm, str(canvas.getPageNumber()))
    canvas.restoreState()
