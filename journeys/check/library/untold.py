"""What is said not to be told: true, unless a source or an item tells it after all.

"I have no price for 120 guests" is no claim about the business. It is a false one where a row has that price, and
"Kisumu is not on the list" is false of a list that has it.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.library.nearest import values_in
from journeys.check.library.units import Source, SourceUnit, source
from journeys.check.reading.clauses import Clause, clauses_of, is_unknown
from journeys.check.reading.facts import facts_in
from journeys.check.reading.terms import Group, groups_of, terms_of
from journeys.check.reading.words import UNTOLD, either
from journeys.check.theirs.own_span import DAYS

_PRICE: Final = re.compile(rf"\b{either(UNTOLD['price'])}\b")
_HOURS: Final = re.compile(rf"\b{either(UNTOLD['hours'])}\b")
_OF_TELLING: Final = terms_of(" ".join(word for words in UNTOLD.values() for word in words))
# "Our delivery rules do not say | what Westlands costs."
_WHO_TELLS: Final = re.compile(
    r"\A(?:but |and )?(?:our|the|these) (?:[a-z]{2,16} ){0,3}(?:rules?|terms|polic(?:y|ies)|agreement|conditions)"
    r" do(?:es)? not "
)
# "It does not mention radios", of a page or a warranty: that one is sold is told by its own card, and answers nothing.
_A_PAGE_SAYS_NOTHING: Final = re.compile(
    r"(?!.{0,80}\b(?:catalog(?:ue)?|katalogi|orodha|list|shop|store|duka|shel(?:f|ves))\b).{0,80}?"
    r"\b(?:(?:does|do|did) not (?:say|tell|mention|name|speak of|state)"
    r"|ha(?:i|zi|u|ya|li|ki|vi|wa)(?:taji|semi|elezi))\b"
)
# The words of a price or of an hour that is said to be missing, and the kind of fact that would tell it.
_SPAN: Final = re.compile(r"\b(?:how long|how many (?:days|weeks|months|years)|muda gani|(?:siku|miezi|miaka) ngapi)\b")
_TIME: Final = re.compile(r"\b(?:times? (?:by|at|on) which|saa ambayo|saa ngapi)\b")
_WANTED: Final = ((_PRICE, "money"), (_HOURS, "time"), (_TIME, "time"), (_SPAN, "span"))


def told_after_all(sentence: str, evidence: Evidence) -> str:
    """The line that tells what a sentence says is not told, or the item whose price is; empty where it is true."""
    sources, priced = evidence.sources or tuple(_cards(sentence, evidence)), evidence.prices
    missing = (clause for clause in clauses_of(sentence) if is_unknown(clause.text))
    return next(filter(None, (_told(clause, sources, priced) for clause in missing)), "")


def _cards(sentence: str, evidence: Evidence) -> Iterator[Source]:
    """What was told of the items that it names, or of the only one, line by line."""
    named = {title for part in evidence.named_in(sentence) for title in part.titles}
    for title in named or (evidence.titles if len(evidence.titles) == 1 else ()):
        yield source("\n".join(evidence.told.items[title].texts), title)


def _told(clause: Clause, sources: Sequence[Source], priced: Collection[str]) -> str:
    clause = replace(clause, text=_WHO_TELLS.sub("", clause.text))
    wanted = {kind for words, kind in _WANTED if words.search(clause.text)}
    groups = [group for group in groups_of(clause.text) if not group & _OF_TELLING]
    readings = [fact.readings for fact in values_in(clause.text)]
    if not groups:
        return ""
    is_of_a_page = _A_PAGE_SAYS_NOTHING.match(clause.text) is not None and not (wanted or readings)
    for origin, unit in ((each, unit) for each in sources for unit in each.units):
        about = unit.terms | (unit.shared if wanted else frozenset())
        is_told = all(group & about for group in groups) and _has(unit, readings, wanted)
        if is_told and not (is_of_a_page and _is_only_named(groups, unit, origin)):
            return unit.text
    of_price = priced if "money" in wanted and not readings else ()
    return next((title for title in of_price if all(group & terms_of(title) for group in groups)), "")


def _is_only_named(groups: Sequence[Group], unit: SourceUnit, origin: Source) -> bool:
    """Whether a line of an item's card has no more of these than the item's own name, which each of its forms bears."""
    name = terms_of(origin.heading)
    return bool(origin.heading) and unit.text.startswith(origin.heading) and all(group & name for group in groups)


def _has(unit: SourceUnit, readings: Sequence[Collection[str]], wanted: Collection[str]) -> bool:
    """Whether a line has all the values of the clause, and one of each kind that is said to be missing."""
    kinds: set[str] = set()
    for fact in facts_in(unit.text)[0]:
        kinds |= {fact.kind, "span"} if fact.unit in DAYS else {fact.kind}
    return kinds.issuperset(wanted) and all(not unit.values.isdisjoint(each) for each in readings)
