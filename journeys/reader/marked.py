"""Marked examples: messages as customers write them, with their errands and the parts of these.

A line is `sw list | [order basi nipe {thing sweta} {count mbili}], [ask mnadeliver {place Thika}]?`: the language, what
the conversation is at, and the message. An errand runs over its words in brackets, a part over those in braces.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

Act = Literal[
    "hello", "aside", "find", "browse", "more", "order", "about", "compare", "change", "remove", "empty", "total",
    "pay", "code", "offers", "deliver", "ask", "trouble", "tried", "status", "cancel", "dispute", "person", "stop",
    "yes", "no",
]  # fmt: skip
Part = Literal[
    "thing", "option", "count", "when", "limit", "place", "person", "note", "way", "phone", "code",
]  # fmt: skip
At = Literal["new", "list", "item", "cart", "paying", "paid", "answer", "steps"]
ACTS: Final[frozenset[str]] = frozenset(get_args(Act))
PARTS: Final[frozenset[str]] = frozenset(get_args(Part))
EXAMPLES: Final = Path(__file__).parent / "examples"
OUTSIDE: Final = "O"
"""The label of what belongs to no errand, or to no part of one."""
_TOKEN: Final = re.compile(r"\+?\d+(?:[.,]\d+)+|\w+(?:['’-]\w+)*|[^\w\s]")  # noqa: RUF001  as phones write it
_LINE: Final = re.compile(r"(?P<language>en|sw|sh) (?P<at>[a-z,]+) \| (?P<marked>.+)")
_OPENING: Final = re.compile(r"[\[{](?P<name>[a-z]+) ")


Span = tuple[str, int, int]
"""Its name, where it starts and where it ends."""


class NotMarked(ValueError):
    """A line of the examples is not as it should be."""


@dataclass(frozen=True, slots=True)
class WrittenWord:
    """A word or a sign, and where it stands in its message."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Example:
    """A message with the labels of its tokens: "B-order" where an order begins, "I-order" as it goes on, "O"."""

    language: str
    at: tuple[str, ...]
    text: str
    tokens: tuple[WrittenWord, ...]
    acts: tuple[str, ...]
    parts: tuple[str, ...]


def tokens_of(text: str) -> tuple[WrittenWord, ...]:
    """The words and signs of a text in their order."""
    return tuple(WrittenWord(found[0], *found.span()) for found in _TOKEN.finditer(text))


def examples(folder: Path = EXAMPLES) -> dict[str, list[Example]]:
    """The examples of each file by its name; raises `NotMarked` with file and line."""
    return {path.stem: list(_of_file(path)) for path in sorted(folder.glob("*.txt"))}


def _of_file(path: Path) -> Iterator[Example]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            yield example_of(line)
        except NotMarked as error:
            raise NotMarked(f"{path.name}:{number}: {error}") from error


def example_of(line: str) -> Example:
    """One line as an example."""
    if (found := _LINE.fullmatch(line.strip())) is None:
        raise NotMarked("no language, place and message")
    at = tuple(found["at"].split(","))
    if unknown := set(at) - set(get_args(At)):
        raise NotMarked(f"unknown place: {', '.join(unknown)}")
    text, spans = _without_marks(found["marked"])
    tokens = tokens_of(text)
    return Example(
        language=found["language"],
        at=at,
        text=text,
        tokens=tokens,
        acts=_labels(tokens, spans["["]),
        parts=_labels(tokens, spans["{"]),
    )


def _without_marks(marked: str) -> tuple[str, dict[str, list[Span]]]:
    """The message as it was written, and what is marked in it by each kind of bracket."""
    text, open_marks, place = "", list[tuple[str, int]](), 0
    spans: dict[str, list[Span]] = {"[": [], "{": []}
    while place < len(marked):
        sign = marked[place]
        if sign in "[{":
            opening = _OPENING.match(marked, place)
            name = opening["name"] if opening else ""
            if opening is None or name not in (ACTS if sign == "[" else PARTS) or len(open_marks) != (sign == "{"):
                raise NotMarked(f"at “{marked[place : place + 20]}”")
            open_marks.append((name, len(text)))
            place = opening.end()
            continue
        if sign in "]}":
            if len(open_marks) != (2 if sign == "}" else 1):
                raise NotMarked(f"unbalanced at “{marked[max(0, place - 20) : place + 1]}”")
            name, start = open_marks.pop()
            spans["[" if sign == "]" else "{"].append((name, start, len(text)))
        else:
            text += sign
        place += 1
    if open_marks:
        raise NotMarked(f"“{open_marks[-1][0]}” is not closed")
    return text, spans


def _labels(tokens: tuple[WrittenWord, ...], spans: list[Span]) -> tuple[str, ...]:
    labels = [OUTSIDE] * len(tokens)
    for name, start, end in spans:
        inside = [at for at, token in enumerate(tokens) if start <= token.start and token.end <= end]
        for at in inside:
            labels[at] = f"{'B' if at == inside[0] else 'I'}-{name}"
    return tuple(labels)
