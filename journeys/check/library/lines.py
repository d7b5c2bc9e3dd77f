"""The lines of a source that refused words were about: what stands there itself, in the place of what does not."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from journeys.check.library.nearest import values_in
from journeys.check.library.units import is_of_a_thing, readings_in
from journeys.check.reading.clauses import clauses_of, sentences
from journeys.check.reading.terms import Group, comparable, terms_of
from knowledge.answer.tables import as_told
from knowledge.text import words

# Half of what a clause speaks of: below it no line is what it was about.
ENOUGH: Final = 0.5
# What only the heading of a passage says.
OF_HEADING: Final = 0.5
# An answer has hardly more steps; more would be the document.
MOST_LINES: Final = 8
# A step or a row is read as a whole; of a longer paragraph the sentence is enough.
LONGEST: Final = 160
# What every row of a table has, is what none of them is about: "Product: Phones; Warranty: 12 months".
_NAME_OF_CELL: Final = re.compile(r"(?:\A|(?<=; ))[A-Z][^:;]{1,40}: ")
# "Outside of the CBD and Westlands": the row of these is what it is not about.
_OUTSIDE: Final = re.compile(r"\b(?:outside|other than|except|apart from|nje ya|isipokuwa|mbali na)\b", re.IGNORECASE)
_MARK: Final = re.compile(r"\A\s*(?:[-•*]|\d{1,2}[.)])\s+")


class SourceLine(NamedTuple):
    """A line of a passage as it is written, and what it speaks of."""

    at: int
    text: str
    passage: int
    terms: frozenset[str]
    above: frozenset[str]
    values: frozenset[str]
    thing: str = ""
    """The name of what its passage is about, where that is one of several things: "Restaurants: Tamu Cafe"."""


def lines_about(text: str, passages: Sequence[tuple[str, str]]) -> tuple[str, tuple[int, ...]]:
    """The lines that the clauses of a text speak most of, in their own order, and the places of their passages.

    Empty where none is near. A passage is its text and its heading; of two that say as much the earlier one counts. A
    line that stands there cannot say more than its business does."""
    lines = list(_lines(passages))
    told = frozenset(term for line in lines for term in line.terms | line.above)
    said = [sentence for sentence in sentences(text) if not _OUTSIDE.search(sentence)]
    found = sorted({best for sentence in said for best in _of_sentence(sentence, lines, told)})
    kept = found[:MOST_LINES]
    told_of = dict.fromkeys(line.passage for line in kept)
    quoted = [said for place in told_of for said in _quoted([line for line in kept if line.passage == place])]
    mark = "• " if len(quoted) > 1 else ""
    return "\n".join(f"{mark}{each}" for each in quoted), tuple(told_of)


def _quoted(lines: Sequence[SourceLine]) -> list[str]:
    """The lines of one passage; of one that is about a thing with its name, in one: "*Taarab evening*: When: …"."""
    if not lines[0].thing:
        return [as_told(line.text) for line in lines]
    return [f"*{lines[0].thing}*: {'; '.join(line.text.rstrip('.') for line in lines)}"]


def _lines(passages: Sequence[tuple[str, str]]) -> Iterator[SourceLine]:
    at = 0
    for place, (text, heading) in enumerate(passages):
        above, name, first = terms_of(heading), words(heading), text.partition("\n")[0]
        thing = heading.rpartition(" > ")[2] if is_of_a_thing(first, heading) else ""
        for line in filter(None, (_MARK.sub("", line).strip() for line in text.splitlines())):
            said = words(line)
            if line.endswith(("?", ":")):
                above |= terms_of(line)
            elif name[-len(said) :] != said:
                is_whole = len(line) <= LONGEST or "; " in line or " | " in line
                for part in [line] if is_whole else sentences(line):
                    at += 1
                    names = " ".join(_NAME_OF_CELL.findall(part)) if "; " in part else ""
                    own = terms_of(_NAME_OF_CELL.sub(" ", part) if names else part)
                    yield SourceLine(at, part.strip(), place, own, above | terms_of(names), readings_in(part), thing)


def _of_sentence(sentence: str, lines: Sequence[SourceLine], told: frozenset[str]) -> Iterator[SourceLine]:
    for clause in clauses_of(sentence):
        groups, stated = comparable(clause.text, told), values_in(clause.text)
        if clause.asks or not (groups or stated) or not lines:
            continue
        rated = []
        for line in lines:
            cover = _cover(groups, line)
            held = sum(not (fact.readings | fact.measures | fact.hours).isdisjoint(line.values) for fact in stated)
            if cover >= ENOUGH or (held and (cover or not groups)):
                rated.append((held / len(stated) + cover if stated else cover, -line.at, line))
        if rated:
            yield max(rated)[2]


def _cover(groups: Sequence[Group], line: SourceLine) -> float:
    if not groups:
        return 0.0
    own = sum(1.0 if group & line.terms else OF_HEADING if group & line.above else 0.0 for group in groups)
    return own / len(groups)
