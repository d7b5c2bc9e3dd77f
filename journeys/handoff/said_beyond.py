"""What a model's word of a hand-over says beyond it: that a matter is settled, whose fault it was, that somebody comes.

The person who takes over decides all that. What the customer has told of it, and what is passed on, may be said.
"""

import re
from collections.abc import Iterable
from typing import Final

from journeys.check.reading.clauses import Clause, clauses_of, sentences
from journeys.check.reading.terms import group_of, terms_of
from journeys.check.reading.words import WEEKDAYS, either
from journeys.check.theirs import passed_on

_SETTLED: Final = re.compile(
    r"\b(?:approved|agreed|accepted|granted|authori[sz]ed"
    r"|\w{1,5}(?:kubali|idhinish|thibitish)(?:a|wa|sha|shwa|ka)?"
    r"|(?:is|are|be|been|now) (?:\w+ )?(?:reserved|booked|confirmed|held|kept for)"
    r"|(?:i|zi|ya|li|u|tu|ni)me(?:i|li|zi|ku)?(?:hifadhi\w{0,4}|bukiwa|andaliwa|tengenezwa))\b"
)
_WHOSE_FAULT: Final = re.compile(
    r"\b(?:(?:fault|mistake|error) (?:of|by)|(?:\w{2,20}s|our|their|your) (?:fault|mistake|error)"
    r"|(?:kosa|makosa) (?:la|ya|letu|yetu|lako|yako|lao|yao)"
    r"|(?:a|wa|tu|u)(?:li|me)kosea)\b"
)
_COMES: Final = re.compile(
    r"\b(?:(?:comes?|arrives?|is coming|are coming|will come|will arrive)(?! back to you| from)"
    r"|(?:is|are) (?:near|close|outside|on [a-z]{3,5} way)"
    r"|(?:a|wa|i|zi|u|li|ya|ki|vi)(?:ta|na)(?:ku)?(?:ja|fika|letwa|wasili)|njiani)\b"
)
_WEEKDAY: Final = re.compile(rf"\b{either(WEEKDAYS)}\b")


def said_beyond(text: str, usual: str, theirs: Iterable[str]) -> str | None:
    """Why a text says more than that a person takes over; None where it does not. `usual` is what code would say."""
    known = terms_of(usual).union(*map(terms_of, theirs))
    for sentence in sentences(text):
        own = " ".join(passed_on.matters(sentence.casefold()))
        for clause in clauses_of(sentence):
            if clause.asks or clause.text.strip() in own:
                continue
            if said := _more_in(clause):
                return f"Only the person who takes over can say that ({said})."
            days = (match.group() for match in _WEEKDAY.finditer(clause.text))
            if other := next((day for day in days if not group_of(day) & known), None):
                return f"Nobody told that day ({other})."
    return None


def _more_in(clause: Clause) -> str:
    for pattern in (_SETTLED, _WHOSE_FAULT, _COMES):
        for match in pattern.finditer(clause.text):
            if not clause.denies(match.start(), by_itself=False) and not clause.is_condition(match.start()):
                return match.group()
    return ""
