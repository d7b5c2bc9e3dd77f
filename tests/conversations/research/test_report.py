"""What a report shows: every script that a phone sends, and the trail as a tree."""

import os
from datetime import UTC, datetime
from uuid import uuid4

import pypdfium2
import pytest

from conversations.research.report import pdf
from conversations.research.report.content import (
    AnsweredTask,
    CitedSentence,
    CitedSource,
    ReportContent,
    TrailLine,
    hung,
)
from tools.research.facts import ReadPassage

PASSAGE = ReadPassage(chunk_id=uuid4(), document_id=uuid4(), text="B", title="A", page=2)
SCRIPTS = (
    "Ng\u2019ombe wa Wanjik\u0169 haujalipwa \u2014 \u201camana\u201d ni KSh 3,000\u2026",
    "\u201eGroße Kündigung\u201c \u2013 Straße, Übergabe, € 5",
    "Ольга Петрова",
    "Ωμέγα Παπαδοπούλου",
    "Nguyễn Thị Hằng",
    "王小明",
    "さくら",
    "김철수",
    "სოფო → ½ ≥ ✓",
)


def content(lines: tuple[str, ...], trail: tuple[TrailLine, ...] = ()) -> ReportContent:
    return ReportContent(
        title="Report", language="en", question="?", business="Duka", made_at=datetime(2026, 11, 22, tzinfo=UTC),
        headings={name: name for name in ("answer", "not_found", "conflicts", "trail", "sources", "scores")},
        answers=(AnsweredTask("Task", tuple(CitedSentence(line, (1,)) for line in lines)),), notes=(), not_found=(),
        conflicts=(), trail=trail, sources=(CitedSource("A — B, p. 2", PASSAGE),), scores=(), total=500,
    )  # fmt: skip


def read(drawn: bytes) -> str:
    document = pypdfium2.PdfDocument(drawn)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def test_every_script_is_printed_and_markup_is_text() -> None:
    told = " ".join(read(pdf.drawn(content((*SCRIPTS, "<b>5 < 6 & 7</b>", "<script>")))).split())
    for line in (*SCRIPTS, "<b>5 < 6 & 7</b>", "<script>"):
        assert line in told


def test_a_sign_that_no_typeface_has_is_shown_as_missing_and_what_is_unseen_is_left_out() -> None:
    told = read(pdf.drawn(content(("Abeba \u12a0\u1260\u1260, free\u0007ly",))))
    assert "Abeba \ufffd" in told
    assert "freely" in told


def test_the_trail_is_a_tree() -> None:
    lines = [TrailLine(depth, str(depth)) for depth in (0, 1, 2, 3, 2, 1, 0, 1)]
    assert [line.rails for line in hung(lines)] == [
        (), ("tee",), ("on", "tee"), ("on", "on", "end"), ("on", "end"), ("end",), (), ("end",),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "is_noted"), [("김철수", True), ("عقد الإيجار", True), ("Wanjik\u0169 — Straße", False)]
)
def test_letters_that_a_pdf_sets_poorly_are_told_of(line: str, is_noted: bool) -> None:
    assert ("The report's page shows them right" in read(pdf.drawn(content((line,))))) == is_noted


@pytest.mark.skipif(
    not pdf.FALLBACK_FILE.exists() and os.environ.get("CI") != "true",
    reason="Debian's package fonts-droid-fallback is not here",
)
def test_chinese_and_japanese_are_embedded_where_the_system_has_their_letters() -> None:
    drawn = pdf.drawn(content(("王小明", "さくら")))
    assert b"+DroidSansFallback" in drawn
    assert b"STSong-Light" not in drawn
    assert "The report's page shows them right" not in read(drawn)


def test_where_it_has_not_they_are_named_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    pdf.register()  # else this would be the first to do so, and give that name to the typeface that there is
    monkeypatch.setattr(pdf, "FALLBACK", "a typeface that nobody has")
    drawn = pdf.drawn(content(("王小明", "さくら")))
    assert b"STSong-Light" in drawn
    assert b"HeiseiKakuGo-W5" in drawn
    assert "The report's page shows them right" in read(drawn)
