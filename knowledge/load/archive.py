"""Looks into an office file before anything unpacks it: bombs, macros, passwords and what XML should not hold."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator

from knowledge.load.limits import MEGABYTE, FileRefused, Limits

_MACROS = re.compile(r"(?:^|/)(?:vbaProject\.bin|vbaData\.xml|macrosheets/.*)$", re.IGNORECASE)
_MACRO_TYPE = re.compile(rb"macroEnabled|ms-office\.vbaProject", re.IGNORECASE)
_DECLARATION = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_TYPES = "[Content_Types].xml"
_PIECE = 64 * 1024
# A file of a few kilobytes may well be squeezed hundreds of times without harm.
_SMALL = MEGABYTE
_BROKEN = "The file is damaged: it cannot be unpacked. Save it again and give it once more."


def check(content: bytes, part: str, limits: Limits) -> None:
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
