"""What a clause says only with what stands around it: an example, a case, a bare value, one of "the others"."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from journeys.check.faults import hours
from journeys.check.faults.extent import of_the_only_one
from journeys.check.library.nearest import ENOUGH, NamedThing, about, stands, terms_told, values_in
from journeys.check.library.rested import NO_SOURCE
from journeys.check.library.units import Source, SourceUnit
from journeys.check.reading.clauses import Clause, expanded
from journeys.check.reading.facts import Fact
from journeys.check.reading.terms import Group, groups_of
from journeys.check.reading.words import CARRIED, either
from journeys.check.strange import talk

# One word in common is chance; two, and the clause speaks of the case that was named.
SAME_MATTER: Final = 2
_EXAMPLE: Final = re.compile(r"(?:such as|for example|for instance|kama vile|kwa mfano)\b")
_ALL_DAY: Final = re.compile(
    r"(?:for |by |kwa |ya )?(?:day (?:and|or|&) night|night (?:and|or) day|usiku (?:na|au|ama) mchana"
    r"|mchana (?:na|au|ama) usiku|(?:at )?any (?:hour|time)(?: of (?:the )?day)?|around the clock|24/7|saa yoyote)\W?"
)
_IS_OF_OTHERS: Final = re.compile(
    r"(?:so )?(?:[a-z]{2,20} ){0,3}(?:falls?|counts?|goes|belongs?|is|are|comes?)(?: [a-z]{1,8}){0,3}"
    r" (?:all )?(?:the )?others?(?: [a-z]{3,20})?(?: in [a-z]{3,20})?\W?"
    r"|(?:[a-z]{2,20} ){0,3}(?:ni|iko|ipo|iko kati)(?: [a-z]{1,8}){0,3} [a-z]{2,12} (?:m|w|ny|z)?ingine\W?"
)
_IN_SPITE: Final = re.compile(r"\b(?:even (?:if|when)|hata (?:kama|ikiwa|iwapo|uki|iki|ime|u))")
IF: Final = re.compile(r"(?:if|when|once|kama|ikiwa|iwapo|endapo|\w{0,3}(?:i|zi|u|li|vi|ki|ya)ki\w+)\b")
# "Mtoto akizidiwa usiku": who or what is meant stands before the verb.
_IF_IT: Final = re.compile(
    r"(?:[a-z']{2,16} ){0,3}(?:i|u|a|ni|tu|m|wa|ya|zi|li|vi|ki|pa|ku)ki(?!ja)[a-z]{3,20}"
    r"(?: (?:usiku|mchana|asubuhi|jioni|tena|sana|bado|ghafla))?\W{0,3}"
)
# "Faiba ikifika nyumba mpya", "faiba isipofika".
_IF_OF_IT: Final = re.compile(
    r"(?:[a-z']{2,16} ){0,3}(?:i|u|a|ni|tu|m|wa|ya|zi|li|vi|ki|pa|ku)(?:ki(?!ja)|sipo)[a-z]{3,20}\b"
)
_LEADS: Final = re.compile(r"(?:for|to|in|with|on|kwa|ukiwa|hadi|na) ")
_LEADS_ON: Final = re.compile(r"(?:for|in|at|on|with|kwa|katika) ")
_MEANS: Final = re.compile(r"\b(?:means?|maana(?: yake)?|inamaanisha|humaanisha|ina maana)\b")
_NOTHING: Final = re.compile(rf"\b{either(CARRIED['nothing'])}\b")
_SUGGESTS: Final = re.compile(r"\b(?:suggest|recommend|napendekeza|ningependekeza)\b")
_NO_COST: Final = re.compile(rf"\b(?:free|bure|{either(CARRIED['nothing'])})\b")


def _says_but_names(groups: Sequence[Group], named: Sequence[NamedThing]) -> bool:
    """Whether it speaks of nothing but a thing's name, in words of plain talk: "I would suggest Jahazi Grill"."""
    given = [word for each in named for word in each.words]
    return bool(named) and all(group & talk() or any(group & word for word in given) for group in groups)


def told_around(
    clause: Clause,
    groups: list[Group],
    readings: list[Fact],
    sources: Sequence[Source],
    last: SourceUnit | None,
    unheard: Collection[Group],
) -> str | None:
    """Why not, of what says something only with what stands before it: an example, a "nothing"; None for all else."""
    if _EXAMPLE.match(clause.text) and not readings:
        return "" if _is_example(clause, groups, sources) else NO_SOURCE
    if not readings and (of_one := of_the_only_one(clause, groups, sources)) is not None:
        return of_one
    if not readings and _SUGGESTS.search(clause.text) and _says_but_names(groups, about(clause.text, sources)):
        return ""
    if _IS_OF_OTHERS.fullmatch(clause.text) and any(each.is_of_others for origin in sources for each in origin.units):
        return "" if unheard else "no source says it of others"
    if _ALL_DAY.fullmatch(clause.text) and any(_is_always(each) for each in sources):
        return ""
    if last and hours.follows(clause, values_in(clause.text), origin_of(last, sources)):
        return ""
    if last and not groups and _NOTHING.search(clause.text) and not _NO_COST.search(expanded(last.text)):
        return "the source tells what to do"
    return None


def row_around(
    clause: Clause, groups: Sequence[Group], readings: Sequence[Fact], sources: Sequence[Source]
) -> SourceUnit | None:
    """The row that its sentence names most of, which has a bare value: "Westlands: … below that it is 200"."""
    if not readings or len(groups) >= SAME_MATTER:
        return None
    around = groups_of(clause.sentence)
    rows = [(sum(bool(group & unit.key) for group in around), unit, each) for each in sources for unit in each.units]
    most = max((shared for shared, *_ in rows), default=0)
    best = [(unit, origin) for shared, unit, origin in rows if shared == most > 0]
    return best[0][0] if len(best) == 1 and all(stands(fact, *best[0]) for fact in readings) else None


def row_led_to(clause: Clause, groups: Sequence[Group], sources: Sequence[Source]) -> SourceUnit | None:
    """The one row that a clause but leads up to, with the values in the next: "For Mombasa, plan on 2 to 3 days"."""
    if len(groups) != 1 or clause.asks or clause.text == clause.sentence or not _LEADS.match(clause.text):
        return None
    rows = [unit for each in sources for unit in each.units if groups[0] & unit.key]
    return rows[0] if len(rows) == 1 else None


def _is_always(origin: Source) -> bool:
    """Whether it tells of something at any hour, or for 24 of them."""
    return any(_ALL_DAY.search(expanded(unit.text)) or "24 hour" in unit.values for unit in origin.units)


def _is_example(clause: Clause, groups: Sequence[Group], sources: Sequence[Source]) -> bool:
    """Whether it is one of what its sentence is about: "ordinary wear, such as scratches", which some line says."""
    told = terms_told(sources)
    about = [group for group in groups_of(clause.sentence) if group not in groups]
    units = [unit for each in sources for unit in each.units]
    is_one = any(_has_any(groups, unit.terms) and _has_any(about, unit.terms) for unit in units)
    return is_one and all(group & told for group in groups)


def names_a_case(clause: Clause) -> bool:
    """Whether it is the condition of what its sentence says: "if our fibre reaches it", "faiba ikifika"."""
    return clause.text != clause.sentence and (IF.match(clause.text) or _IF_OF_IT.match(clause.text)) is not None


def is_a_case(clause: Clause) -> bool:
    """Whether it is but the condition of what its sentence says, and not that it holds in spite of one."""
    is_whole = clause.text == clause.sentence
    return IF.match(clause.text) is not None and not is_whole and _IN_SPITE.search(clause.sentence) is None


def is_what_happens(clause: Clause) -> bool:
    """Whether it is such a case in Swahili, told of somebody or something by a verb alone: "moto ukitokea"."""
    return clause.text != clause.sentence and _IF_IT.fullmatch(clause.text) is not None


def is_of_what_was_said(groups: Sequence[Group], sources: Sequence[Source], asked_of: Collection[str]) -> bool:
    """Whether all that it speaks of was told, asked for, or is plain talk."""
    told = terms_told(sources) | talk() | frozenset(asked_of)
    return all(group & told for group in groups)


def case_of(groups: Sequence[Group], readings: Sequence[Fact], sources: Sequence[Source]) -> SourceUnit | None:
    """The line that has the values of a case and speaks of it: "once your order reaches 5,000"."""
    for origin in sources:
        for unit in origin.units:
            if all(stands(fact, unit, origin) for fact in readings) and _has_any(groups, unit.terms):
                return unit
    return None


def _has_any(groups: Sequence[Group], terms: frozenset[str]) -> bool:
    return any(group & terms for group in groups)


def origin_of(unit: SourceUnit, sources: Sequence[Source]) -> Source:
    return next(each for each in sources if unit in each.units)


def is_all_in(unit: SourceUnit, readings: list[Fact], sources: Sequence[Source]) -> bool:
    """Whether it but goes on with the values of the sentence before: "other days it is 9 to 5"."""
    origin = origin_of(unit, sources)
    return all(stands(fact, unit, origin) for fact in readings)


def row_of_the_values(
    groups: Sequence[Group], readings: Sequence[Fact], sources: Sequence[Source]
) -> list[tuple[SourceUnit, Source, float]]:
    """The one row that is named and has the values: whatever else is said, "KES 4,800 for the router you lost"."""
    rows = [(unit, origin) for origin in sources for unit in origin.units if any(group & unit.key for group in groups)]
    if len(rows) != 1 or not readings:
        return []
    ((unit, origin),) = rows
    is_valued = all(not fact.readings.isdisjoint(unit.values) and stands(fact, unit, origin) for fact in readings)
    return [(unit, origin, ENOUGH)] if is_valued else []


def of_the_row_named(clause: Clause, sources: Sequence[Source]) -> list[tuple[SourceUnit, Source, float]]:
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


def with_leads(parts: Sequence[Clause]) -> Iterator[Clause]:
    """The clauses, with what but leads up to one as a part of it: "for the router you lost, KES 4,800 is added"."""
    lead: Clause | None = None
    for clause in parts:
        if lead and not clause.asks and f"{lead.text}, {clause.text}" in clause.sentence:
            clause = replace(clause, text=f"{lead.text}, {clause.text}")
            lead = None
        elif lead:
            yield lead
            lead = None
        is_lead = _LEADS_ON.match(clause.text) and not clause.asks and not values_in(clause.text)
        if is_lead and clause.sentence.startswith(clause.text):
            lead = clause
        else:
            yield clause
    if lead:
        yield lead
