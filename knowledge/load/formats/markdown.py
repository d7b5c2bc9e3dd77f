"""Markdown: sections by headings, tables as sentences, code as it is, comments left out."""

import re
from collections.abc import Iterator

from knowledge.load import encoding
from knowledge.load.details import split_front_matter
from knowledge.load.formats.outline import Outline
from knowledge.load.formats.tables import table_block
from knowledge.load.limits import Meter
from knowledge.load.structure import Block, Loaded, Section

# What opens and is never closed stays as it is, taken as far as nothing in it can be closed: no text is read twice.
_COMMENT = re.compile(r"<!--.*?-->|(<!--.*)", re.DOTALL)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-{2,})[ \t]*$")
_TABLE_RULE = re.compile(r"^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$")
_CELLS = re.compile(r"(?<!\\)\|")
_PICTURE = re.compile(r"!\[([^\]\n]*)\]\([^)\n]*\)|(!\[[^\]\n]*(?:\]\([^)\n]*)?)")
_LINK = re.compile(r"\[([^\]\n]+)\]\(([^)\s]+)(?:\s+\"[^\"\n]*\")?\)|(\[[^\]\n]*(?:\]\([^)\s]*\])?)")
_STRONG, _STARS, _LINES = (re.compile(rf"({mark})(?=\S)(?:(.+?)(?<=\S)\1|.*)") for mark in (r"\*\*|__", r"\*\*", "__"))
Part = Block | tuple[int, str]


def read(content: bytes, meter: Meter) -> Loaded:
    """Front matter is optional; a malformed one is text."""
    text, notes = encoding.decode(content)
    details, body, more = split_front_matter(meter.text(text))
    return Loaded(sections=sections_of(body), declared=details, notes=(*notes, *more))


def sections_of(text: str) -> tuple[Section, ...]:
    """The sections of a text that is marked up as Markdown."""
    outline = Outline()
    for is_code, lines in _stretches(text.split("\n")):
        for part in [Block("\n".join(lines), "code")] if is_code else _parts(_cleaned(lines)):
            if isinstance(part, Block):
                outline.add(part)
            else:
                outline.head(*part)
    return outline.sections()


def _stretches(lines: list[str]) -> Iterator[tuple[bool, list[str]]]:
    """Fenced code and everything else, in turn, without the fences."""
    stretch: list[str] = []
    fence = ""
    for line in lines:
        found = _FENCE.match(line)
        if found and not fence:
            yield False, stretch
            stretch, fence = [], found[1]
        elif found and found[1].startswith(fence) and line.strip() == found[1]:
            yield True, stretch
            stretch, fence = [], ""
        else:
            stretch.append(line)
    yield bool(fence), stretch


def _cleaned(lines: list[str]) -> list[str]:
    text = _PICTURE.sub(r"\1\2", _COMMENT.sub(r"\1", "\n".join(lines)))
    text = _LINK.sub(lambda found: found[3] or f"{found[1]} ({found[2]})", text)
    return _STRONG.sub(_without_marks, text).split("\n")


def _without_marks(found: re.Match[str]) -> str:
    """What stands between two marks; of a line with one that is not closed, what stands between the others."""
    if found[2]:
        return found[2]
    other = _LINES if found[1] == "**" else _STARS
    return other.sub(lambda inner: inner[2] or inner[0], found[0])


def _parts(lines: list[str]) -> Iterator[Part]:
    """Blocks, and headings as (level, text)."""
    paragraph: list[str] = []
    at = 0
    while at < len(lines):
        taken, part = _heading(lines, at, paragraph) or _table(lines, at) or (0, None)
        if part is None:
            paragraph.append(lines[at].rstrip())
            at += 1
            continue
        yield from _paragraphs(paragraph)
        yield part
        paragraph, at = [], at + taken
    yield from _paragraphs(paragraph)


def _heading(lines: list[str], at: int, paragraph: list[str]) -> tuple[int, Part] | None:
    if found := _HEADING.match(lines[at]):
        return 1, (len(found[1]), re.sub(r"(?<![ \t])[ \t]+#+[ \t]*$", "", found[2] or "").strip())
    begins = not paragraph or not paragraph[-1]
    if begins and lines[at].strip() and at + 1 < len(lines) and "|" not in lines[at]:
        under = _UNDERLINE.match(lines[at + 1])
        if under and not lines[at].lstrip().startswith(("-", "*", "+", ">")):
            return 2, (1 if under[1].startswith("=") else 2, lines[at].strip())
    return None


def _table(lines: list[str], at: int) -> tuple[int, Part] | None:
    if "|" not in lines[at] or at + 1 >= len(lines) or not _TABLE_RULE.match(lines[at + 1]):
        return None
    if "|" not in lines[at + 1]:
        return None
    end = at + 2
    while end < len(lines) and "|" in lines[end]:
        end += 1
    return end - at, table_block(_cells(line) for line in (lines[at], *lines[at + 2 : end]))


def _cells(line: str) -> list[str]:
    bare = line.strip().removeprefix("|")
    bare = bare[:-1] if bare.endswith("|") and not bare.endswith("\\|") else bare
    return [cell.replace("\\|", "|").strip() for cell in _CELLS.split(bare)]


def _paragraphs(lines: list[str]) -> Iterator[Block]:
    for text in re.split(r"\n(?:[ \t]*\n)+", "\n".join(lines)):
        if text.strip() and not re.fullmatch(r"\s*[-*_](?:[ \t]*[-*_]){2,}\s*", text):
            yield Block(text.strip("\n"))
