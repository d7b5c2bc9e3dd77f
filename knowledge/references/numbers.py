"""Numbers of sections and the words before them, as texts write them in English, German and Swahili."""

import re

# "42-3405.03a", "28:1-101", "573a", "4.2.1"; never the "ff" of "§ 5ff".
NUMBER = r"\d{1,5}(?:(?!ff?\b)[A-Za-z]{1,2})?(?:[-.:\u2011]\d{1,6}(?:(?!ff?\b)[A-Za-z]{1,2})?){0,4}(?![A-Za-z0-9])"
# Chapters, parts and appendices are numbered by Roman numbers and letters too.
ROMAN = r"(?:[IVXL]{1,7}(?:-[A-Z])?|[A-Z])(?![A-Za-z0-9])"
# A word and what its section is called in a key; a paragraph sign's own sections have no word there.
_WORDS = {
    "": r"\u00a7{1,2}|sections?|secs?\.|sect\.|paragraf(?:en)?|abschnitt(?:e[ns]?|s)?"
    r"|kifungu(?:\scha)?|vifungu(?:\svya)?",
    "article": r"art(?:icles?|ikeln?|s?\.)",
    "chapter": r"chapters?|kapiteln?|kap\.|ch\.|sura\sya",
    "clause": r"clauses?|ziffern?|ziff\.|klauseln?",
    "part": r"parts?|teil[en]?",
    "title": r"titles?|titel[ns]?",
    "subchapter": r"sub-?chapters?|unterkapiteln?",
    "subtitle": r"subtitles?",
    "annex": r"annex(?:es)?|appendix|appendices|anhang|anh\u00e4nge|anlagen?",
    "schedule": r"schedules?",
    "rule": r"rules?|regeln?",
    "item": r"items?",
}
BY_NUMBER_ALONE = ("", "article", "clause", "rule")
MARK = "|".join(f"(?P<{word or 'section'}>{forms})" for word, forms in _WORDS.items())
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014", "-"))
_SIMPLE = re.compile(r"(\d{1,5})-(\d{1,5})")


def word_of(mark: re.Match[str]) -> str:
    """The word that a key begins with ("chapter", "article"), of a match of MARK."""
    name = next(
        (name for name, found in mark.groupdict().items() if found and (name == "section" or name in _WORDS)), ""
    )
    return "" if name == "section" else name


def plain(number: str) -> str:
    """A section's number as it stands in a key."""
    return number.translate(_DASHES).strip(" .:").casefold()


def is_telling(number: str) -> bool:
    """Whether hardly anything but this one section bears it, in whatever document: it has two parts and five digits."""
    return ("-" in number or ":" in number) and sum(char.isdigit() for char in number) >= 5


def expanded(number: str, before: str) -> str:
    """A number whose beginning is left out after another: ".05" after "42-1901.01", "1738" after "42-1721"."""
    if number.startswith("."):
        return before.rpartition(".")[0] + number if "." in before else number[1:]
    head, dash, tail = before.rpartition("-")
    is_short = dash and number.partition(".")[0].isdigit() and "-" not in number
    return f"{head}-{number}" if is_short and len(number.partition(".")[0]) == len(tail.partition(".")[0]) else number


def as_range(number: str) -> tuple[str, str] | None:
    """The two ends of "3-5", which is a section's own number in one library and three sections in another."""
    found = _SIMPLE.fullmatch(plain(number))
    return (found[1], found[2]) if found and int(found[1]) < int(found[2]) <= int(found[1]) + 50 else None
