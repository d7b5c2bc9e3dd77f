"""What is cited, in units that a clause of an answer is compared with: a sentence, a line of a list, a table's row."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from journeys.check.library import defined
from journeys.check.reading.clauses import FAR, Clause, clauses_of, expanded, sentences
from journeys.check.reading.clean import LINK
from journeys.check.reading.facts import facts_in
from journeys.check.reading.readings import without_year
from journeys.check.reading.terms import WORD, Group, group_of, groups_of, terms_of
from journeys.local import language
from knowledge.text import words

_ARTICLES: Final = frozenset({"a", "an", "the"})
_LAST: Final = frozenset({"or", "nor", "and", "au", "ama", "wala", "na"})
_STATES: Final = re.compile(r"\d|\b(?:is|are|was|were|can|will|has|have|do|does|be|it|you|we|they|i|ni|kuna)\b")
# "…, PUK or one-time code in a call".
_ENDS_LIST: Final = re.compile(r"\A(?:[\w-]+ ){1,4}(?:or|nor|au|ama|wala)\b")
# Words of the name of a list, "Rooms with a sea view:".
LONGEST_NAME: Final = 4
_AND: Final = re.compile(r"\s(?:and|na)\s(?!(?:above|more|up|over|below|under|older|zaidi|kuendelea)\b)")
_PREDICATE: Final = re.compile(
    r"(?:is|are|has|have|needs?|takes?|costs?|includes?|opens?|closes?|comes?|works?|lasts?|stays?|ni|ina|zina|una|iko|hu\w{4,})\b"
)
# "The APN is this and the authentication is that": each with its own subject and verb.
_SAYS: Final = re.compile(r"\w (?:is|are|ni|has|have|of (?:a|one|two|three)) \w")
_GIVEN: Final = re.compile(r"(?:since|because|as|if|when|kwa sababu|kwa kuwa|kama|ikiwa)\b")
# A passage that begins with the name of what it is about.
_NAME: Final = re.compile(r"[^.:!?|]{2,60}")


# "Section 4: Equipment" is a part of a document, and no thing.
_SECTION: Final = re.compile(r"[^:]{0,40}\b(?:\d{1,3}|[IVX]{1,5}): ")
# A row of a table as the library keeps it, "Area: Thika; Fee: KES 400", and one of a list in it, "Monday: closed".
_NAMED: Final = re.compile(r"(?P<name>[^:;|]{1,60}): (?P<cell>\S.*)")
_LABEL: Final = re.compile(r"[^:;|.]{1,60}: ")
_LIST: Final = re.compile(r"(?P<of>[^:;|]{1,60}): (?P<parts>[^:;|]{1,60}: .+)")


@dataclass(frozen=True)
class SourceUnit:
    """A sentence, a line or a row of a source, read once."""

    text: str
    key: frozenset[str]
    """What a row of a table is about: the terms of its first cell."""
    key_values: frozenset[str]
    """The values of its first cell: the 2.4 of "2.4 GHz"."""
    terms: frozenset[str]
    shared: frozenset[str]
    """What heads it without being said again: the headings of its passage, the first row of its table."""
    denied: frozenset[str]
    values: frozenset[str]
    at: int
    label: str = ""
    """What a line is of: the "Opening hours" of "Opening hours: closed on Mondays", which states nothing itself."""
    denied_above: frozenset[str] = frozenset()
    """What the headings deny: "Equipment that does not come back"."""
    columns: tuple[str, ...] = ()
    """The names of a row's cells, where the table says them."""
    is_of_others: bool = False
    """Whether it is the row of all that no other names: "Other towns"."""


@dataclass(frozen=True)
class Source:
    """One cited passage: its units, the values of its headings, which every unit shares, and its language."""

    units: tuple[SourceUnit, ...]
    values: frozenset[str]
    language: str
    name: tuple[str, ...] = ()
    """The words that name what it is about, where that is one of several things: "Restaurants: Tamu Cafe"."""
    heading: str = ""
    """The way to it, as it is written: "Schedule of fees > Section 4: Equipment"."""

    def is_headed(self, sentence: str) -> bool:
        """Whether a sentence is the name of the section, whole; a question states nothing: "Is smoking allowed?"."""
        name = self.heading.rpartition(" > ")[2]
        return not name.endswith("?") and words(sentence) == words(name) != []

    @cached_property
    def terms(self) -> frozenset[str]:
        """All that its units and what heads them speak of."""
        return frozenset(term for unit in self.units for term in unit.terms | unit.shared)


def sources_of(passages: Iterable[tuple[str, str]]) -> tuple[Source, ...]:
    """Each passage that is cited, by its text and heading, with the names that they define written out in all."""
    return tuple(source(text, heading) for text, heading in defined.spelled_out([*passages]))


@lru_cache(maxsize=512)
def source(text: str, heading: str = "") -> Source:
    """A passage in its units."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not re.fullmatch(r"[\s|:-]+", line)]
    name = heading.rpartition(" > ")[2]
    is_headed = len(lines) > 1 and _is_heading(lines[0], heading)
    is_thing = is_headed and is_of_a_thing(lines[0], heading)
    title = terms_of(lines[0]) if len(lines) > 1 and _NAME.fullmatch(lines[0]) else frozenset()
    shared, header = terms_of(heading) | title, tuple[str, ...]()
    above = frozenset(term for clause in parts_of(heading) for group in denied_in(clause) for term in group)
    units: list[SourceUnit] = []
    for line in lines[1:] if is_headed and not is_thing else lines:
        if line.endswith("?"):  # what its answer is about; a question says nothing
            shared |= terms_of(line)
            continue
        columns, cells = _row(line)
        if len(cells) > 1:
            header = columns or header or tuple(cells)
            own = shared | terms_of(" ".join(header))
            units.append(_unit(" | ".join(cells), cells[0], own, len(units), above, header))
            continue
        header = ()
        units += [_unit(part, "", shared, len(units) + at, above) for at, part in enumerate(_parts(line))]
    units = [_of_both(unit, units[unit.at - 1]) if unit.at else unit for unit in units]
    written = language.detect("\n".join(unit.text for unit in units)).label
    own_name = tuple(word for word in WORD.findall(expanded(name)) if group_of(word)) if is_thing else ()
    return Source(tuple(units), readings_in(heading), written, own_name, heading)


def _is_heading(line: str, heading: str) -> bool:
    return " > " in heading and words(heading)[-len(words(line)) :] == words(line)


def is_of_a_thing(first: str, heading: str) -> bool:
    """Whether a passage that begins so is about one of several things: "Restaurants: Tamu Cafe"."""
    return ": " in first and not _SECTION.match(first) and _is_heading(first, heading)


def _of_both(unit: SourceUnit, before: SourceUnit) -> SourceUnit:
    """A sentence that speaks of two things which the one before it names: "return both within 14 days"."""
    two = _TWO.match(expanded(before.text)) if _BOTH.search(expanded(unit.text)) else None
    if two is None or unit.key or before.key:
        return unit
    return replace(unit, terms=unit.terms | terms_of(two.group()))


def _row(line: str) -> tuple[tuple[str, ...], list[str]]:
    """The names and the cells of a row; no cells of what is none."""
    if line.startswith("|") or " | " in line:
        return (), [cell.strip() for cell in line.strip("|").split("|")]
    names, cells = list[str](), list[str]()
    for part in line.split("; "):
        named = _NAMED.fullmatch(part)
        if named:
            names.append(named["name"])
            cells.append(named["cell"])
        elif cells:
            cells[-1] += f"; {part}"  # "What to do: Nothing; look at the Wi-Fi instead"
        else:
            return (), []
    return (tuple(names), cells) if len(cells) > 1 and not _LIST.match(line.partition("; ")[0]) else ((), [])


def _parts(line: str) -> list[str]:
    """Its sentences; of a list in one line, "Opening hours: Sunday: 11:00-23:00; Monday: closed", each by itself."""
    several = _LIST.fullmatch(line)
    named = several["parts"].split("; ") if several else []
    if len(named) > 1 and all(map(_NAMED.fullmatch, named)):
        return [f"{several['of']}, {part}" for part in named] if several else []
    return list(sentences(line))


def _unit(
    text: str, key: str, shared: frozenset[str], at: int, above: frozenset[str], columns: tuple[str, ...] = ()
) -> SourceUnit:
    denied = frozenset[str]()
    for cell in text.split(" | "):  # "Off | No light arrives | Look at the LOS light" denies nothing of the last
        parts = parts_of(cell)
        said = frozenset(term for clause in parts for group in denied_in(clause) for term in group)
        if len(parts) > 1:  # "those booked with us are insured; those on the beach are not"
            # But not by why it is: "do not feed the monkeys: monkeys fall ill from our food".
            why = expanded(cell.partition(": ")[2]) if denied_in(parts[0]) else ""
            others = (clause for clause in parts if not denied_in(clause) and clause.text.rstrip(".") not in why)
            said -= frozenset(term for clause in others for group in groups_of(clause.text) for term in group)
        denied = denied - terms_of(cell) | (said - (terms_of(text.replace(cell, " ")) if " | " in text else set()))
    own = terms_of(LINK.sub(" ", text))  # the words of an address say nothing
    denied |= frozenset(term for match in LACKS.finditer(expanded(text)) for term in group_of(match[1]))
    if NO.match(expanded(text)):  # not what it is made a condition of: "no charge is owed if the line was down"
        denied |= terms_of(_CASE.split(expanded(text), maxsplit=1)[0])
    return SourceUnit(
        text=text, key=_named_by(key), key_values=readings_in(key), terms=own, shared=shared, denied=denied,
        values=readings_in(text), at=at, label=label[0] if (label := _LABEL.match(text)) else "", denied_above=above,
        columns=columns, is_of_others=bool(_OTHERS.match(expanded(key))),
    )  # fmt: skip


def _named_by(key: str) -> frozenset[str]:
    """What names a row; not what its values are measured in: "Fibre Kasi", which is fast, is not named by each Mbps."""
    return terms_of(key) - (group_of("mbps") - frozenset(words(key)))


def parts_of(sentence: str) -> list[Clause]:
    """The clauses; one that states two values, "… 12 months and … 6 months", is two."""
    parts: list[Clause] = []
    for clause in clauses_of(sentence):
        if parts and _goes_on(parts[-1], clause):
            join = " " if _UNTIL.match(clause.text) or _AFTER.fullmatch(clause.text) else ", "
            parts[-1] = replace(parts[-1], text=f"{parts[-1].text}{join}{clause.text}")
            continue
        split = _AND.split(clause.text)
        is_range = _BETWEEN.search(split[0]) is not None
        is_two = (not is_range and all(re.search(r"\d", part) or values_told(part) for part in split)) or all(
            _PREDICATE.match(part) or _NONE_OF.match(part) for part in split[1:]
        )
        is_two = is_two or (not _GIVEN.match(clause.text) and all(_SAYS.search(part) for part in split))
        if len(split) > 1 and is_two and all(groups_of(part) for part in split):
            parts += [replace(clause, text=part) for part in split]
        else:
            parts.append(clause)
    return parts


_BOTH: Final = re.compile(r"\b(?:both|all of (?:them|these)|zote mbili|vyote viwili)\b")
# The subject of a sentence: "the ONT and the router stay …".
_TWO: Final = re.compile(r"\A(?:the |our |your )?\w+(?: \w+)? (?:and|na) (?:the |our |your )?\w+")
LACKS: Final = re.compile(r"\b([a-z]{3,})-free\b")  # "smoke-free"
NO: Final = re.compile(r"\A(?:[a-z]{1,20}(?: [a-z]{1,20}){0,2}: )?(?:no|not|none|hapana)\b")
_CASE: Final = re.compile(r"\b(?:if|unless|when|where|except|kama|ikiwa|iwapo|isipokuwa)\b")
_OTHERS: Final = re.compile(r"(?:all )?other\b|elsewhere\b|[a-z]{3,20} (?:z|w|m|v|ny|l|k)?ingine\b|kwingineko\b")
# "Within two weeks after installation" is one time.
_AFTER: Final = re.compile(r"(?:after|before|baada ya|kabla ya)(?: [a-z]{1,20}){1,3}\W?")
# "As section 3 says": the number of a part of a document is no value of what it says.
_OF_SECTIONS: Final = re.compile(r"\b(?:section|part|chapter|sehemu) \d{1,3}\b", re.IGNORECASE)
_NONE_OF: Final = re.compile(r"(?:no|nothing|none) (?:[a-z]{3,20} ){1,3}")
_BETWEEN: Final = re.compile(r"\b(?:between|kati ya|baina ya)(?: [\w:]{1,12}){1,4}\Z")
_UNTIL: Final = re.compile(r"\A(?:until|till|before|by|hadi|mpaka|kabla)\b(?:\W+[\w:]+){1,6}\W*\Z")


def values_told(text: str) -> bool:
    """Whether it states a value in words: "six months"."""
    return any((fact.said_unit and not fact.is_a_phrase) or fact.kind == "time" for fact in facts_in(text)[0])


def _goes_on(before: Clause, clause: Clause) -> bool:
    """Whether it is but another thing of a list that is denied: "does not cover a screen, water, wear"."""
    if _UNTIL.match(clause.text) and not clause.asks and facts_in(clause.text)[0]:
        return True
    is_after = _AFTER.fullmatch(clause.text) is not None and f"{before.text} {clause.text}" in clause.sentence
    if is_after and facts_in(before.text)[0] and not facts_in(clause.text)[0]:
        return True
    named = [word for word in clause.text.split() if word not in _ARTICLES]
    if clause.text.startswith("only "):  # "no pets, only guide dogs"
        return False
    is_short = len(named) <= LONGEST_NAME + (named[:1] != [] and named[0] in _LAST) or _ENDS_LIST.match(clause.text)
    is_one_thing = is_short and not _STATES.search(clause.text)
    return bool(is_one_thing) and not clause.asks and bool(denied_in(before)) and f"{before.text}, " in clause.sentence


def readings_in(text: str) -> frozenset[str]:
    facts = facts_in(_OF_SECTIONS.sub(" ", text))[0]
    measures = {f"{reading} {fact.unit}" for fact in facts if fact.unit for reading in fact.readings}
    measures |= {without_year(reading) for fact in facts if fact.kind == "date" for reading in fact.readings}
    return frozenset(measures.union(*(fact.readings | fact.measures for fact in facts)))


# "A receipt is not needed" denies the receipt; "no pets, only guide dogs" does not deny the dogs.
_NEEDLESS: Final = re.compile(
    r"\b(?:(?:not|never) (?:needed|required|necessary)|(?:ha(?:i|u|zi|vi|wa)hitajiki|si lazima))\b"
)
_NO_NEED_TO: Final = re.compile(
    r"\b(?:no need|need not|not need|not have|hakuna haja|(?:hu|ham|hawa)hitaji) (?:(?:to|ya|ku) ?)?(?:carry|bring|buy"
    r"|pay|book|call|worry|(?:ku)?(?:beba|bebe|leta|lipa|lipia|piga|weka|nunua))\w{0,3}\b"
)
_EXCEPT: Final = r"(?:except(?: for)?|apart from|other than|isipokuwa|ila(?: tu)?)\b"
_BUT: Final = re.compile(rf"\b(?:only(?! (?:with)?in\b)|{_EXCEPT})")
# What is left out of a denial is not denied itself: "isipokuwa mbwa wa kuongoza".
_IS_LEFT_OUT: Final = re.compile(_EXCEPT)


def denied_in(clause: Clause, far: int = FAR) -> list[Group]:
    """What a clause denies; of a list all things, however long it is, and of "no need to bring towels" the bringing."""
    far = len(clause.text) if far == FAR and ", " in clause.text else far
    need = _NO_NEED_TO.search(clause.text)
    found = [(group_of(match.group()), match.start()) for match in WORD.finditer(clause.text)]
    needless, but = _NEEDLESS.search(clause.text), _BUT.search(clause.text)
    is_spared = but is not None and (clause.denies(but.start(), far=far) or _IS_LEFT_OUT.match(clause.text) is not None)
    return [
        group
        for group, start in found
        if group and not (but and is_spared and start > but.start()) and not (need and start >= need.end())
        if clause.denies(start, far=far) or (needless and start < needless.start())
    ]
