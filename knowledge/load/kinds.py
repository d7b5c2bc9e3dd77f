"""Which format a file has, by its ending and by its first bytes; the two must agree.

An office file is looked into before anything unpacks it: bombs, macros, passwords and what XML should not hold.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath

from knowledge.load.limits import MEGABYTE, FileRefused, Limits

_MACROS = re.compile(r"(?:^|/)(?:vbaProject\.bin|vbaData\.xml|macrosheets/.*)$", re.IGNORECASE)
_MACRO_TYPE = re.compile(rb"macroEnabled|ms-office\.vbaProject", re.IGNORECASE)
_DECLARATION = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_TYPES = "[Content_Types].xml"
# Unpacked piece by piece, so that a bomb is seen before it fills the memory.
_PIECE = 64 * 1024
# A file of a few kilobytes may well be squeezed hundreds of times without harm.
_SMALL = MEGABYTE
_BROKEN = "The file is damaged: it cannot be unpacked. Save it again and give it once more."

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
    """The format of a file that may be read; raises FileRefused."""
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
    check_archive(content, _PARTS[kind], limits)


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


def check_archive(content: bytes, part: str, limits: Limits) -> None:
    """Refuse an archive that is harmful or lacks the part that makes it a document of its kind."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _check(archive, part, limits)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError) as error:
        raise FileRefused(_BROKEN) from error


def _check(archive: zipfile.ZipFile, part: str, limits: Limits) -> None:
    members = archive.infolist()
    if len(members) > limits.members:
        raise FileRefused(f"The file holds more than {limits.members:,} parts. Save it again, without what it embeds.")
    if any(member.flag_bits & 0x1 for member in members):
        raise FileRefused("The file is protected with a password. Save it without one.")
    names = {member.filename for member in members}
    if any(_MACROS.search(name) for name in names):
        raise FileRefused("The file holds macros, which are programs. Save it without them, as .docx or .xlsx.")
    if _TYPES not in names or part not in names:
        raise FileRefused("The file is not what its ending says. Save it again in the right format.")
    _check_sizes(members, limits)
    _check_content(archive, members, limits)


def _check_sizes(members: list[zipfile.ZipInfo], limits: Limits) -> None:
    """By what the archive says of itself, before a byte is unpacked."""
    if sum(member.file_size for member in members) > limits.unpacked:
        raise FileRefused(_bomb(limits))
    for member in members:
        if member.file_size > _SMALL and member.file_size > limits.ratio * max(1, member.compress_size):
            raise FileRefused(_bomb(limits))


def _check_content(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], limits: Limits) -> None:
    """By what really comes out, for an archive may lie."""
    total = 0
    for member in members:
        is_xml = member.filename.lower().endswith((".xml", ".rels", ".vml"))
        tail = b""
        for piece in _pieces(archive, member):
            total += len(piece)
            if total > limits.unpacked:
                raise FileRefused(_bomb(limits))
            if is_xml:
                tail = _check_xml(tail, piece, member.filename)


def _pieces(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[bytes]:
    with archive.open(member) as stream:
        while piece := stream.read(_PIECE):
            yield piece


def _check_xml(tail: bytes, piece: bytes, name: str) -> bytes:
    # UTF-16 would hide the words from the pattern.
    seen = (tail + piece).replace(b"\x00", b"")
    if _DECLARATION.search(seen):
        raise FileRefused("The file declares XML entities, which office programs never do. It is not opened.")
    if name == _TYPES and _MACRO_TYPE.search(seen):
        raise FileRefused("The file holds macros, which are programs. Save it without them, as .docx or .xlsx.")
    return seen[-64:]


def _bomb(limits: Limits) -> str:
    return f"The file unpacks to far more than it says or more than {limits.unpacked // MEGABYTE} MB. It is not opened."
