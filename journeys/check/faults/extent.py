"""How far a clause goes beyond the line it rests on: to all, at once, always, the whole of it, for nothing."""

import re
from collections.abc import Sequence
from typing import Final

from journeys.check.library.rested import Rested
from journeys.check.library.units import Source, SourceUnit
from journeys.check.reading.clauses import Clause, expanded
from journeys.check.reading.facts import facts_in
from journeys.check.reading.terms import Group, group_of, groups_of, terms_of
from journeys.check.reading.words import CARRIED, OPENING, WEEKDAYS, either, weekday_of
from journeys.check.strange import talk

# "Sun" and "Mon" are other words too; the names of days are longer.
SHORT: Final = 3
# Words that a sentence shares with a line of the same matter.
MANY: Final = 2
_UNIVERSAL: Final = re.compile(rf"\b{either(CARRIED['universal'])}\b")
_UNIVERSAL_TOLD: Final = re.compile(
    rf"\b(?:each|per|by the (?:piece|item|person|hour|day|night|week|month|kilo)|{either(CARRIED['universal'])})\b"
)
_OF_THE_ORDER: Final = re.compile(
    r"\b(?:bidhaa|vitu) (?:zote|vyote|hizo zote|hivyo vyote)\b"
    r"|\b(?:all (?:the|your|of your) (?:items|things|goods)|everything)\b"
)
# "Less anything that is owed".
_RELATIVE: Final = re.compile(r"\W{0,2}(?:that|which)\b\W{0,2}")
# "Any time in the first 30 days" is but within them.
_WITHIN: Final = re.compile(r"any (?:time|moment|day) (?:in|within|during|before|until|till|up to)\b")
# "Tides change daily."
_EACH_DAY: Final = re.compile(r"(?:every|each) (?:single )?day\b|kila siku\b")
_DAILY: Final = re.compile(r"\bdaily\b")
_ALWAYS_TOLD: Final = re.compile(
    r"\b(?:always|whenever|any (?:time|hour)|at all times|all day and night|24 hours|daima|kila wakati)\b"
)
_AT_ONCE: Final = re.compile(rf"\b{either(CARRIED['at_once'])}\b")
# "Every Wednesday and Sunday", of a line that says when by the days of the week alone.
_EVERY: Final = re.compile(
    rf"(?:every|each|kila) (?P<days>{either(WEEKDAYS)}s?(?:(?:,| and|,? na) {either(WEEKDAYS)}s?){{0,3}})\b"
)
_WEEKDAY: Final = re.compile(rf"\b{either(WEEKDAYS)}\b")
_NOT_EACH: Final = re.compile(
    r"\b(?:first|second|third|last|every other|this|next|ya kwanza|ya mwisho|hii|ijayo)\b|\b20\d\d\b"
)
_PARTS: Final = {"nusu": "half", "robo": "quarter", "theluthi": "third"}
_PART: Final = re.compile(r"\b(?:whole|half|third|quarter|fifth|tenth|nusu|robo|theluthi)\b")
_ALWAYS: Final = re.compile(rf"\b{either(OPENING['always'])}\b|\ball day and night\b")
_ONE: Final = re.compile(r"\ban? (?:[a-z]{2,20} )?(?P<of>[a-z]{3,20})\b")
_AT_MOST: Final = re.compile(r"(?:never|kamwe)(?: [a-z]{1,12}){0,2} (?:more|higher|above|over|zaidi)\b")
_FREE_WHEN: Final = re.compile(r"\b(?:free|bure) (?:when|if|once|where) (?P<case>[^.;]{3,120})")
_FREE: Final = re.compile(r"(?<!-)\b(?:free|bure|sare)\b(?! to\b)")
_NO_COST: Final = re.compile(
    r"\b(?:(?<!room is )(?<!table is )free|bure|sare|nothing|not charged"
    r"|no (?:[a-z]{2,20} ){0,3}(?:charge|fee|cost|rate)s?|includ\w{1,4}"
    r"|without (?:a )?(?:fee|charge)|not? needed|waived)\b"
)
_NO_CHARGE: Final = re.compile(r"\bno (?P<of>[a-z]{3,20}(?: [a-z]{3,20}){0,2}) (?:charge|fee|cost)s?\b")
_COSTS: Final = re.compile(r"\b(?:costs? kes|for kes|(?:fee|charge) is (?:owed|due))\b")
ONE_ALONE: Final = "the source says it of more than one"
_ONCE: Final = re.compile(r"\bonly (?:once|one time)\b|\bmara moja tu\b")
_AGAIN: Final = re.compile(
    r"\b(?:twice|two times|several times|again|more than once|many times|mara (?:mbili|tatu|nyingi|kadhaa)|tena)\b"
)
_ONE_TIME: Final = re.compile(
    r"\b(?:one|a single|just a|any) (?:single )?(?:evening|day|night|morning|time)\b|\b(?:siku|usiku|jioni"
    r"|mara) (?:moja|yoyote)\b"
)
_SEVERAL_DAYS: Final = re.compile(
    r"\b(?:two|three|four|five|(?<!1 to )[2-9]) (?:[a-z]{2,12} )?(?:days|nights|times|evenings)\b|\b(?:siku"
    r"|mara) (?:mbili|tatu|nne|tano|[2-9])\b"
)
BEYOND_ONLY: Final = "the source says it of one alone"
_ONLY_SAID: Final = re.compile(r"\b(?:only|just|except|unless|tu|pekee|isipokuwa|ila|hadi|until)\b")
_ONLY_THEY: Final = re.compile(r"\A\W*only (?P<who>[a-z' ]{3,40}?) (?:may|can|must|are|is|will|do|does)\b")
_ONLY_THERE: Final = re.compile(r"\bonly (?:in|at|on|with|if|when|by|for|to|between|inside|within|after|the|our|one)\b")
# "The resort answers for valuables only if they were handed in": not for those in the safe.
_ONLY_IF: Final = re.compile(r"\bonly if (?P<case>[^.;]{3,120})")
_ONLY_ONE: Final = re.compile(
    r"\bonly (?:the|our|this) (?P<of>[a-z' ]{3,40}?)(?= (?:that|which|who|may|can|from)\b|[.,;]|\Z)"
)
_ANY_OF: Final = re.compile(
    r"\bany (?:other )?(?P<of>[a-z]{3,20})\b"
    r"|\b(?P<kind>[a-z]{3,20}) (?:yoyote|wowote|lolote|chochote|vyovyote|zozote)\b"
)
_ANOTHER: Final = re.compile(
    r"\b(?:an|any )other (?P<of>[a-z]{3,20})\b|\b(?P<kind>[a-z]{3,20}) (?:z|w|ny|l|v|k|m)?(?:ingine|engine)\b"
)
_ALSO: Final = re.compile(
    r"\b(?:also|too|as well|even|any\w*|every\w*|elsewhere|other|hata|pia|popote|yoyote|(?:w|ny|z|l|v)?ingine)\b"
)
_NOT_CHARGED: Final = re.compile(r"\b(?:not charged|nothing is charged|haitozwi|hailipiwi)\b")
_LIMIT: Final = re.compile(r"\b(?:at most|up to|maximum|not more than|no more than|isiyozidi|hadi)\b")
_DAY: Final = re.compile(rf"\b{either(day for day in WEEKDAYS if len(day) > SHORT)}\b")


def is_of_another_time(rested: Rested) -> str:
    """A day where no source speaks of days, and "at once" where it takes a time."""
    clause, unit = rested.clause, rested.unit
    day, at_once = _DAY.search(clause.text), _AT_ONCE.search(clause.text)
    if day and not clause.denies(day.start()):
        told = (expanded(unit.text) for each in rested.sources for unit in each.units)
        if not any(map(_DAY.search, told)):
            return "no source says it of that day"
    takes_a_time = any(value.endswith(" second") for value in unit.values)
    if at_once and not clause.denies(at_once.start()) and takes_a_time and not _AT_ONCE.search(expanded(unit.text)):
        return "the source says when"
    return ""


def holds_of_all(rested: Rested) -> str:
    clause, unit = rested.clause, rested.unit
    universal = _UNIVERSAL.search(clause.text)
    if universal is None:
        return ""
    if _OF_THE_ORDER.search(clause.text) and any(fact.kind == "money" for fact in facts_in(clause.text)[0]):
        return ""  # "all the things come to 4,070": what they have ordered, whose sum is looked at by itself
    beside = [other for other in rested.origin.units if abs(other.at - unit.at) <= 1 and not unit.key]
    near = [expanded(each.text) for each in (unit, *beside)]
    if universal.group() in ("whenever", "always", "daima") and not any(map(_ALWAYS_TOLD.search, near)):
        return f"the source does not say “{universal.group()}”"
    if any(map(_UNIVERSAL_TOLD.search, near)):
        return ""
    if universal.group().startswith("any") and clause.denies(universal.start()):
        return ""  # "we do not send anything there"
    if _WITHIN.match(clause.text, universal.start()) or _is_on_each(clause.text[universal.start() :], near):
        return ""
    limit = _RELATIVE.match(clause.text, universal.end())
    known = unit.terms.union(*(each.terms for each in beside))
    if limit and (of := groups_of(clause.text[limit.end() :])) and all(group & known for group in of):
        return ""  # "less anything that is owed"
    # "To any of our shops", of what is done in a shop; "never more than KES 12,000".
    is_one = universal.group() == "any" and _is_one(clause.text[universal.end() :], unit)
    if is_one or (_AT_MOST.match(clause.text[universal.start() :]) and _LIMIT.search(expanded(unit.text))):
        return ""
    if universal.group() in ("never", "kamwe") and unit.denied:
        return ""  # "nobody asks for it"
    return f"the source does not say “{universal.group()}”"


def _is_on_each(said: str, near: Sequence[str]) -> bool:
    """Whether one line names all the days of the week that are said to be every one, or says daily."""
    if _EACH_DAY.match(said) and any(map(_DAILY.search, near)):
        return True
    every = _EVERY.match(said)
    named = {weekday_of(word) for word in _WEEKDAY.findall(every["days"])} if every else set()
    return bool(named) and any(
        named <= {weekday_of(word) for word in _WEEKDAY.findall(told)} and not _NOT_EACH.search(told) for told in near
    )


def of_the_only_one(clause: Clause, groups: Sequence[Group], sources: Sequence[Source]) -> str | None:
    """What speaks against a clause of any, or of another, of what a line has but one of; None for all else.

    "Use only the adapter that came with it": not any adapter, and no other."""
    if len(groups) > MANY or clause.asks:
        return None
    another, of_any = _ANOTHER.search(clause.text), _ANY_OF.search(clause.text)
    said = another or of_any
    if said is None or not _has_only_one(group_of(said["of"] or said["kind"]), sources):
        return None
    is_denied = clause.denies(said.start(said.lastgroup or 0))
    return "" if is_denied and another else BEYOND_ONLY if not is_denied else None


def _has_only_one(group: Group, sources: Sequence[Source]) -> bool:
    told = (_ONLY_ONE.search(expanded(unit.text)) for each in sources for unit in each.units if group & unit.terms)
    return any(only and any(group & each for each in groups_of(only["of"])) for only in told)


def is_of_one_alone(rested: Rested) -> str:
    """On one evening, of what must be so on three days."""
    again = _AGAIN.search(rested.clause.text) if _ONCE.search(expanded(rested.unit.text)) else None
    if again and not rested.clause.denies(again.start()):
        return ONE_ALONE
    one, several = _ONE_TIME.search(rested.clause.text), _SEVERAL_DAYS.search(expanded(rested.unit.text))
    is_said = one is not None and several is not None and not rested.clause.denies(one.start())
    return ONE_ALONE if is_said and not _SEVERAL_DAYS.search(rested.clause.text) else ""


def is_beyond_only(rested: Rested) -> str:
    """Somebody or something else, of what a line says of one alone: "move it yourself", of "only our people"."""
    clause, told = rested.clause, expanded(rested.unit.text)
    if clause.asks or clause.denies(len(clause.text) - 1) or _ONLY_SAID.search(clause.sentence):
        return ""
    who = _ONLY_THEY.search(told)
    if who and all(group.isdisjoint(terms_of(who["who"])) for group in groups_of(clause.sentence)):
        return BEYOND_ONLY
    case = _ONLY_IF.search(told)
    if case and all(group.isdisjoint(terms_of(clause.sentence)) for group in groups_of(case["case"])):
        return BEYOND_ONLY
    only = _ONLY_THERE.search(told)
    if only is None or all(group & terms_of(clause.sentence) for group in groups_of(told[only.end() :])):
        return ""  # "the fee comes back too, as the mistake was ours", of "only when the mistake was ours"
    return BEYOND_ONLY if any(match.group() not in told for match in _ALSO.finditer(clause.text)) else ""


def is_not_free(rested: Rested) -> str:
    """That it costs nothing, of what no line beside says so of: "moving house costs nothing"."""
    free = _FREE.search(rested.clause.text)
    if free is None or rested.clause.asks or rested.clause.denies(free.start()):
        return ""
    unit = rested.unit  # a line with a name of its own is not gone on with
    near = [expanded(each.text) for each in rested.origin.units if abs(each.at - unit.at) <= (0 if unit.label else 1)]
    if (no_charge := _NO_CHARGE.search(expanded(unit.text))) and not any(
        group & terms_of(no_charge["of"]) for group in rested.groups
    ):
        return "the source says it of another charge"
    if not _NO_COST.search(expanded(rested.unit.text)) and any(map(_COSTS.search, near)):
        return "" if any(_is_in_the_case(rested, text) for text in near) else "the source says that it costs something"
    if any(map(_NO_COST.search, near)) or _is_free_elsewhere(rested):
        return ""
    return "the source does not say that it is free"


def _is_in_the_case(rested: Rested, line: str) -> bool:
    """Whether the sentence names the case in which a line says that it is free: "when we sent the wrong thing"."""
    case = _FREE_WHEN.search(line)
    groups = [group for group in groups_of(case["case"]) if group.isdisjoint(talk())] if case else []
    said = terms_of(rested.clause.sentence)
    return len(groups) > 1 and 2 * sum(bool(group & said) for group in groups) > len(groups)


def _is_free_elsewhere(rested: Rested) -> bool:
    """Whether another line says so of what the sentence speaks of: "scratches are ordinary wear, and cost nothing"."""
    groups = groups_of(rested.clause.sentence)
    units = (unit for each in rested.sources for unit in each.units)
    lines = (unit for unit in units if _NOT_CHARGED.search(expanded(unit.text)))
    return any(sum(bool(group & unit.terms) for group in groups) >= MANY for unit in lines)


def _is_one(after: str, unit: SourceUnit) -> bool:
    """Whether the source speaks of one of them: "in a shop", of "any of our shops"."""
    thing = next(iter(groups_of(after)), frozenset())
    return any(thing & group_of(match["of"]) for match in _ONE.finditer(expanded(unit.text)))


def is_another_part(rested: Rested) -> str:
    """The whole of what the source gives a tenth of."""
    said = {_PARTS.get(match.group(), match.group()) for match in _PART.finditer(rested.clause.text)}
    told = {_PARTS.get(match.group(), match.group()) for match in _PART.finditer(expanded(rested.unit.text))}
    return f"the source says {', '.join(sorted(told))}" if said and told and not said <= told else ""


def is_open_always(rested: Rested) -> str:
    """All night, of what the source gives hours of."""
    is_told = any(_ALWAYS.search(expanded(each.text)) or "24 hour" in each.values for each in rested.origin.units)
    if is_told or not _ALWAYS.search(rested.clause.text):
        return ""
    has_hours = any(":" in value for each in rested.origin.units for value in each.values)
    return "the source says when" if has_hours else ""
