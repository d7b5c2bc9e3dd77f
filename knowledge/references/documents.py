"""Finds references to documents by name, file or address, and to literature by number or author and year."""

import re
from collections.abc import Iterator

from knowledge.references.reference import Kind, Reference

_LINK = re.compile(r"\[[^\]\[\n]{1,200}\]\((?P<target>[^)\s]{1,300})\)")
_ADDRESS = re.compile(r"(?<!\w)https?://[^\s<>\"')\]}]{1,400}(?<![.,;:!?])")
_FILE = re.compile(
    r"(?<![\w/.\\-])[A-Za-z0-9\u00c0-\u017f][\w-]{0,80}\.(?:pdf|docx?|xlsx?|pptx?|csv|md|txt|html?)(?!\w)",
    re.IGNORECASE,
)
# "D.C. Law 18-180", "Res. 13-510", "Executive Order No. 5491": works by their number.
_NUMBERED_WORK = re.compile(
    r"(?<!\w)(?:[A-Z]\.[A-Z]\.\s)?(?:(?:Public\s)?Law|P\.\s?L\.|Pub\.\s?L\.|Act|Bill|Res(?:olution|\.)|[CS]\.O\.|(?:Executive\s)?Order)"
    r"\s(?:No\.\s?\d{1,6}|\d{1,4}-\d{1,5})(?!\w)"
)
_CUE = (
    r"(?i:(?:see|refer to|described in|set out in|according to|consult|in accordance with|read|per"
    r"|siehe|vgl\.|gem\u00e4\u00df|laut|nach|im dokument|in der|in dem|the document|titled|entitled))"
    r"\s(?:(?i:also|auch)\s)?(?:(?i:the|our|das|die|der|den|dem|unser\w{0,2})\s)?(?:(?i:document|dokument|section|abschnitt)\s)?"
)
_QUOTED = re.compile(
    rf"(?<!\w){_CUE}(?:[\"\u201c\u201e\u00ab\u2018'](?P<name>[^\"\u201c\u201d\u201e\u00ab\u00bb\n]{{3,120}}?)[\"\u201d\u201c\u00bb\u2019'])(?!\w)"
)
_IS_INSIDE = re.compile(r"(?i:\s?\(?(?:section|above|below|in this|abschnitt|oben|unten)(?!\w))")
_LEAD = (
    rf"(?<!\w)(?:{_CUE}|(?i:the|our|your|this|under|in|with|of"
    r"|der|die|das|den|dem|des|unser\w{0,2}|eine\w?|im|zur|zum|nach|laut)\s)"
)
_NAMED = re.compile(
    rf"{_LEAD}(?P<name>(?:[A-Z\u00c4\u00d6\u00dc][\w&'\u2019-]{{0,30}}\s(?:(?:of|and|for|to|the)\s){{0,2}}){{1,6}}"
    r"(?:Polic(?:y|ies)|Guide(?:lines?)?|Handbook|Manual|Agreement|Terms|Procedures?|Rules|Conditions|Plan|List|Checklist"
    r"|FAQ|Regulations|Ordinance|Charter|Contract|Lease|Act|Code)(?!\w)(?:\sof\s\d{4})?)"
)
_NAMED_IN_GERMAN = re.compile(
    rf"{_LEAD}(?P<name>[A-Z\u00c4\u00d6\u00dc][a-z\u00e4\u00f6\u00fc\u00df]{{2,30}}"
    r"(?:richtlinie|handbuch|ordnung|vertrag|bedingungen|leitfaden|gesetz|satzung|anleitung|verordnung|liste)"
    r"(?:e?[ns]|es)?(?!\w))"
)
_CITED = re.compile(r"\[\d{1,3}(?:\s?[,;\u2013-]\s?\d{1,3}){0,10}\](?!\()")
_ONE_CITED = re.compile(r"\d{1,3}")
_AUTHOR = r"[A-Z\u00c4\u00d6\u00dc][a-z\u00e4\u00f6\u00fc\u00df'\u2019-]{1,30}"
_YEAR = r"(?:1[6-9]|20)\d{2}[a-z]?"
_SHORT = re.compile(
    rf"(?<!\w){_AUTHOR}(?:(?:,\s|\s&\s|\sand\s|\sund\s){_AUTHOR}){{0,3}}(?P<others>\set\sal\.|\su\.\s?a\.)?"
    rf"(?:,\s{_YEAR}(?=[),;:])|\s\({_YEAR}(?:,\s(?:pp?|S)\.\s?\d{{1,4}})?\))"
)
_MONTHS = re.compile(r"(?:Jan|Feb|M(?:ar|\u00e4r)|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz])[a-z]{0,7}(?!\w)")


def detect(text: str) -> Iterator[Reference]:
    """What is surer comes first: links and files, then names in words, then literature."""
    for found in _LINK.finditer(text):
        target = found["target"]
        yield _made("external" if "://" in target or target.startswith("mailto:") else "document", target, found)
    for found in _ADDRESS.finditer(text):
        yield _made("external", found[0], found)
    for found in _FILE.finditer(text):
        yield _made("document", found[0], found)
    for found in _NUMBERED_WORK.finditer(text):
        yield _made("document_mention", found[0], found)
    for found in _QUOTED.finditer(text):
        is_inside = _IS_INSIDE.match(text, found.end()) is not None
        yield _made("section" if is_inside else "document_mention", found["name"], found, "name")
    for pattern in (_NAMED, _NAMED_IN_GERMAN):
        for found in pattern.finditer(text):
            yield _made("document_mention", found["name"], found, "name")
    yield from _literature(text)


def _literature(text: str) -> Iterator[Reference]:
    for found in _CITED.finditer(text):
        for one in _ONE_CITED.finditer(text, found.start(), found.end()):
            yield _made("academic_numbered", one[0], one)
    for found in _SHORT.finditer(text):
        if not _MONTHS.match(found[0]):
            yield _made("academic_shortform", found[0], found)


def _made(kind: Kind, target: str, found: re.Match[str], group: str | int = 0) -> Reference:
    return Reference(
        kind=kind, target=" ".join(target.split()), original_text=found[group], start=found.start(group),
        end=found.end(group),
    )  # fmt: skip
