"""Links and phone numbers however they are disguised: look-alike letters, "dot" in words, spaces, digits in words."""

import re
from collections.abc import Iterator
from typing import Final

from journeys.check.reading.words import ADDRESSES, either
from journeys.language.numbers import units

# Letters of other scripts that look like ours.
LOOKALIKES: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u0432\u043c\u043d\u043a\u0442\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u03b1\u03bf\u03c1\u03b5\u03b9\u03ba\u03bd\u03c5\u03c7\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7\u0131\u0261\u3002\uff0e\u2024\u2044\u2215\uff0f",
    "aeopcyxijsdhvmhktABEKMHOPCTXIJSaopeikvuxABEZHIKMNOPTXig...///",
)
_TLD = either(ADDRESSES["endings"])
_DOT = rf"(?:{either(ADDRESSES['dots'])})"
_IN_WORDS = re.compile(
    rf"(?<![\w-])[\w-]+(?:\s+{_DOT}\s+[\w-]+){{0,5}}\s+{_DOT}\s+{_TLD}\b(?:\s+slash\s+[\w-]+)*", re.IGNORECASE
)
_BRACKETED = re.compile(rf"(?<=\w)\s?[\[({{]\s?(?:\.|{_DOT})\s?[\])}}]\s?(?=\w)", re.IGNORECASE)
_SPACED = re.compile(r"(?<![\w.])(?:[a-z0-9](?!(?<=\d)\.\d)[ .]{1,3}){3,30}[a-z0-9](?!\w)", re.IGNORECASE)
_WIDE_DOT = re.compile(rf"(?<=\w) \. ?(?={_TLD}(?:\b|/))", re.IGNORECASE)
DOTTED = re.compile(r"(?<![\w@./-])(?:[a-z0-9-]{1,63}\.){1,5}[a-z][a-z0-9-]{1,30}(?:/[^\s<>\"]*)?", re.IGNORECASE)

_DIGIT_WORDS: Final = {word: str(value) for word, value in units().items() if value < 10} | {"oh": "0", "o": "0"}
_TIMES: Final = {"double": 2, "triple": 3, "treble": 3, "mara mbili": 2}
_PIECE = rf"(?:\d+|{either([*_DIGIT_WORDS, *_TIMES])}(?!\w))"
_RUN = re.compile(rf"(?<![\w.])\+?\(?{_PIECE}(?:[\s.,/()_-]{{1,3}}{_PIECE}){{1,20}}(?![\w])", re.IGNORECASE)
_ZERO = re.compile(r"(?<!\w)[oO](?=\d[\d -]{5,})")
# So many digits in words are dictated; fewer are a count.
LEAST_WORDS: Final = 5
# Digits of a Kenyan number without its zero or country code.
NATIONAL: Final = 9


def unmasked(text: str) -> str:
    """The text with the links in it as a browser would take them."""
    text = _BRACKETED.sub(".", text.translate(LOOKALIKES))
    text = _IN_WORDS.sub(_joined, text)
    text = _SPACED.sub(lambda match: _closed(match.group()), text)
    return _ZERO.sub("0", _WIDE_DOT.sub(".", text))


def dotted(text: str) -> Iterator[re.Match[str]]:
    """Every dotted word, but for a sentence that begins without a space: "shoes.Which"."""
    for match in DOTTED.finditer(text):
        head, _, last = match.group().partition("/")[0].rpartition(".")
        begins_anew = last[:1].isupper() and last[1:].islower() and head[:1].islower()
        if not begins_anew or "." in head or "/" in match.group():
            yield match


def spelled(text: str) -> Iterator[tuple[str, str]]:
    """Numbers to call or to pay to whose digits stand apart or in words: as written, and their digits."""
    for match in _RUN.finditer(text):
        digits, word_count = _digits(match.group())
        is_mobile = re.fullmatch(r"0[17]\d{8}|(?:254|255|256)\d{9}", digits) is not None
        if is_mobile or word_count >= LEAST_WORDS:
            yield match.group().strip(" ,.("), digits


def _digits(run: str) -> tuple[str, int]:
    found, times, word_count = "", 1, 0
    for piece in re.findall(r"\d+|[^\W\d]+", run.casefold()):
        if piece in _TIMES:
            times = _TIMES[piece]
            continue
        word_count += 0 if piece.isdigit() else times
        found += _DIGIT_WORDS.get(piece, piece) * times
        times = 1
    return found, word_count


def _joined(match: re.Match[str]) -> str:
    joined = re.sub(rf"(?<!\s)\s+{_DOT}\s+", ".", match.group(), flags=re.IGNORECASE)
    return re.sub(r"(?<!\s)\s+slash\s+", "/", joined, flags=re.IGNORECASE)


def _closed(run: str) -> str:
    return run.replace(" ", "") if re.search(r"[a-z]", run, re.IGNORECASE) and "." in run else run
