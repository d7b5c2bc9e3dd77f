"""Files made for tests: what an office program, a printer or an attacker would hand in."""

import io
import zipfile

import docx
import openpyxl
import pypdfium2 as pdfium
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate

CONTENT_TYPES = b'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def pdf(*pages: list[tuple[str, str]], title: str = "", password: str = "") -> bytes:
    """Pages of (style, text); a foot on each."""
    styles, body, out = getSampleStyleSheet(), [], io.BytesIO()
    for number, page in enumerate(pages):
        body += [PageBreak()] * bool(number) + [Paragraph(text, styles[style]) for style, text in page]
    options = {"encrypt": StandardEncryption(password, strength=128)} if password else {}
    document = SimpleDocTemplate(out, title=title, **options)
    document.build(body, onFirstPage=_foot, onLaterPages=_foot)
    return out.getvalue()


def _foot(canvas: Canvas, document: SimpleDocTemplate) -> None:
    canvas.drawString(60, 30, f"Printed by the resort, page {document.page}")


def joined(*documents: bytes) -> bytes:
    """The pages of several PDFs in one."""
    whole, out = pdfium.PdfDocument.new(), io.BytesIO()
    for content in documents:
        with pdfium.PdfDocument(content) as document:
            whole.import_pages(document)
    whole.save(out)
    whole.close()
    return out.getvalue()


def scan() -> bytes:
    """Pages with lines and no letters."""
    out = io.BytesIO()
    canvas = Canvas(out)
    for _ in range(3):
        canvas.line(10, 10, 200, 200)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def word() -> bytes:
    document = docx.Document()
    document.core_properties.title = "Staff handbook"
    document.core_properties.version = "1.5"
    document.add_heading("Opening the shop", level=1)
    document.add_paragraph("Come at half past seven.")
    for text in ("Switch the alarm off", "Count the till"):
        document.add_paragraph(text, style="List Bullet")
    document.add_heading("Keys", level=2)
    table = document.add_table(rows=2, cols=2)
    for at, text in enumerate(("Key", "Who has it", "Back door", "The manager")):
        table.cell(at // 2, at % 2).text = text
    return _saved(document)


def excel(*sheets: tuple[str, list[list[object]]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return _saved(book)


def package(part: str, **members: bytes) -> bytes:
    """An office file with this main part and these members; dots of names are written as __."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", CONTENT_TYPES)
        archive.writestr(part, b"<x/>")
        for name, content in members.items():
            archive.writestr(name.replace("__", "."), content)
    return out.getvalue()


def with_members(content: bytes, **members: bytes) -> bytes:
    """A proper file with something put into it."""
    out = io.BytesIO(content)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, inner in members.items():
            archive.writestr(name.replace("__", "."), inner)
    return out.getvalue()


def _saved(document: object) -> bytes:
    out = io.BytesIO()
    document.save(out)  # type: ignore[attr-defined]
    return out.getvalue()
