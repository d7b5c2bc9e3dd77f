"""What an answer says of the customer's own case: what they have told themselves, and what follows for them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from journeys.check.library.nearest import terms_told, values_in
from journeys.check.library.reckoned import OF_UNITS
from journeys.check.library.units import Source, SourceUnit
from journeys.check.reading.clauses import Clause, clauses_of
from journeys.check.reading.terms import groups_of, terms_of
from journeys.check.strange import talk
from journeys.check.theirs import own_hour, own_number, own_span
from journeys.check.theirs.own_times import is_of_their_days

_REASON: Final = re.compile(r"(?:since|as|because|given that|kwa (?:kuwa|vile|sababu)|maadamu) ")
_LEAD: Final = re.compile(
    r"(?:and |but |na |lakini )?(?:with|at|after|if you have|kwa|ukiwa na|ikiwa na|zikibaki|ikibaki) "
)
_SAYS: Final = re.compile(
    r"\b(?:you|we|it|they|is|are|be|owes?|pays?|costs?|nothing|no|not|free|only|ni|si|una\w*|tuna\w*|hu\w+|ha\w+|bure)\b"
)
_CONCLUDES: Final = re.compile(r"(?:so|therefore|hence|thus|kwa hiyo|kwa hivyo|hivyo|basi) ")
_NOT_AMONG: Final = re.compile(
    r"(?:(?:so|and|but|therefore|kwa hiyo|kwa hivyo|hivyo|na|lakini) )?(?P<of>[a-z' ]{2,30}?) "
    r"(?:is|are) not (?:among|one of|in|on|part of) (?:them|these|those|it|the list|that list)\W{0,2}"
    r"|(?:kwa hiyo|kwa hivyo|hivyo|na|lakini|so) (?P<ya>[a-z' ]{2,30}?) (?:haimo|haipo|hamna)(?: (?:kwenye|kwa) "
    r"(?:orodha|hizo|list))?\W{0,2}"
)
_DENIES: Final = re.compile(r"\b(?:not|cannot|no longer|ha(?!(?:di|ti|li|ki|pa|po)\b|lisi|bari)[a-z]+(?:i|mo|po|ko))\b")
# What a limit is told by, from which it follows that something is not so.
_LIMITS: Final = re.compile(r"\b(?:only|must|not|cannot|never|no|un[a-z]{3,}|lazima|tu|pekee|ha[a-z]{3,}i|si)\b")
_TAKEN: Final = terms_of("accept accepted allowed taken covered included count counts apply applies kubaliwa husika")
_ORDER_OVER: Final = re.compile(
    r"\byour (?:order|total|basket|goods)(?: [a-z]{2,12}){0,3} (?:above|over|than|past|reaches|exceeds)"
    r" (?:kes )?(?P<least>\d[\d,]{2,9})"
)
_OF_TRYING: Final = terms_of("help helped work worked try tried fix fixed solve solved saidia fanya kazi jaribu")


def of_their_case(
    clause: Clause,
    plain: str,
    asked: Collection[str],
    asked_of: Collection[str],
    amounts: Collection[Decimal],
    told_of: Collection[str] = (),
) -> tuple[Clause | None, str]:
    """What is left to be looked up of a clause: nothing of what they have told themselves, "since a restart did not
    help", nor of what follows for their own hour; beside it why that does not follow."""
    clauses = clauses_of(plain)
    if (follows := own_hour.judged(clause, clauses, asked)) is not None:
        return None, follows
    if (number := own_number.judged(clause, asked, asked_of)) is not None:
        return None, number
    if (span := own_span.judged(clause, clauses, asked)) is not None:
        return span.rest, span.why
    if _is_their_lead(clause, clauses, asked, asked_of, told_of):
        return None, ""
    reason = _REASON.match(clause.text)
    if reason is None:
        return clause, ""
    rest = clause.text[reason.end() :]
    if amounts and (limit := _ORDER_OVER.search(rest)):  # "since your order is above KES 5,000"
        return None, "" if max(amounts) >= Decimal(limit["least"].replace(",", "")) else own_hour.NOT_SO
    if values_in(rest):  # what follows is held to this case: "as it was installed 11 days ago, …"
        return replace(clause, text=f"if {rest}"), ""
    of_theirs = frozenset(term for word in asked_of for term in terms_of(word)) | _OF_TRYING | talk()
    is_theirs = not clause.sentence.endswith(clause.text) and all(group & of_theirs for group in groups_of(rest))
    return None if is_theirs else clause, ""


def for_them(
    clause: Clause,
    last: SourceUnit | None,
    sources: Sequence[Source],
    asked: Collection[str],
    asked_of: Collection[str],
    times: Collection[str],
) -> str | None:
    """What is told for their case by what the sentence has told before: empty where it follows, why not where it does
    not; None where the clause is to be looked up."""
    if is_of_their_days(clause, asked, times) or (last and _follows(clause, sources, asked_of)):
        return ""
    return _not_among(clause, [last] if last else [unit for each in sources for unit in each.units], asked_of)


def _follows(clause: Clause, sources: Sequence[Source], asked_of: Collection[str]) -> bool:
    """Whether it says what is not so then, of what they and the sources have told: "so worn ones are not taken"."""
    is_denied = _CONCLUDES.match(clause.text) is not None and _DENIES.search(clause.text) is not None
    before = clause.sentence.removesuffix(clause.text)
    if (
        clause.asks
        or not is_denied
        or values_in(clause.text)
        or not (before != clause.sentence and _LIMITS.search(before))
    ):
        return False
    rows = frozenset[str]().union(*(unit.key for each in sources for unit in each.units))
    if any(group & rows for group in groups_of(clause.text)):
        return False  # a town in a list has a line of its own
    known = frozenset(term for word in asked_of for term in terms_of(word)) | terms_told(sources) | talk() | _TAKEN
    return all(group & known for group in groups_of(clause.text))


def _not_among(clause: Clause, told: Sequence[SourceUnit], asked_of: Collection[str]) -> str | None:
    """Of what they named and is said not to be in the list just told, or in any: why it is, or empty where it is not.

    "So Nanyuki is not among them"; None where the clause says no such thing."""
    said = _NOT_AMONG.fullmatch(clause.text)
    groups = groups_of(said["of"] or said["ya"]) if said else []
    if not groups:
        return None
    if any(group & (unit.terms | unit.key) for unit in told for group in groups):
        return own_hour.NOT_SO
    is_theirs = all(any(group & terms_of(word) for word in asked_of) for group in groups)
    return "" if is_theirs else None


def _is_their_lead(
    clause: Clause,
    clauses: Sequence[Clause],
    asked: Collection[str],
    asked_of: Collection[str],
    told_of: Collection[str],
) -> bool:
    """Whether it but begins a sentence with the case that they have told: "with 7 months left on Fibre Kazi: …"."""
    counts = values_in(clause.text)
    is_lead = clause is clauses[0] and len(clauses) > 1 and _LEAD.match(clause.text) and not _SAYS.search(clause.text)
    if not is_lead or not counts:
        return False
    if any(fact.kind not in ("number", "quantity") or fact.readings.isdisjoint(asked) for fact in counts):
        return False
    theirs = frozenset(term for word in asked_of for term in terms_of(word)) | OF_UNITS | talk()
    return all(group & theirs or any(term in told_of for term in group) for group in groups_of(clause.text))


def without_their_hours(sentence: str, asked: Collection[str]) -> tuple[str, str]:
    """The sentence without what follows for the customer's own hour, or why that does not follow."""
    clauses = clauses_of(sentence)
    follows = [own_hour.judged(clause, clauses, asked) for clause in clauses]
    if all(each is None for each in follows):
        return sentence, ""
    rest = (clause.text for clause, each in zip(clauses, follows, strict=True) if each is None)
    return ", ".join(rest), next(filter(None, follows), "")
