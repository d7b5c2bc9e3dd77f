"""Numbers and headings by which a document's sections are referred to, and the passages that stand under each."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from knowledge.references import numbers
from knowledge.text import fold

_NUMBERED = re.compile(
    rf"\s{{0,3}}(?:(?:{numbers.MARK})\s{{0,2}})?(?P<number>{numbers.NUMBER}|(?<=\s){numbers.ROMAN})[.:)]?(?:\s|$)",
    re.IGNORECASE,
)
# A line of the text that opens a section, where a file knows no headings: a mark, a number, and a capital after it.
_LINE = re.compile(
    rf"^[ \t#*]{{0,8}}(?P<line>(?:{numbers.MARK})[ \t]{{0,2}}(?P<number>{numbers.NUMBER})[.:)]?"
    r"(?:[ \t]{1,3}(?=[(\[A-Z\u00c4\u00d6\u00dc\"\u201c]).{0,120})?)$",
    re.MULTILINE,
)
# A heading that anybody refers to is shorter.
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class PassageHeadings:
    """A passage in its document's order: its section's way, and its text."""

    chunk_id: UUID
    section: str
    text: str


@dataclass(slots=True)
class Labelled:
    """The first passage under a label, and how many stand there in a row."""

    chunk_id: UUID
    span: int = 1


def of_document(title: str, passages: Sequence[PassageHeadings]) -> dict[str, Labelled]:
    """The labels of a document by key; where two sections bear one label, the first holds it."""
    found: dict[str, Labelled] = {}
    last: dict[str, int] = {}
    for at, passage in enumerate(passages):
        keys = dict.fromkeys([*_of_headings(title, passage.section), *_of_lines(passage.text)])
        for key in keys:
            if key not in found:
                found[key] = Labelled(passage.chunk_id)
            elif last[key] == at - 1:
                found[key].span += 1
            else:
                continue
            last[key] = at
    return found


def of_heading(heading: str) -> Iterator[str]:
    """The labels of a heading: its number, with its word where that is no mere section, and its words."""
    if number := _NUMBERED.match(heading):
        word = numbers.word_of(number)
        yield key(word, number["number"])
        if word in numbers.BY_NUMBER_ALONE and word:
            yield key("", number["number"])
        yield from _in_words(heading[number.end() :])
    yield from _in_words(heading)


def _in_words(heading: str) -> Iterator[str]:
    if plain := fold(heading)[:_LONGEST].strip(" .:;,-\u2013\u2014\"'"):
        yield plain


def key(word: str, number: str) -> str:
    """What a numbered section is looked up by."""
    return " ".join(filter(None, (word, numbers.plain(number))))


def _of_headings(title: str, section: str) -> Iterator[str]:
    for heading in (title, *section.split(" > ")):
        yield from of_heading(heading)


def _of_lines(text: str) -> Iterable[str]:
    for found in _LINE.finditer(text):
        yield from of_heading(found["line"])
