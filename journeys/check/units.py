"""What is cited, in units that a clause of an answer is compared with: a sentence, a line of a list, a table's row."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from journeys.check.clauses import FAR, Clause, clauses_of, expanded, sentences
from journeys.check.facts import facts_in
from journeys.check.terms import WORD, Group, group_of, groups_of, terms_of
from journeys.local import language

_LAST: Final = frozenset({"or", "nor", "and", "au", "ama", "wala", "na"})
_STATES: Final = re.compile(r"\d|\b(?:is|are|was|were|can|will|has|have|do|does|be|it|you|we|they|i|ni|kuna)\b")
# "…, PUK or one-time code in a call".
_ENDS_LIST: Final = re.compile(r"\A(?:[\w-]+ ){1,3}(?:or|nor|au|ama|wala)\b")
# Words of the name of a list, "Rooms with a sea view:".
LONGEST_NAME: Final = 4
_AND: Final = re.compile(r"\s(?:and|na)\s(?!(?:above|more|up|over|below|under|older|zaidi|kuendelea)\b)")
_PREDICATE: Final = re.compile(
    r"(?:is|are|has|have|needs?|takes?|costs?|includes?|opens?|closes?|comes?|works?|lasts?|stays?|ni|ina|zina|una|iko|hu\w{4,})\b"
)
# A passage that begins with the name of what it is about.
_NAME: Final = re.compile(r"[^.:!?|]{2,60}")


@dataclass(frozen=True)
class SourceUnit:
    """A sentence, a line or a row of a source, read once."""

    text: str
    key: frozenset[str]
    """What a row of a table is about: the terms of its first cell."""
    terms: frozenset[str]
    shared: frozenset[str]
    """What heads it without being said again: the headings of its passage, the first row of its table."""
    denied: frozenset[str]
    values: frozenset[str]
    at: int
    denied_above: frozenset[str] = frozenset()
    """What the headings deny: "Equipment that does not come back"."""


@dataclass(frozen=True)
class Source:
    """One cited passage: its units, the values of its headings, which every unit shares, and its language."""

    units: tuple[SourceUnit, ...]
    values: frozenset[str]
    language: str


@lru_cache(maxsize=512)
def source(text: str, heading: str = "") -> Source:
    """A passage in its units."""
    lines = [line for line in text.splitlines() if line.strip() and not re.fullmatch(r"[\s|:-]+", line)]
    units: list[SourceUnit] = []
    title = terms_of(lines[0]) if len(lines) > 1 and _NAME.fullmatch(lines[0].strip()) else frozenset()
    shared, first = terms_of(heading) | title, frozenset[str]()
    above = frozenset(term for clause in parts_of(heading) for group in denied_in(clause) for term in group)
    for line in lines:
        if line.rstrip().endswith("?"):  # what its answer is about; a question says nothing
            shared |= terms_of(line)
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        is_row = line.strip().startswith("|") and len(cells) > 1
        first = (first or terms_of(line)) if is_row else frozenset()
        for part in (" | ".join(cells),) if is_row else sentences(line):
            units.append(_unit(part, cells[0] if is_row else "", shared | first, len(units), above))
    written = language.detect("\n".join(unit.text for unit in units)).label
    return Source(tuple(units), readings_in(heading), written)


def _unit(text: str, key: str, shared: frozenset[str], at: int, above: frozenset[str]) -> SourceUnit:
    denied = frozenset[str]()
    for cell in text.split(" | "):  # "Off | No light arrives | Look at the LOS light" denies nothing of the last
        said = frozenset(term for clause in parts_of(cell) for group in denied_in(clause) for term in group)
        denied = denied - terms_of(cell) | (said - (terms_of(text.replace(cell, " ")) if " | " in text else set()))
    own = terms_of(text)
    denied |= frozenset(term for match in _LACKS.finditer(expanded(text)) for term in group_of(match[1]))
    if _NO.match(expanded(text)):  # not what it is made a condition of: "no charge is owed if the line was down"
        denied |= terms_of(_CASE.split(expanded(text), maxsplit=1)[0])
    return SourceUnit(
        text=text, key=terms_of(key), terms=own, shared=shared, denied=denied, values=readings_in(text), at=at,
        denied_above=above,
    )  # fmt: skip


def parts_of(sentence: str) -> list[Clause]:
    """The clauses; one that states two values, "… 12 months and … 6 months", is two."""
    parts: list[Clause] = []
    for clause in clauses_of(sentence):
        if parts and _goes_on(parts[-1], clause):
            join = " " if _UNTIL.match(clause.text) else ", "
            parts[-1] = replace(parts[-1], text=f"{parts[-1].text}{join}{clause.text}")
            continue
        split = _AND.split(clause.text)
        is_two = all(re.search(r"\d", part) for part in split) or all(_PREDICATE.match(part) for part in split[1:])
        if len(split) > 1 and is_two and all(groups_of(part) for part in split):
            parts += [replace(clause, text=part) for part in split]
        else:
            parts.append(clause)
    return parts


_LACKS: Final = re.compile(r"\b([a-z]{3,})-free\b")  # "smoke-free"
_NO: Final = re.compile(r"\A(?:[a-z]{1,20}(?: [a-z]{1,20}){0,2}: )?(?:no|not|none|hapana)\b")
_CASE: Final = re.compile(r"\b(?:if|unless|when|where|except|kama|ikiwa|iwapo|isipokuwa)\b")
_UNTIL: Final = re.compile(r"\A(?:until|till|before|by|hadi|mpaka|kabla)\b(?:\W+[\w:]+){1,6}\W*\Z")


def _goes_on(before: Clause, clause: Clause) -> bool:
    """Whether it is but another thing of a list that is denied: "does not cover a screen, water, wear"."""
    if _UNTIL.match(clause.text) and not clause.asks and facts_in(clause.text)[0]:
        return True
    named = clause.text.split()
    is_short = len(named) <= LONGEST_NAME + (named[0] in _LAST) or _ENDS_LIST.match(clause.text)
    is_one_thing = is_short and not _STATES.search(clause.text)
    return bool(is_one_thing) and not clause.asks and bool(denied_in(before)) and f"{before.text}, " in clause.sentence


def readings_in(text: str) -> frozenset[str]:
    facts = facts_in(text)[0]
    measures = {f"{reading} {fact.unit}" for fact in facts if fact.unit for reading in fact.readings}
    return frozenset(measures.union(*(fact.readings | fact.measures for fact in facts)))


# "A receipt is not needed" denies the receipt; "no pets, only guide dogs" does not deny the dogs.
_NEEDLESS: Final = re.compile(
    r"\b(?:(?:not|never) (?:needed|required|necessary)|(?:ha(?:i|u|zi|vi|wa)hitajiki|si lazima))\b"
)
_BUT: Final = re.compile(r"\b(?:only(?! (?:with)?in\b)|except(?: for)?|apart from|other than|isipokuwa|ila(?: tu)?)\b")


def denied_in(clause: Clause, far: int = FAR) -> list[Group]:
    found = [(group_of(match.group()), match.start()) for match in WORD.finditer(clause.text)]
    needless, but = _NEEDLESS.search(clause.text), _BUT.search(clause.text)
    is_spared = but is not None and clause.denies(but.start(), far=far)
    return [
        group
        for group, start in found
        if group and not (but and is_spared and start > but.start())
        if clause.denies(start, far=far) or (needless and start < needless.start())
    ]
