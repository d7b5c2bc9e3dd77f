"""The letters of a report's PDF: DejaVu Sans, of which reportlab embeds what is used; Chinese, Japanese and Korean are
named by the PDF's own typefaces, which whoever reads it must have.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont

FOLDER: Final = Path(__file__).with_name("fonts")
REGULAR: Final = "DejaVuSans"
BOLD: Final = "DejaVuSans-Bold"
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


def is_drawn_poorly(text: str) -> bool:
    """Whether it has letters that the report's page shows better: joined ones, and those that no typeface here has."""
    return bool(_JOINED.search(text)) or any(pattern.search(text) for pattern in _ELSEWHERE.values())


def printable(text: str) -> str:
    """Text of documents and people as a paragraph's markup, never markup itself: each sign in a typeface that has it.

    One that none has is shown as such.
    """
    known = pdfmetrics.getFont(REGULAR).face.charToGlyph
    told = []
    for sign in unicodedata.normalize("NFC", text):
        if ord(sign) in known or any(pattern.match(sign) for pattern in _ELSEWHERE.values()):
            told.append(sign)
        elif unicodedata.category(sign)[0] not in "CM":  # what is unseen, or sits on another sign, is left out
            told.append(MISSING)
    markup = escape("".join(told))
    for name, pattern in _ELSEWHERE.items():
        markup = pattern.sub(rf'<font name="{name}">\g<0></font>', markup)
    return markup
