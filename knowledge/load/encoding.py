"""From bytes to text, whatever program saved them, with a note where the reader guessed."""

import codecs
import re

from knowledge.load.limits import FileRefused

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_WINDOWS = "The file is not UTF-8 and was read as Windows-1252: check the accented letters."


def decode(content: bytes) -> tuple[str, list[str]]:
    """The text with plain line ends, and notes; raises FileRefused for what is not text."""
    for mark, name in _MARKS:
        if content.startswith(mark):
            return _plain(content.decode(name, errors="replace")), []
    try:
        return _plain(content.decode("utf-8")), []
    except UnicodeDecodeError:
        return _plain(content.decode(_unmarked(content), errors="replace")), [_WINDOWS]


def _unmarked(content: bytes) -> str:
    """UTF-16 without its mark shows itself by every other byte being zero."""
    head = content[:4000]
    if head[1::2].count(0) > len(head) // 4:
        return "utf-16-le"
    return "utf-16-be" if head[::2].count(0) > len(head) // 4 else "cp1252"


def _plain(text: str) -> str:
    if len(_NOT_TEXT.findall(text[:20_000])) > len(text[:20_000]) // 50:
        raise FileRefused("The file is not text, whatever its ending says.")
    return _NOT_TEXT.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
