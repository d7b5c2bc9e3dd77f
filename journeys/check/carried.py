"""Whether the sentences of a library answer are carried by what was cited: their terms, values and polarity.

A source falls into units: a sentence, a line of a list, a row of a table. A clause of the answer rests on the unit
that speaks of most of its terms; its values must stand in that unit, and what it denies must be denied there.
Terms are stems and concepts, Swahili ones also in English, so that an answer may be in another language.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from journeys.check import hours
from journeys.check.clauses import Clause, clauses_of, expanded, sentences
from journeys.check.facts import Fact
from journeys.check.faults import Rested, fault_of
from journeys.check.nearest import NamedThing, about, best, stands, terms_told, values_in
from journeys.check.polarity import CLOSED, OPPOSITE, opposite
from journeys.check.reckoned import RECKONS, is_of_a_sum
from journeys.check.stateless import states_nothing
from journeys.check.strange import talk
from journeys.check.sums import NO_SUMS, Ways
from journeys.check.terms import Group, comparable, groups_of
from journeys.check.units import Source, SourceUnit, denied_in, parts_of
from journeys.check.well import not_well
from journeys.check.words import CARRIED, either
from journeys.local import language as tongue
from knowledge.text import words

# Below it a short sentence may be English after all.
SURE: Final = 0.6
# What is counted up to a hundred may be a count of the answer's own: "3 ways".
MOST_COUNTED: Final = 100
# One word in common is chance; two, and the clause speaks of the case that was named.
SAME_MATTER: Final = 2
_EXAMPLE: Final = re.compile(r"(?:such as|for example|for instance|kama vile|kwa mfano)\b")
_IF: Final = re.compile(r"(?:if|when|once|kama|ikiwa|iwapo|\w{0,3}(?:i|zi|u|li|vi|ki|ya)ki\w+)\b")
_MEANS: Final = re.compile(r"\b(?:means?|maana(?: yake)?|inamaanisha|humaanisha|ina maana)\b")
_NOTHING: Final = re.compile(rf"\b{either(CARRIED['nothing'])}\b")
_SUGGESTS: Final = re.compile(r"\b(?:suggest|recommend|napendekeza|ningependekeza)\b")
_VERBS: Final = (
    "(?:is|are|costs?|opens?|closes?|takes?|has|have|lasts?|gives?|works?|starts?|ends?|stays?|comes?|serves?)"
)
_SAYS: Final = re.compile(rf"{_VERBS} ")
_SUBJECT: Final = re.compile(rf"(?P<of>\w[\w' ]{{1,60}}?) {_VERBS} ")
_NO_COST: Final = re.compile(rf"\b(?:free|bure|{either(CARRIED['nothing'])})\b")
_DENIES: Final = re.compile(r"\b(?:not|cannot|no|never|haiwezekani|hapana|haitawezekana|si)\b")
_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY: Final = re.compile(rf"\b{either(_DAYS)}\b")
_PROPER: Final = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]{2,}")


def uncarried(
    answer: str,
    sources: Sequence[Source],
    sums: Ways = NO_SUMS,
    *,
    today: date | None = None,
    asked: Collection[str] = (),
) -> Iterator[tuple[str, str]]:
    """Each sentence that no source carries, and why not; `sums` are the amounts that follow from others.

    `asked` are the customer's own values: they may be told that it is not so then. "Tomorrow" is a day of the week.
    """
    quotable = " ".join(" ".join(words(unit.text)) for each in sources for unit in each.units)
    is_translated = is_in_another_language(answer, sources)
    for sentence in sentences(answer):
        if " ".join(words(sentence)) in quotable:
            continue
        plain = dated(sentence, today)
        stated = values_in(plain) if is_translated else []
        stated = [fact for fact in stated if not _is_denied(fact, clauses_of(plain), asked)]
        if stated and all(fact.kind == "time" for fact in stated):
            if why := _translated(plain, stated, sources):
                yield sentence, why
            continue
        if is_translated and sentence.endswith(":"):  # it leads over to a list, whose lines are looked at themselves
            continue
        last: SourceUnit | None = None
        names = frozenset(name.casefold() for name in _PROPER.findall(sentence))
        day, rested = "", list[tuple[Clause, SourceUnit]]()
        for clause in parts_of(plain):
            own_day = _DAY.search(clause.text)
            if own_day is None and day and values_in(clause.text):  # "tomorrow is Monday, so it opens at 7"
                clause = replace(clause, text=f"{day} {clause.text}")
            day = own_day.group() if own_day else day
            before = last
            last, why = _judged(clause, names, sources, last, sums, asked, is_translated=is_translated)
            if why and (whole := _with_its_subject(clause)):  # "is closed on Mondays and opens at seven on other days"
                last, why = _judged(whole, names, sources, before, sums, asked)
            rested += [(clause, last)] if last else []
            if why := why or _of_another_case(rested, sources) or not_well(clause, rested):
                yield sentence, why
                break


def _with_its_subject(clause: Clause) -> Clause | None:
    """What begins with its verb, with the subject of its sentence before it."""
    subject = _SUBJECT.match(clause.sentence) if _SAYS.match(clause.text) and not clause.asks else None
    return replace(clause, text=f"{subject['of']} {clause.text}") if subject else None


def _of_another_case(rested: Sequence[tuple[Clause, SourceUnit]], sources: Sequence[Source]) -> str:
    """Whether of the one case that is named its source says the opposite: "if the line was down, a charge is owed"."""
    cases = [unit for clause, unit in rested if _IF.match(clause.text)]
    if len(cases) != 1:
        return ""
    origin = next(each for each in sources if cases[0] in each.units)
    for clause, unit in rested:
        groups = groups_of(clause.text)
        is_of_it = unit is not cases[0] and sum(bool(group & cases[0].terms) for group in groups) >= SAME_MATTER
        if is_of_it and (why := opposite(clause, groups, cases[0], origin, sources)):
            return why
    return ""


def dated(text: str, today: date | None) -> str:
    """With the names of the days that "today" and "tomorrow" are."""
    if today is None:
        return text
    for ahead, names in ((0, ("today", "tonight", "leo")), (1, ("tomorrow", "kesho"))):
        day = _DAYS[(today.weekday() + ahead) % 7]
        text = re.sub(rf"\b{either(names)}\b", day, text, flags=re.IGNORECASE)
    return text


def _is_denied(fact: Fact, clauses: Sequence[Clause], asked: Collection[str]) -> bool:
    """Whether it is the customer's own value, and they are told that it is not so: "so not tomorrow at 8 pm"."""
    if fact.readings.isdisjoint(asked):
        return False
    within = [clause for clause in clauses if fact.text in clause.text]
    return any(_DENIES.search(clause.text) for clause in within)


def is_in_another_language(answer: str, sources: Sequence[Source]) -> bool:
    """Whether it is surely Swahili or Sheng, and rests on English alone."""
    heard = tongue.detect(answer)
    if heard.label not in ("sw", "sheng") or heard.confidence < SURE:
        return False
    return not any(each.language in ("sw", "sheng") for each in sources)


def _translated(sentence: str, stated: Sequence[Fact], sources: Sequence[Source]) -> str:
    """Hours told in another language than the source's: all must stand in one passage, and nothing be turned round.

    Of a table it is the rows that the sentence names; of other lines none that speaks less of it than another."""
    said = frozenset(term for group in groups_of(expanded(sentence)) for term in group)
    groups = groups_of(expanded(sentence))
    everywhere = [frozenset(term for unit in each.units for term in unit.terms | unit.shared) for each in sources]
    for origin, own in zip(sources, everywhere, strict=True):
        # What another passage is about and this one does not name is said of the other.
        if groups and not groups[0] & own and any(groups[0] & other for other in everywhere):
            continue
        about = [unit for unit in origin.units if unit.values and (not unit.key or unit.key & said)]
        clauses = [(clause, groups_of(clause.text)) for clause in clauses_of(sentence)]
        held = [
            fact
            for clause, groups in clauses
            for fact in values_in(clause.text)
            if _nearest(fact, groups, about, origin)
        ]
        if all(any(fact.readings & each.readings for each in held) for fact in stated):
            whys = (opposite(clause, groups, unit, origin, sources) for clause, groups in clauses for unit in about)
            return next(filter(None, whys), "")
    return f"no one passage has {', '.join(fact.text for fact in stated)}"


def _nearest(fact: Fact, groups: list[Group], units: Sequence[SourceUnit], origin: Source) -> bool:
    """Whether the value stands in the line that speaks most of what its clause does."""
    shared = {unit.at: sum(bool(group & unit.terms) for group in groups) for unit in units}
    best = max(shared.values(), default=0)
    return any(shared[unit.at] == best and stands(fact, unit, origin) for unit in units)


def _judged(
    clause: Clause,
    names: frozenset[str],
    sources: Sequence[Source],
    last: SourceUnit | None,
    sums: Ways,
    asked: Collection[str],
    *,
    is_translated: bool = False,
) -> tuple[SourceUnit | None, str]:
    groups = comparable(clause.text, terms_told(sources)) if is_translated else groups_of(clause.text)
    stated = values_in(clause.text)
    readings = [fact for fact in stated if fact.readings.isdisjoint(sums)]
    has_sums = len(readings) < len(stated)
    if has_sums:  # "4 nights at KES 29,500 are KES 118,000": the count is their own
        readings = [fact for fact in readings if fact.kind != "number" or max(map(float, fact.readings)) > MOST_COUNTED]
    if states_nothing(clause, stated, last):
        return last, ""
    if (as_hours := hours.judged(clause, stated, groups, sources)) is not None:
        return last, as_hours
    readings = [fact for fact in readings if not _is_denied(fact, [clause], asked)]
    if (in_its_sentence := _told_around(clause, groups, readings, sources, last)) is not None:
        return last, in_its_sentence
    if is_translated and not readings and _IF.match(clause.text):  # what it is said of, told in other words
        return last, ""
    if clause.asks or (len(groups) < 2 and not readings):
        is_denied = len(groups) == 1 and not clause.asks and groups[0] in denied_in(clause)
        said = [unit for each in sources for unit in each.units if is_denied and groups[0] & unit.terms]
        is_opposite = bool(said) and not any(groups[0] & unit.denied or CLOSED.search(unit.text) for unit in said)
        return last, OPPOSITE if is_opposite else ""
    if is_of_a_sum(clause, groups, stated, readings, sums, sources):
        return last, ""
    if last and readings and all(group & RECKONS for group in groups) and _is_all_in(last, readings, sources):
        return last, ""
    around = [group for group in groups_of(clause.sentence) if group not in groups]
    named = about(clause.text, sources)
    found = _of_the_row_named(clause, sources) or best(groups, readings, sources, last, around, named)
    if not found:
        return last, "no source says it"
    return _against(
        [
            Rested(clause, names, groups, readings, unit, origin, covered, sources, asked)
            for unit, origin, covered in found
        ]
    )


def _against(found: Sequence[Rested]) -> tuple[SourceUnit, str]:
    """What speaks against it, of the unit that does so least; one that says the opposite of more of it stands."""
    faults = [(rested.unit, fault_of(rested)) for rested in found]
    if faults[0][1] == OPPOSITE and all(rested.covered < found[0].covered for rested in found[1:]):
        return faults[0]
    return next(((unit, why) for unit, why in faults if not why), faults[0])


def _says_but_names(groups: Sequence[Group], named: Sequence[NamedThing]) -> bool:
    """Whether it speaks of nothing but a thing's name, in words of plain talk: "I would suggest Jahazi Grill"."""
    given = [word for each in named for word in each.words]
    return bool(named) and all(group & talk() or any(group & word for word in given) for group in groups)


def _of_the_row_named(clause: Clause, sources: Sequence[Source]) -> list[tuple[SourceUnit, Source, float]]:
    """The row whose key is said to mean something: "blinking green means …" rests on that row and no other."""
    means = _MEANS.search(clause.text)
    if means is None:
        return []
    head = frozenset(term for group in groups_of(clause.text[: means.start()]) for term in group)
    named = [
        (unit, origin)
        for origin in sources
        for unit in origin.units
        if unit.key
        and (said := groups_of(unit.text.partition(" | ")[0].casefold()))
        and all(each & head for each in said)
    ]
    rest = groups_of(clause.text[means.end() :])
    return [(unit, origin, 1.0) for unit, origin in named] if len(named) == 1 and rest else []


def _told_around(
    clause: Clause, groups: list[Group], readings: list[Fact], sources: Sequence[Source], last: SourceUnit | None
) -> str | None:
    """Why not, of what says something only with what stands before it: an example, a "nothing"; None for all else."""
    if _EXAMPLE.match(clause.text) and not readings:
        return "" if _is_example(clause, groups, sources) else "no source says it"
    if not readings and _SUGGESTS.search(clause.text) and _says_but_names(groups, about(clause.text, sources)):
        return ""
    if last and not groups and _NOTHING.search(clause.text) and not _NO_COST.search(expanded(last.text)):
        return "the source tells what to do"
    return None


def _is_example(clause: Clause, groups: Sequence[Group], sources: Sequence[Source]) -> bool:
    """Whether it is one of what its sentence is about: "ordinary wear, such as scratches", which some line says."""
    told = terms_told(sources)
    about = [group for group in groups_of(clause.sentence) if group not in groups]
    units = [unit for each in sources for unit in each.units]
    is_one = any(_has_any(groups, unit.terms) and _has_any(about, unit.terms) for unit in units)
    return is_one and all(group & told for group in groups)


def _has_any(groups: Sequence[Group], terms: frozenset[str]) -> bool:
    return any(group & terms for group in groups)


def _is_all_in(unit: SourceUnit, readings: list[Fact], sources: Sequence[Source]) -> bool:
    """Whether it but goes on with the values of the sentence before: "other days it is 9 to 5"."""
    origin = next(each for each in sources if unit in each.units)
    return all(stands(fact, unit, origin) for fact in readings)
