"""What somebody of an age pays by a rule of ages: "children under 4 stay free, so your 3-year-old pays nothing".

The rule falls into bands, each with what is paid in it; whoever is named by an age is in one of them.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from journeys.check.evidence import Evidence
from journeys.check.library.reckoned import OF_UNITS
from journeys.check.reading.clauses import expanded, sentences
from journeys.check.reading.terms import terms_of
from journeys.check.strange import talk
from journeys.check.theirs.kept_to import says_no_more
from journeys.check.theirs.limits import AGE, Limit, age_limits
from journeys.local import circumstances
from knowledge.text import fold

_PAYS: Final = {
    "free": re.compile(
        r"\b(?:free(?: of charge)?|pays? nothing|(?:do|does|will|need|needs)(?: not|n't) (?:have to )?pay"
        r"|no charge|bure|ha(?:ta|wa|wata|i)?lip(?:i|ishwi|iwi)|bila malipo|hakuna malipo|costs? nothing)\b"
    ),
    "half": re.compile(r"\b(?:half|nusu)\b"),
    "full": re.compile(
        r"\b(?:(?:the )?(?:full|adult(?:'?s)?) (?:price|rate|fare)|(?:as|like) an adult|bei (?:kamili|ya mtu mzima)"
        r"|kama mtu mzima)\b"
    ),
}
_OF_AN_AGE: Final = re.compile(
    r"\b(?P<old>\d{1,2})[- ]years?[- ]olds?\b"
    r"|\b(?:aged?|who is|(?:son|daughter|child|one|boy|girl|kid) (?:of|is)|(?:wa|mwenye|ana) miaka) "
    r"(?P<of>\d{1,2})\b(?![:%,.]\d)"
)
_ALL: Final = re.compile(
    r"\b(?:(?:both|all)(?: of)? (?:your|the) (?:kids|children)|watoto (?:wako |wenu )?(?:wote|wawili))\b"
)
_PART: Final = re.compile(r"[;.]\s|,\s|\s(?:and|but|while|whereas|lakini|ila|huku)\s")
_IF: Final = re.compile(r"\b(?:if|unless|only|except|when|kama|ikiwa|isipokuwa)\b|\?")
_NEUTRAL: Final = terms_of(
    "child kid son daughter boy girl baby one little older younger old aged year pay pays nothing free half charge "
    "stay stays full price rate adult both all of your yours mtoto mwana binti mdogo mkubwa miaka umri wako wenu "
    "analipa halipi hatalipa bure nusu bei kamili huyo yule atalipa anakaa hulipa wote"
)


class Band(NamedTuple):
    """From one age to another, and what is paid there."""

    ages: Limit
    pays: str


def follows(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether each age of theirs that it names pays so by the premise, and it says nothing more."""
    said = [*_said_in(conclusion, evidence)]
    known = terms_of(premise).union(_NEUTRAL, OF_UNITS, talk())
    bands = [*_bands(premise)]
    is_so = bool(said) and all(_pays(age, bands) == {pays} for age, pays in said)
    return is_so and not _IF.search(fold(conclusion)) and says_no_more(_OF_AN_AGE.sub(" ", fold(conclusion)), known)


def wrong(text: str, evidence: Evidence) -> Iterator[str]:
    """Each sentence that has somebody of an age pay what the sources have nobody of that age pay."""
    told = [" ".join(unit.text for unit in each.units) for each in evidence.sources]
    bands = [band for each in told if AGE.search(fold(each)) for band in _bands(each)]
    for sentence in sentences(text) if bands else ():
        said = () if _IF.search(fold(sentence)) else _said_in(sentence, evidence)
        ways = [*_bands(sentence)], bands
        if any((paid := _pays(age, way)) and pays not in paid for age, pays in said for way in ways):
            yield sentence


def _bands(rule: str) -> Iterator[Band]:
    """ "Children under 4 stay free. From 4 to 12 they pay half." """
    for part in _PART.split(fold(rule)):
        limits, paid = age_limits(_OF_AN_AGE.sub(" ", part)), _paid_in(part)
        if len(limits) == 1 and paid:
            yield Band(limits[0], paid)


def _said_in(text: str, evidence: Evidence) -> Iterator[tuple[float, str]]:
    """The ages of theirs that a text names, and what it says that each pays."""
    for part in _PART.split(fold(text)):
        paid = _paid_in(part)
        named = [found["old"] or found["of"] for found in _OF_AN_AGE.finditer(part)]
        if paid and not named and _ALL.search(part):
            theirs = (*evidence.said.texts, *evidence.said.words)
            yield from {(float(age), paid) for each in theirs for age in circumstances.ages(expanded(each))}
        yield from ((float(age), paid) for age in named if paid and age in evidence.asked)


def _paid_in(part: str) -> str:
    """What is paid by it; empty where it names nothing, or two."""
    found = [name for name, words in _PAYS.items() if words.search(part)]
    return found[0] if len(found) == 1 else ""


def _pays(age: float, bands: list[Band]) -> set[str]:
    return {band.pays for band in bands if band.ages.least <= age <= band.ages.most}
