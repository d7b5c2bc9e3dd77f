"""A passage as paragraphs and lists: what must be read together to be understood."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_HEADING = re.compile(r"^\s*(?:#{1,6}\s+|\[H\d:\s*)(?P<words>.+(?=\]\s*$)|.*\S|.)\]?\s*$")
_ITEM = re.compile(r"^\s*(?:[-*•]|(?P<number>\d{1,2})[.)])\s+(?P<words>.+)$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"'(])")
_MARKS = re.compile(r"\*\*|__|`")
# Torn from its page, "as described above" points at nothing.
_ELSEWHERE = re.compile(
    r" ?\((?:see|as) (?:above|below)\)|,? \b(?:as|like) (?:\w+ )?(?:above|below)\b"
    r"|,? \bkama (?:i|y|z|w|v|k)\w{4,16} (?:hapo )?(?:juu|hapa chini|chini)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^[A-Z][^:.!?]{0,40}: \S")


@dataclass(frozen=True, slots=True)
class ExtractBlock:
    """Sentences, or a list under the line that leads it; `heading` is what stands above."""

    heading: str
    lead: str
    units: tuple[str, ...]
    is_list: bool = False
    is_ordered: bool = False

    @property
    def text(self) -> str:
        return " ".join(part for part in (self.lead, *self.units) if part)


@dataclass(slots=True)
class _Open:
    heading: str = ""
    lines: list[str] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    is_ordered: bool = False

    def closed(self) -> Iterator[ExtractBlock]:
        sentences = _sentences(self.lines)
        if self.items:
            *before, lead = sentences or [""]
            if before:
                yield ExtractBlock(self.heading, "", tuple(before))
            yield ExtractBlock(self.heading, lead, tuple(self.items), is_list=True, is_ordered=self.is_ordered)
        elif len(self.lines) > 1 and all(_LABEL.match(line) for line in self.lines):
            yield ExtractBlock(self.heading, self.heading, tuple(self.lines), is_list=True)
        elif sentences:
            yield ExtractBlock(self.heading, "", tuple(sentences))


def blocks_of(text: str, *, name: str = "") -> list[ExtractBlock]:
    """The blocks in the order of the text, without the marks that only a renderer reads.

    `name` is what the passage is about; a first line that only says so again is its heading.
    """
    found: list[ExtractBlock] = []
    first, *rest = [*_ELSEWHERE.sub("", _MARKS.sub("", text)).strip().splitlines(), ""]
    is_name = bool(name) and first.strip(" #").casefold().endswith(name.casefold()) and len(first) < 2 * len(name) + 20
    current = _Open(heading=name)
    for line in rest if is_name else [first, *rest]:
        heading, item = _HEADING.match(line), _ITEM.match(line)
        if heading:
            found.extend(current.closed())
            current = _Open(heading=heading["words"])
        elif item:
            current.items.append(item["words"].strip())
            current.is_ordered = current.is_ordered or item["number"] is not None
        elif not line.strip():
            if current.items or not _leads(current.lines):
                found.extend(current.closed())
                current = _Open(heading=current.heading)
        elif current.items and line.startswith(" "):
            current.items[-1] = f"{current.items[-1]} {line.strip()}"
        elif current.items:
            found.extend(current.closed())
            current = _Open(heading=current.heading, lines=[line.strip()])
        else:
            current.lines.append(line.strip())
    found.extend(current.closed())
    return found


def _leads(lines: list[str]) -> bool:
    """Whether what was written announces a list."""
    return bool(lines) and lines[-1].endswith(":")


def _sentences(lines: list[str]) -> list[str]:
    """A line that ends like a sentence or a label stands alone; the others flow on."""
    flowing: list[str] = []
    for line in lines:
        if flowing and not flowing[-1].endswith((".", "!", "?", ":")) and line[:1].islower():
            flowing[-1] = f"{flowing[-1]} {line}"
        else:
            flowing.append(line)
    return [sentence for line in flowing for sentence in _SENTENCE.split(line) if sentence]
