"""Whether a clause says the opposite of a source: denied on one side only, the other of a pair, another in order.

Or that all is well of what the source calls a trouble: "when LOS is red the line is healthy".
"""

import re
from collections.abc import Sequence
from typing import Final

from journeys.check.library.units import LACKS, NO, Source, SourceUnit, denied_in
from journeys.check.reading.clauses import Clause, expanded
from journeys.check.reading.facts import facts_in
from journeys.check.reading.terms import PAIRS, Group, group_of, groups_of, meant_by, opposites
from journeys.check.reading.words import CARRIED, OPENING, either
from knowledge import lexicon

OPPOSITE: Final = "the source says the opposite"
# Letters: a "not" that stands right before the word.
NEAR: Final = 14
# A word and what it means; one of more meanings means none of them for sure.
MEANT_FOR_SURE: Final = 3
_EXCEPTION: Final = re.compile(rf"\b{either(CARRIED['exception'])}\b")
CLOSED: Final = re.compile(rf"\b{either(OPENING['closed'])}\b")
_CLOSED_AT: Final = re.compile(rf"\b{either(OPENING['closed'])}(?: [a-z]{{2,9}})?\W{{1,3}}\d")
_IS_NONE: Final = re.compile(r": (?:not (?:needed|required|necessary)|none|no)\b")
_OPEN: Final = frozenset(map(lexicon.stem, ("open", "opens", "wazi")))
_CONDITION: Final = re.compile(rf"\b{either(CARRIED['condition'])}\b")
_ORDINALS: Final = {"ya kwanza": "first", "ya pili": "second", "ya tatu": "third", "ya nne": "fourth"}
# What is had without a thing is had, and what is not left out is in: "unaweza smoke bila noma", "not excluded".
_IS_IN_SPITE: Final = re.compile(
    r"\b(?:without|bila|pasipo|marufuku|ha\w{1,3}(?:kataz|zuili|zuiw|ondol|tengw)\w{1,3}"
    r"|(?:exclud|refus|reject|forbid|prohibit|bann|deni|void|limit|restrict)\w{0,5}|(?:left|ruled) out)\b"
)
# "A tenth off" is a part.
_ORDINAL: Final = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|tenth|ya (?:kwanza|pili|tatu|nne))\b(?! off?\b)"
)
_IS_WELL: Final = re.compile(
    r"\b(?:is|are|be|ni|(?:i|u|ki|zi|li|vi|ya|ha|ku)ko) (?:all |just |perfectly |quite |tu )?"
    rf"(?P<how>{either(CARRIED['well'])})\b"
)
_BELOW: Final = re.compile(r"\b(?:under|below|younger than|chini ya(?: miaka)?)[ -](?P<of>\d{1,2})s?\b")
_SWITCH: Final = re.compile(
    r"\b(?:(?:switch|turn|power)(?:ed|s)?(?: [a-z]{2,12}){0,3}|(?:is|are|be|it)(?: still)?) (?P<way>on|off)\b"
    r"|\bunplug\w{0,3}\b"
)
# What the customer has told: "since the neighbour is fine".
_IS_GIVEN: Final = re.compile(r"(?:since|because|as|if|kwa sababu|kwa kuwa|kwa vile|kama)\b")
# "Hatukati pesa bila idhini yako": only with it, as "we do not cut without" is read, and never without it.
_NEVER_WITHOUT: Final = re.compile(
    r"\bha(?:tu|wa|i|u|ki|vi|zi|m)[a-z]{2,9}i (?:[a-z]{2,14} ){0,5}?bila (?!malipo|gharama|ada)[a-z]{3,}"
)
_ONLY_WITH: Final = re.compile(r"\bonly\b.{1,60}\bwith\b|\bunless\b|\b(?:ila|isipokuwa|tu) (?:kwa|na|uki\w+|ume\w+)\b")
_WITHOUT: Final = re.compile(r"\b(?:without|bila)\b")
_NEGATED: Final = re.compile(r"\b(?:not|never|cannot|no|ha(?:tu|wa|i|u|ki|vi|zi|m)[a-z]{2,9}i)\b")
# Who is told to look at what the section is about, "the signal light", is told nothing of it.
_LOOKS: Final = re.compile(r"\A(?:please |tafadhali |kwanza |first )?(?:check|look at|cheki|angalia|tazama|kagua)\b")
_TROUBLE: Final = re.compile(rf"\b{either(CARRIED['trouble'])}\b")


def ordinals(text: str) -> set[str]:
    return {_ORDINALS.get(match.group(), match.group()) for match in _ORDINAL.finditer(text)}


def opposite(clause: Clause, groups: list[Group], unit: SourceUnit, origin: Source, sources: Sequence[Source]) -> str:
    """Why it is the opposite of the source: denied here and not there, or the other way round."""
    if _NEVER_WITHOUT.search(expanded(unit.text)) and (turns := _turns_a_never(clause)) is not None:
        return OPPOSITE if turns else ""
    denied = set(denied_in(clause)) | {group_of(match[1]) for match in LACKS.finditer(clause.text)}
    shared = [group for group in groups if group & unit.terms]
    here = any(group in denied for group in shared)
    looks = _LOOKS.match(clause.text) is not None
    there = any(group & unit.denied for group in shared if not (looks and group & unit.shared))
    if there and not here and _is_denied_of_it(clause, shared, denied, unit):
        here = True
    said, told = meant_by(clause.text), meant_by(expanded(unit.text.removeprefix(unit.label)))
    not_said = {term for group in denied for term in group}
    said -= not_said
    if _is_at_its_hours(clause, unit):
        if _CLOSED_AT.search(clause.text) and not _CLOSED_AT.search(expanded(unit.text)):
            return OPPOSITE
        said -= _OPEN  # in its hours it is open, also where they say when it is closed
    # A word of many meanings says neither side for sure: "inabaki" may be stays.
    meant = said | not_said | {term for group in groups for term in group}
    flips = sum(
        1 for one, other in PAIRS for a, b in ((one, other), (other, one))
        if a in said and b not in meant and b in told and a not in told
    )  # fmt: skip
    if here:  # "does not delete", of what keeps
        flips += any(opposites(group) & told and not group & told for group in denied_in(clause, far=NEAR))
    there = there or (
        here and _IS_NONE.search(expanded(unit.text)) is not None
    )  # "no booking", of "booking: not needed"
    here = here or (there and bool(denied) and NO.match(expanded(unit.text)) is not None)  # "No, pets are not allowed"
    there = there or (
        here and not flips and CLOSED.search(expanded(unit.text)) is not None
    )  # "not on Monday", of "Monday: closed"
    is_exception = _EXCEPTION.search(expanded(unit.text)) and (
        _CONDITION.search(clause.text) or "unless" in clause.sentence
    )
    is_beyond = here and not there and _is_beyond(clause, unit)
    if ((here != there) + flips) % 2 and not is_exception and not is_beyond:
        return OPPOSITE
    if unit.key and unit.values and not unit.denied:  # "shoes have no warranty", of a row of the table of warranties
        of_headings = [group for group in groups if group & unit.shared and not group & unit.terms]
        if any((group in denied) != bool(group & unit.denied_above) for group in of_headings):
            return OPPOSITE
    if not unit.key and _is_swapped(shared, denied, unit):
        return "the source says it the other way round"
    # Denied of one more thing, by a line that denies it of its own.
    rest = [group for group in groups if not (group in denied and here and there)]
    about = [group for group in rest if not group & (unit.terms | unit.shared)]
    near = set(denied_in(clause, far=NEAR))
    sure = [group for group in about if len(group) <= MEANT_FOR_SURE]
    new = [group for group in sure if group not in denied or (group in near and not opposites(group) & told)]
    return OPPOSITE if any(_is_turned_by(group, groups, denied, unit, origin, sources) for group in new) else ""


def _turns_a_never(clause: Clause) -> bool | None:
    """Whether it does without what a source does never without; None where it speaks of neither."""
    if _ONLY_WITH.search(clause.text):
        return False
    return True if _WITHOUT.search(clause.text) and not _NEGATED.search(clause.text) else None


def _is_denied_of_it(clause: Clause, shared: list[Group], denied: set[Group], unit: SourceUnit) -> bool:
    """Whether it denies of what the line denies something in words of its own: "a cracked screen is no part of it",
    of "it does not cover a broken screen"."""
    if not denied or _IS_IN_SPITE.search(clause.text) or any(group & unit.terms for group in denied):
        return False
    last = [group for group in groups_of(clause.text) if group in denied or group in shared]
    return bool(last) and last[0] in shared


def _is_at_its_hours(clause: Clause, unit: SourceUnit) -> bool:
    """Whether it tells the hours that the line has, of an hour that may be two the one."""
    times = [fact.readings for fact in facts_in(clause.text)[0] if fact.kind == "time"]
    return bool(times) and all(readings & unit.values for readings in times)


def _is_turned_by(
    group: Group, groups: list[Group], denied: set[Group], unit: SourceUnit, origin: Source, sources: Sequence[Source]
) -> bool:
    """Whether all other lines that speak of it in this matter say the opposite."""
    alike = [other for each in sources for other in each.units if group & other.terms and other is not unit]
    beside = [other for other in origin.units if abs(other.at - unit.at) == 1]
    others = [other for other in alike if other in beside or _is_alike(groups, other)]
    return bool(others) and all(_turns(groups, denied, other) for other in others)


def _is_beyond(clause: Clause, unit: SourceUnit) -> bool:
    """Whether what is denied is said of those whom the line leaves out: "under 18s cannot", of "18 and above"."""
    below = _BELOW.search(clause.text)
    return (
        below is not None
        and re.search(rf"\b{below['of']} and above|(?:age|from):? {below['of']}\b", expanded(unit.text)) is not None
    )


def is_switched(clause: Clause, unit: SourceUnit, origin: Source) -> bool:
    """Whether it has something off that its steps have on, or the other way round: "while the router is off"."""
    said = _switches(clause.sentence)
    near = [each for each in origin.units if abs(each.at - unit.at) <= 1 and not each.key and not unit.key]
    told = [switches for each in near if (switches := _switches(expanded(each.text)))]
    return len(said) == 1 and bool(told) and all(len(each) == 1 and not each & said for each in told)


def _switches(text: str) -> set[str]:
    """The ways in which a text has something switched: on, off."""
    return {match["way"] or "off" for match in _SWITCH.finditer(text)}


def _is_swapped(shared: list[Group], denied: set[Group], unit: SourceUnit) -> bool:
    """Whether one thing is denied here and another there: "the Wi-Fi, not the line" of "the line, not the Wi-Fi"."""
    near = set(denied) & set(shared)
    only_here = [group for group in near if not group & unit.denied]
    only_there = [group for group in shared if group not in denied and group & unit.denied]
    return bool(only_here and only_there)


def _turns(groups: list[Group], denied: set[Group], unit: SourceUnit) -> bool:
    """Whether a unit denies what is said here, or says what is denied here."""
    is_of_both = bool(denied)  # "pets cannot stay", of "no pets": the subject stands before its denial
    return any(
        (group in denied) != bool(group & unit.denied) and not (is_of_both and group & unit.denied)
        for group in groups
        if group & unit.terms
    )


def _is_alike(groups: list[Group], unit: SourceUnit) -> bool:
    """Whether a unit speaks of the same thing: of more than the one word."""
    return sum(bool(group & (unit.terms | unit.shared)) for group in groups) > 1


def not_well(clause: Clause, rested: Sequence[tuple[Clause, SourceUnit]]) -> str:
    """Why all is not well as it says; `rested` are the clauses of the sentence with the units that they rest on."""
    well = None if clause.asks or _IS_GIVEN.match(clause.text) else _IS_WELL.search(clause.text)
    if well is None or clause.denies(well.start()):
        return ""
    units = [unit for _, unit in rested]
    is_trouble = any(_TROUBLE.search(expanded(unit.text)) for unit in units)
    is_told = any(re.search(rf"\b{re.escape(well['how'])}\b", expanded(unit.text)) for unit in units)
    return "the source does not say that it is well" if is_trouble and not is_told else ""
