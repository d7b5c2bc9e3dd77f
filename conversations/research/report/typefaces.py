"""The letters of a report's PDF: DejaVu Sans, and Droid Sans Fallback for Chinese and Japanese, embedded as used.

Where the system has no Droid Sans Fallback, and for Korean, a typeface is named that whoever reads the PDF must have.
"""

import re
import unicodedata
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont

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
