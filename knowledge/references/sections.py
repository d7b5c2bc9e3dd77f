"""Finds references to sections by their numbers: one, lists and ranges, in English and German."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from knowledge.references import labels, numbers
from knowledge.references.reference import Kind, Reference

# What stands before a section's number and names another work: "26 U.S.C. §", "14 DCMR §", "Uniform Commercial Code §".
_CODE = (
    r"(?:\d{1,3}[ \t])?(?:[A-Z]\.[ \t]?){2,4}(?:(?:Official |Revised |Municipal )?(?:Code|Stat\.|Regulations))?"
    r"|\d{1,3}[ \t](?:DCMR|CFR|USC)|(?:[A-Z][a-z]{2,14}[ \t]){1,3}Code"
)
_MARK = re.compile(
    rf"(?<!\w)(?:(?P<code>{_CODE}),?\s{{0,2}})?(?P<mark>(?i:{numbers.MARK}))(?:(?<=\u00a7)|(?<=\.)|(?=\s))\s{{0,3}}"
)
# Codes whose sections need no mark: "15 DCMR 307".
_UNMARKED = re.compile(r"(?<![\w.])(?P<code>\d{1,3}[ ](?:U\.\s?S\.\s?C\.|C\.\s?F\.\s?R\.|CFR|DCMR|USC))\s{1,2}(?=\d)")
# A number that tells by its form is believed after a word that leads to one.
_LEADING = re.compile(
    r"(?i:(?<!\w)(?:pursuant to|under|see|see now|see also|per|and|or|gem\u00e4\u00df|nach|laut|siehe|vgl\.))"
    r"\s{1,2}(?=\d{1,3}-\d{3})"
)
_NUMBER = re.compile(numbers.NUMBER)
_ELIDED = re.compile(r"\.\d{1,3}[a-z]?(?![A-Za-z0-9])")
_ROMAN = re.compile(numbers.ROMAN)
_PARTS = re.compile(
    r"(?:\s?\((?:\d{1,3}|[A-Za-z]{1,5}(?:-\d{1,2})?)\)){1,8}"
    r"|(?:,?\s(?:Abs(?:atz|\.)|Satz|S\.|Nr\.|Nummer|lit\.|Buchst(?:abe|\.))\s?(?:\d{1,3}|[a-z])[a-z]?(?!\w)){1,4}"
)
_NOTE = re.compile(r"\s?\[[A-Za-z][A-Za-z .]{0,40}\]|\s(?:et seq\.?|ff?\.?(?!\w))")
_BETWEEN = re.compile(
    r"\s{0,2}(?:(?P<range>to|through|thru|bis|\u2013|\u2014)(?!\w)"
    r"|[,;]\s{0,2}(?:and|or|und|oder|sowie)?(?!\w)|(?:and/or|and|or|und/oder|und|oder|sowie|bzw\.|&)(?!\w))"
    r"\s{0,2}(?P<mark>(?:\u00a7{1,2}|[Ss]ections?)\s{0,2})?"
)
_MEASURE = re.compile(
    r"\s?(?:%|percent|per cent|days?|weeks?|months?|years?|hours?|minutes?|units?|persons?"
    r"|Tagen?|Wochen?|Monaten?|Jahren?|Stunden?|Euro)(?!\w)"
)
_OF = re.compile(r",?\s(?:of|in|to|des|der|vom|im|zum|zur|aus dem|aus der)\s(?:the\s|dem\s|der\s)?")
_WORK = re.compile(
    r"(?:[A-Z\u00c4\u00d6\u00dc][\w&'\u2019./-]{0,30}|of|and|for|on|to|the|der|des|und|f\u00fcr|zur|\u00fcber)"
    r"(?:\s(?:[A-Z\u00c4\u00d6\u00dc][\w&'\u2019./-]{0,30}|of|and|for|on|to|the|der|des|und|f\u00fcr|zur|\u00fcber)(?!\w)){0,11}"
)
_QUOTED_WORK = re.compile(
    '["\u201c\u201e\u00ab](?P<work>[^"\u201c\u201d\u201e\u00ab\u00bb\n]{3,120})["\u201d\u201c\u00bb]'
)
_KIND_OF_WORK = re.compile(
    r"(?:Act|Code|Law|Regulations?|Rules|Ordinance|Statute|Constitution|Treaty|Policy|Agreement|Contract|Lease|Terms"
    r"|Handbook|Manual|Guide|Charter|\w{0,30}(?:gesetz(?:buch)?|ordnung|vertrag|richtlinie|bedingungen|satzung|handbuch)(?:e?s)?)"
    r"(?!\w)(?:,? of \d{4})?"
)
_ABBREVIATION = re.compile(
    r"\s(?P<work>[A-Z\u00c4\u00d6\u00dc][A-Za-z\u00c4\u00d6\u00dc\u00e4\u00f6\u00fc]{0,6}[A-Z])(?![A-Za-z\d.])"
)
_NUMBERED_WORK = re.compile(r"(?:Title|Titel|Part|Volume|Band)\s(?:\d{1,3}|[IVX]{1,5})(?!\w)")
# A part of the section that it stands in, and what is around that section.
_INNER = re.compile(
    r"(?i:(?<!\w)(?:sub-){0,3}(?:sub)?(?:sections?|paragraphs?|clauses?))\s(?P<parts>(?:\([A-Za-z\d]{1,5}(?:-\d{1,2})?\)){1,6})"
    r"(?=\sof\s(?:this|the\ssame)\s)"
    r"|(?i:(?<!\w)(?P<absatz>(?:Abs(?:atz|\.)|Satz)\s\d{1,3})(?=\s(?:dieses|dieser|diesem)\s))"
)
_AROUND_WORDS = {
    "subchapter": r"sub-?chapter|unterkapitel",
    "chapter": "chapter|kapitel",
    "subtitle": "subtitle|untertitel",
    "title": "title|titel",
    "part": "part|teil",
    "article": "article|artikel",
    "abschnitt": "abschnitt",  # a division of a law, where an English section is a paragraph of it
}
_SWAHILI = {"sura": "chapter", "sehemu": "part"}
_FORMS = "|".join(f"(?P<{word}>{forms})" for word, forms in _AROUND_WORDS.items())
_SWAHILI_FORMS = "|".join(f"(?P<{word}>{word})" for word in _SWAHILI)
_AROUND = re.compile(rf"(?i:(?<!\w)(?:(?:this|diese[mnrs]?)\s(?:{_FORMS})(?:e?s|e)?|(?:{_SWAHILI_FORMS})\shii))(?!\w)")
# "Chapter 3. Deposits", "PART II", "Part One", "2. Abschnitt", "Zweiter Teil", "Sura ya 2"; not "Part exchange".
_AROUND_HEADING = re.compile(
    r"(?i:(?:(?:\d{1,3}\.?|[ivxl]{1,7}\.|(?:erst|zweit|dritt|viert|f\u00fcnft|sechst|siebt|siebent|acht|neunt|zehnt)e[rs]?)\s)?"
    rf"(?:{_FORMS}|(?:{_SWAHILI_FORMS})(?=\sya\s)))"
    rf"(?=\s{{0,2}}(?:$|[.:,\u2013\u2014-])|\s(?:{numbers.NUMBER}|{numbers.ROMAN})"
    r"|\s(?i:ya|one|two|three|four|five|six|seven|eight|nine|ten)\s?)"
)
# The sections beside it; "the following sections 3 to 5" are named by their numbers.
_BESIDE = re.compile(
    r"(?i:(?<!\w)the\s(?:(?P<before>preceding|previous|foregoing)|(?:following|next|succeeding))\s(?:section|clause|article)"
    r"|(?:(?P<vor>vorstehend|vorhergehend|vorangehend|vorig)|(?:nach)?folgend|n\u00e4chst)e[mnrs]?\s"
    r"(?:abschnitt(?:e?s)?|paragraf(?:en)?|paragraph(?:en)?|artikels?|klausel|ziffer)"
    r"|(?:kifungu|kipengele)\s(?:(?P<tangulia>kilichotangulia|kilichopita)|kinachofuata)"
    r"|sehemu\s(?:(?P<pita>iliyotangulia|iliyopita)|inayofuata))(?!\w|\s?(?:\d|\())"
)
# "Sections 1 to 500" names a document and not five hundred places.
_MOST_ITEMS = 60
OWN_SECTION = "this section"
BEFORE, AFTER, AROUND = "preceding section", "following section", "this "


@dataclass(slots=True)
class _Item:
    """A number of a list: where it stands, and whether it is the end of a range."""

    number: str
    start: int
    end: int
    ends_range: bool = False


def detect(text: str) -> Iterator[Reference]:
    """In the order of the text, save that what is inside a section or around it comes last."""
    at = 0
    for lead in _leads(text):
        if lead.start() < at:
            continue
        word = numbers.word_of(lead)
        items, end = _list(text, lead, word)
        if items and (lead.re is not _LEADING or numbers.is_telling(items[0].number)):
            yield from _references(text, lead, word, items, end)
            at = end
    for inner in _INNER.finditer(text):
        yield _part(inner, inner["parts"] or inner["absatz"], OWN_SECTION)
    for beside in _BESIDE.finditer(text):
        yield _part(beside, BEFORE if any(beside.groups()) else AFTER, OWN_SECTION)
    for around in _AROUND.finditer(text):
        yield _part(around, f"{AROUND}{_word_around(around)}", OWN_SECTION)


def division(heading: str) -> str:
    """What a heading is of a text that refers to itself: "chapter", "part"; empty where it is none of these."""
    found = _AROUND_HEADING.match(heading)
    return _word_around(found) if found else ""


def _word_around(found: re.Match[str]) -> str:
    word = next(word for word, said in found.groupdict().items() if said)
    return _SWAHILI.get(word, word)


def _leads(text: str) -> list[re.Match[str]]:
    """Where a list of numbers may begin."""
    found = [match for pattern in (_MARK, _UNMARKED, _LEADING) for match in pattern.finditer(text)]
    return sorted(found, key=lambda match: match.start())


def _list(text: str, lead: re.Match[str], word: str) -> tuple[list[_Item], int]:
    """The numbers after it, and where the last one ends."""
    items: list[_Item] = []
    at, end, ends_range = lead.end(), lead.end(), False
    while len(items) < _MOST_ITEMS:
        if number := _number(text, at, word, items[-1].number if items else ""):
            items.append(_Item(number[0], at, end := _after(text, number[1]), ends_range))
        elif items and (parts := _PARTS.match(text, at - 1)):  # "§ 28-3301(d)(1)(A), (B) or (C)"
            end = parts.end()
        else:
            break
        while note := _NOTE.match(text, end):
            end = note.end()
        between = _BETWEEN.match(text, end)
        if between is None or (between["mark"] and word):  # "subchapter V and § 42-1005": another list begins
            break
        at, ends_range = between.end(), between["range"] is not None
    return items, end


def _number(text: str, at: int, word: str, before: str) -> tuple[str, int] | None:
    """A number that goes on a list, and where it ends; a mere count, as in "§ 5 and 30 days", does not."""
    found = _NUMBER.match(text, at) or (before and _ELIDED.match(text, at)) or None
    if found is None:
        found = _ROMAN.match(text, at) if word not in numbers.BY_NUMBER_ALONE else None
        return (found[0], found.end()) if found else None
    number = numbers.expanded(found[0], before) if before else found[0]
    is_count = _MEASURE.match(text, found.end()) is not None
    is_other = before and "-" in before and "-" not in number
    return None if is_count or is_other else (number, found.end())


def _after(text: str, at: int) -> int:
    parts = _PARTS.match(text, at)
    return parts.end() if parts else at


def _references(text: str, lead: re.Match[str], word: str, items: list[_Item], end: int) -> Iterator[Reference]:
    context = _work_before(lead) or _work_after(text, items[-1].end, end)
    for at, item in enumerate(items):
        goes_on = at + 1 < len(items) and items[at + 1].ends_range
        start = item.start if at else _start(lead)
        yield Reference(
            kind=_kind(lead, word, item.number, context), target=labels.key(word, item.number),
            original_text=text[start : item.end], start=start, end=item.end, document_context=context,
            through=labels.key(word, items[at + 1].number) if goes_on else "",
        )  # fmt: skip


def _start(lead: re.Match[str]) -> int:
    """A word that only leads to a number is no part of it."""
    return lead.end() if lead.re is _LEADING else lead.start()


def _kind(lead: re.Match[str], word: str, number: str, context: str | None) -> Kind:
    is_law = word == "article" or (word == "" and (context or "\u00a7" in lead[0] or numbers.is_telling(number)))
    return "legal_section" if is_law else "section"


def _work_before(lead: re.Match[str]) -> str | None:
    code = lead.groupdict().get("code")
    return " ".join(code.split()) if code else None


def _work_after(text: str, number_end: int, end: int) -> str | None:
    """ "of the Housing Act of 1937", "of the “Schedule of fees”", "BGB", "of Title 2"."""
    if short := _ABBREVIATION.match(text, number_end):
        return short["work"]
    if not (of := _OF.match(text, end)):
        return None
    if quoted := _QUOTED_WORK.match(text, of.end()):
        return " ".join(quoted["work"].split())
    if numbered := _NUMBERED_WORK.match(text, of.end()):
        return numbered[0]
    if short := _ABBREVIATION.match(text, of.end() - 1):
        return short["work"]
    name = _WORK.match(text, of.end())
    ends = [found.end() for found in _KIND_OF_WORK.finditer(text, of.end(), name.end() + 8)] if name else []
    return " ".join(text[of.end() : ends[-1]].split()) if ends else None


def _part(found: re.Match[str], target: str, context: str) -> Reference:
    return Reference(
        kind="section", target=" ".join(target.split()), original_text=found[0], start=found.start(), end=found.end(),
        document_context=context,
    )  # fmt: skip
