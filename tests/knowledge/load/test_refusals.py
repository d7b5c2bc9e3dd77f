"""Files that are not taken: each is refused with a sentence, quickly, and before it can do harm."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.load import FileRefused, Limits, kinds, load
from knowledge.load.apart import load_apart
from tests.depth import rounds
from tests.knowledge.load import made

LAUGHS = b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><l>&b;</l>'
LOCKED = made.pdf([("BodyText", "secret words")], password="lock")
PACKAGE = "EncryptedPackage".encode("utf-16-le")
STARTS = ["", "%PDF-1.4\n", "PK\x03\x04"]
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600
SMALL = Limits(unpacked=3_000_000, members=50)

REFUSED = {
    "empty": (b"", "a.md", "is empty"),
    "blank": (b" \n\t\n", "a.txt", "is empty"),
    "no ending": (b"text", "README", "without an ending"),
    "unknown ending": (b"text", "a.exe", "not read"),
    "macro ending": (b"PK", "a.xlsm", "macros"),
    "old office ending": (OLE, "a.doc", "Save it as .docx"),
    "old office content": (OLE, "a.docx", "old office format"),
    "password of an office file": (OLE + PACKAGE, "a.xlsx", "protected with a password"),
    "password of a pdf": (LOCKED, "a.pdf", "protected with a password"),
    "scanned": (made.scan(), "a.pdf", "scanned"),
    "broken pdf": (made.pdf([("BodyText", "words and words")])[:300], "a.pdf", "damaged"),
    "broken word file": (made.word()[:2_000], "a.docx", "damaged"),
    "word named pdf": (made.word(), "a.pdf", "not a PDF"),
    "pdf named text": (made.pdf([("BodyText", "words")]), "a.txt", "a PDF"),
    "picture named markdown": (b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "a.md", "a picture"),
    "binary named csv": (bytes(range(256)) * 20, "a.csv", "not text"),
    "excel named word": (made.excel(("A", [["x"]])), "a.docx", "not what its ending says"),
    "text named html": (b"just words", "a.html", "not a web page"),
    "vba project": (made.package("word/document.xml", **{"word/vbaProject__bin": b"x"}), "a.docx", "macros"),
    "entity bomb": (made.package("word/document.xml", **{"word/styles__xml": LAUGHS}), "a.docx", "entities"),
    "entities in utf-16": (
        made.package("xl/workbook.xml", **{"xl/styles__xml": LAUGHS.decode().encode("utf-16")}), "a.xlsx", "entities",
    ),
    "zip bomb": (made.package("word/document.xml", **{"word/big__xml": b"0" * 2_500_000}), "a.docx", "far more"),
    "many small bombs": (
        made.package("word/document.xml", **{f"word/{n}__xml": b"0" * 900_000 for n in range(5)}), "a.docx", "far more",
    ),
    "too many parts": (made.package("word/document.xml", **{f"x{n}": b"" for n in range(60)}), "a.docx", "parts"),
    "json that is none": (b'{"a": }', "a.json", "not proper JSON at line 1"),
    "deep json": (b"[" * 50_000 + b"]" * 50_000, "a.json", "levels deep"),
    "json without words": (b"[]", "a.json", "holds nothing|holds no text"),
    "a number as json": (b"42", "a.json", "holds nothing"),
    "only headings of nothing": (b"---\n", "a.md", "no text"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused_with_a_sentence(case: str) -> None:
    content, name, said = REFUSED[case]
    with pytest.raises(FileRefused, match=said) as refusal:
        load(content, name, SMALL)
    assert str(refusal.value).endswith(".")


def test_an_archive_that_lies_about_its_sizes_is_found_out() -> None:
    content = bytearray(made.package("word/document.xml", **{"word/big__xml": b"0" * 900_000}))
    at = content.rfind(b"word/big.xml") - 46  # its entry in the list at the end
    assert content[at : at + 4] == b"PK\x01\x02"
    content[at + 24 : at + 28] = (10).to_bytes(4, "little")
    with pytest.raises(FileRefused):
        load(bytes(content), "a.docx", SMALL)


@pytest.mark.parametrize(
    ("limits", "content", "name", "said"),
    [
        (Limits(bytes=1024 * 1024), b"x" * 1_100_000, "a.txt", "larger than 1 MB"),
        (Limits(pages=1), made.pdf([("BodyText", "one")], [("BodyText", "two")]), "a.pdf", "more than 1 pages"),
        (Limits(cells=5), b"a,b\n1,2\n3,4\n", "a.csv", "more than 5 cells"),
        (Limits(cells=5), made.excel(("A", [["a", "b"], [1, 2], [3, 4]])), "a.xlsx", "more than 5 cells"),
        (Limits(characters=10), b"# Heading\nand text", "a.md", "more than 10 characters"),
        (Limits(seconds=-1), b"# Heading\nand text", "a.md", "took longer"),
    ],
)
def test_every_limit_holds(limits: Limits, content: bytes, name: str, said: str) -> None:
    with pytest.raises(FileRefused, match=said):
        load(content, name, limits)


def test_apart_says_the_same() -> None:
    assert load_apart(made.word(), "a.docx") == load(made.word(), "a.docx")
    with pytest.raises(FileRefused, match="protected with a password"):
        load_apart(LOCKED, "a.pdf")


def test_a_reader_that_breaks_off_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    with pytest.raises(FileRefused, match="broke off"):
        load_apart(b"text", "a.txt")


def test_a_reader_that_hangs_is_stopped() -> None:
    # So many brackets keep the depth check busy for longer than it is given.
    with pytest.raises(FileRefused, match=r"took longer|more than"):
        load_apart(b'{"a": [' + b"[]," * 6_000_000 + b"1]}", "a.json", replace(Limits(), seconds=0.01))


@settings(max_examples=rounds(100, deep=150))
@given(st.binary(max_size=400), st.sampled_from(sorted(kinds.ENDINGS)), st.sampled_from(STARTS))
def test_any_bytes_are_read_or_refused(content: bytes, ending: str, start: str) -> None:
    """Property 1: whatever is given is read or refused; no other error escapes."""
    try:
        said = load(start.encode("latin-1") + content, f"a.{ending}").text
    except FileRefused as refusal:
        said = str(refusal)
    assert said.strip()


@settings(max_examples=100)
@given(st.data())
def test_a_damaged_office_file_is_read_or_refused(data: st.DataObject) -> None:
    """Property 2: a proper file with some bytes changed is read or refused; no other error escapes."""
    name, whole = data.draw(st.sampled_from([("a.docx", WORD), ("a.xlsx", EXCEL), ("a.pdf", PDF)]))
    content = bytearray(whole)
    for at in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=12)):
        content[at] = data.draw(st.integers(0, 255))
    try:
        said = load(bytes(content), name).text
    except FileRefused as refusal:
        said = str(refusal)
    assert said.strip()


WORD = made.word()
EXCEL = made.excel(("A", [["name", "price"], ["Pot", 3]]))
PDF = made.pdf([("Heading1", "Head"), ("BodyText", "Some words on the page, to be read.")])


def test_the_made_files_are_what_they_should_be() -> None:
    """What the refusals are about does not come from a file that nobody could read anyway."""
    for content, name in ((made.word(), "a.docx"), (EXCEL, "a.xlsx"), (PDF, "a.pdf")):
        assert load(content, name).text
