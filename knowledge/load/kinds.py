"""Which format a file has, by its ending and by its first bytes; the two must agree."""

import re
from pathlib import PurePosixPath

from knowledge.load import archive
from knowledge.load.limits import MEGABYTE, FileRefused, Limits

MEDIA_TYPES = {
    "markdown": "text/markdown",
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "html": "text/html",
    "txt": "text/plain",
    "json": "application/json",
}
ENDINGS = {
    "md": "markdown", "markdown": "markdown", "pdf": "pdf", "docx": "docx", "xlsx": "xlsx", "csv": "csv",
    "tsv": "csv", "html": "html", "htm": "html", "txt": "txt", "text": "txt", "json": "json",
}  # fmt: skip
_PARTS = {"docx": "word/document.xml", "xlsx": "xl/workbook.xml"}
_MACRO_ENDINGS = {"docm", "xlsm", "dotm", "xltm", "xlsb", "xlam", "pptm"}
_OLD_ENDINGS = {"doc": "docx", "xls": "xlsx", "rtf": "docx", "odt": "docx", "ods": "xlsx"}
_OLE, _ZIP, _PDF = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04", b"%PDF-"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_STARTS = {
    _PDF: "a PDF", _ZIP: "an archive or office file", _OLE: "an old office file", b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture", b"GIF8": "a picture", b"RIFF": "a recording", b"\x7fELF": "a program",
    b"MZ\x90": "a program", b"\x1f\x8b": "an archive", b"Rar!": "an archive", b"7z\xbc\xaf": "an archive",
}  # fmt: skip
_TAG = re.compile(
    rb"<\s*(?:!doctype\s+html|html|head|body|div|p|h1|table|main|article|section|ul|title)\b", re.IGNORECASE
)
KNOWN = "Markdown, PDF, Word (.docx), Excel (.xlsx), CSV, HTML, text and JSON"


def ending_of(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).suffix.lower().lstrip(".")


def check(content: bytes, name: str, limits: Limits) -> str:
    """The format of a file that may be read; raises Refused."""
    kind = by_name(name)
    if not content.strip(b"\x00 \t\r\n\xef\xbb\xbf"):
        raise FileRefused("The file is empty.")
    check_size(len(content), limits)
    if kind in _PARTS:
        _check_office(content, kind, limits)
    elif kind == "pdf":
        _check_pdf(content)
    else:
        _check_text(content, kind, name)
    return kind


def by_name(name: str) -> str:
    """The format that the ending promises."""
    ending = ending_of(name)
    if ending in _MACRO_ENDINGS:
        raise FileRefused("Files with macros are not taken, for macros are programs. Save it as .docx or .xlsx.")
    if ending in _OLD_ENDINGS:
        raise FileRefused(f"Files of the kind .{ending} are not read. Save it as .{_OLD_ENDINGS[ending]}.")
    if ending not in ENDINGS:
        what = f"Files of the kind .{ending}" if ending else "Files without an ending"
        raise FileRefused(f"{what} are not read. The library takes {KNOWN}.")
    return ENDINGS[ending]


def check_size(size: int, limits: Limits) -> None:
    if size > limits.bytes:
        raise FileRefused(f"The file is larger than {limits.bytes // MEGABYTE} MB. Split it.")


def _check_office(content: bytes, kind: str, limits: Limits) -> None:
    if content.startswith(_OLE):
        if _ENCRYPTED_PACKAGE in content:
            raise FileRefused("The file is protected with a password. Save it without one.")
        raise FileRefused(f"The file is in the old office format, whatever its ending says. Save it as .{kind}.")
    if not content.startswith(_ZIP):
        raise FileRefused(f"The file is not a .{kind} file, whatever its ending says, or it is damaged.")
    archive.check(content, _PARTS[kind], limits)


def _check_pdf(content: bytes) -> None:
    # The standard lets a PDF begin anywhere in its first kilobyte.
    if _PDF not in content[:1024]:
        raise FileRefused("The file is not a PDF, whatever its ending says, or it is damaged.")


def _check_text(content: bytes, kind: str, name: str) -> None:
    for start, what in _STARTS.items():
        if content.startswith(start):
            raise FileRefused(f"The file is {what}, although it is named .{ending_of(name)}.")
    if kind == "html" and not _TAG.search(content.replace(b"\x00", b"")[:100_000]):
        raise FileRefused("The file is not a web page, whatever its ending says.")
