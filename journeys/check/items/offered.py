"""What a text says of an offer that it names by its code or its name, held to that offer's own words and terms."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from journeys.check.claims.flags import offers_in
from journeys.check.evidence import Evidence
from journeys.check.reading.clauses import Clause, clauses, expanded
from journeys.check.reading.facts import facts_in
from journeys.check.reading.readings import key, percents_in
from journeys.check.reading.terms import groups_of, terms_of
from journeys.check.strange import talk
from tools.offers.offers_get_applicable import OfferFacts

_ALL: Final = re.compile(
    r"\b(?:every|each|any|all|everything|anything|always|again|twice|whatever|kila|yoyote|wowote|chochote|(?:z|w|y"
    r"|v|ch)ote)\b"
)
_EVEN: Final = re.compile(
    r"\b(?:even|however (?:little|small|much)|no (?:minimum|limit)|hata|ndogo|without (?:a|any) minimum|no matter)\b"
)
_PARTS: Final = {
    "half": Decimal(50), "quarter": Decimal(25), "fifth": Decimal(20), "tenth": Decimal(10),
    "nusu": Decimal(50), "robo": Decimal(25),
}  # fmt: skip
# "Half board" is no half of a price.
_PART: Final = re.compile(rf"\b(?:{'|'.join(_PARTS)})\b(?![ -]board\b)")
_ANYTHING: Final = re.compile(r"\b(?:anything|everything|whatever|chochote|kila kitu|vitu vyote)\b")
_FIRST: Final = re.compile(
    r"\b(?:not (?:just|only) (?:the|your|on the)? ?first|second|next|later|more than once|si (?:ya )?kwanza tu)\b"
)
_TOGETHER: Final = re.compile(
    r"\b(?:together|on top(?: of)?|combined?|both codes|at the same time|on the same (?:order|one)|same order"
    r"|stack\w*|pamoja|juu ya hiyo)\b"
)
_WORKS_ON: Final = re.compile(
    r"\b(?:works?|valid|applies|apply|holds?|good|use(?:d|able)?|usable|off|inafanya kazi|hufanya kazi|inatumika"
    r"|(?:una|m)?(?:weza )?kuitumia)"
    r"(?: (?:also|too|as well|even|pia|code|it|hata))* (?:on|for|with|off|kwa|kwenye|any|every|all)"
    r"(?: (?:the|a|an|any|every|all|our|your|both|kila))* (?P<thing>[a-z' -]{3,40})"
)


def wrong(text: str, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """What a clause says beyond the offer that it names, and that offer's name."""
    offers = evidence.flags.offers
    for clause in clauses(text) if offers else ():
        named = offers_in(clause.text, offers) or offers_in(clause.sentence, offers)
        if clause.asks or not named:
            continue
        together = _TOGETHER.search(clause.text)
        if len(named) > 1:
            is_said = together is not None and not clause.denies(together.start())
            is_told = any(_TOGETHER.search(expanded(each.description)) for each in named)
            is_told = is_told or all(each.is_stackable for each in named)
            if together is not None and is_said and not is_told:
                yield together.group(), named[0].name
            continue
        if said := _beyond(clause, named[0], evidence):
            yield said, named[0].name


def _beyond(clause: Clause, offer: OfferFacts, evidence: Evidence) -> str:
    told = expanded(offer.description)
    has_minimum = offer.minimum_spend is not None
    stated = frozenset[str]().union(*(fact.readings for fact in facts_in(clause.sentence)[0]))
    is_bounded = has_minimum and key(Decimal(offer.minimum_spend or 0)) in stated
    for pattern, is_told in (
        (_ALL, is_bounded or (bool(_ALL.search(told)) and not has_minimum)),
        (_EVEN, not has_minimum),
        (_FIRST, "first" not in told),
    ):
        match = pattern.search(clause.text)
        if match and not is_told and not (pattern is _ALL and clause.denies(match.start())):
            return match.group()
    if part := _of_another_part(clause, offer):
        return part
    anything = _ANYTHING.search(clause.text)
    if anything and offer.scope and not clause.denies(anything.start()):
        return anything.group()
    return _of_another_shelf(clause, offer, evidence)


def _of_another_part(clause: Clause, offer: OfferFacts) -> str:
    """A half or a fifth of the price, of an offer that takes off something else."""
    for match in _PART.finditer(clause.text):
        if offer.percent is None or Decimal(offer.percent) != _PARTS[match.group()]:
            return match.group()
    percents = percents_in(clause.text)
    is_so = offer.percent is not None and key(Decimal(offer.percent)) in percents
    return next(iter(percents), "") if percents and not is_so else ""


def _of_another_shelf(clause: Clause, offer: OfferFacts, evidence: Evidence) -> str:
    """What an offer is said to hold for, and neither its words nor its shelves name."""
    works = _WORKS_ON.search(clause.text)
    if works is None or not offer.scope or clause.denies(works.start()):
        return ""
    titles = [title for part in evidence.named_in(works["thing"]) for title in part.titles]
    if titles:
        return next((title for title in titles if not _is_on_a_shelf(title, offer, evidence)), "")
    told = terms_of(f"{offer.description} {offer.name} {' '.join(offer.scope)}")
    # A word of many meanings, one of them plain talk, is news all the same: "simu", a phone and a call.
    strange = [group for group in groups_of(works["thing"]) if group.isdisjoint(told) and not group <= talk()]
    return works["thing"] if strange else ""


def _is_on_a_shelf(title: str, offer: OfferFacts, evidence: Evidence) -> bool:
    texts = evidence.told.items[title].texts
    shelves = [text for text in texts if " > " in text]
    return not shelves or any(text.startswith(shelf) for text in shelves for shelf in offer.scope)
