"""Reads how a customer wants to be called, and the number that they tell as their own."""

import re

from journeys.local import circumstances
from journeys.local.purchase import payment
from journeys.local.wordlists import common_words, tokens
from knowledge.text import fold

_NAME = r"(?P<name>[^\W\d_][\w'-]{0,30}(?: [^\W\d_][\w'-]{0,30}){0,3}?)"
_HELLO = re.compile(r"(?:hi|hello|hey|habari|niaje|mambo|sasa)[,!.]? ", re.IGNORECASE)
_LEAD = r"(?:(?:please|tafadhali|and|na) )?"
_AFTER = r"(?: (?:please|tafadhali|by the way|tu|sasa|from now on|kuanzia sasa))?"
_CHANGED_NAME = re.compile(
    rf"{_LEAD}(?:(?:change|update|correct) my name to|my name (?:is now|should be)"
    rf"|badilisha jina langu (?:liwe|kuwa|iwe|to)|jina langu (?:liwe|sasa ni)) {_NAME}{_AFTER}",
    re.IGNORECASE,
)
_TOLD_NAME = re.compile(
    rf"{_LEAD}(?:my name is|my names are|(?:the )?names? (?:is|are)|i am called|im called|i go by"
    rf"|naitwa|jina (?:(?:langu|yangu) )?ni"
    rf"|(?:m|u)?niite(?:ni)?|niitwe|(?:unaweza|mnaweza) kuniita) {_NAME}{_AFTER}",
    re.IGNORECASE,
)
# "Call me Njeri" and "call me later" differ by a capital letter.
_CALL_ME = re.compile(
    rf"(?i:{_LEAD}(?:you can |you may |just )?call me) (?!(?:Back|Later|Now|Asap|ASAP)\b)"
    r"(?P<name>[A-Z][\w'-]{0,30}(?: [A-Z][\w'-]{0,30}){0,3})"
    rf"(?i:{_AFTER})"
)
_CLAUSES = re.compile(r"[,.;] {1,2}")
_OWN_NUMBER = r"(?:my (?:phone |mobile )?number|(?:namba|nambari|number|laini|line) yangu(?: ya simu)?)"
_NUMBER = re.compile(
    r"\b(?:change|update|correct) my (?:phone )?number to\b"
    r"|\bbadilisha (?:namba|nambari|number) yangu (?:iwe|kuwa|to)\b"
    rf"|\b{_OWN_NUMBER} (?:is now|has changed|changed|imechange\w{{0,2}}|imebadilika|sasa ni|nimebadilisha)\b"
    r"|\bnew (?:phone |mobile )?(?:number|line|no)\b|\b(?:namba|nambari|number|laini|line)(?: yangu)? mpya\b"
    r"|\bnimebadilisha (?:namba|nambari|number|laini)\b"
)
_TOLD_NUMBER = re.compile(rf"(?:please |tafadhali )?{_OWN_NUMBER} (?:is|ni) [\d+][\d ()-]{{6,18}}")
_OF_A_PAYMENT = re.compile(
    r"\b(?:pay\w*|lip\w+|mpesa|m pesa|stk|prompt|deliver\w*|rider|call|pigi\w+|send|tum[ae]ni)\b"
)


def called_in(text: str) -> str | None:
    """The name of which the whole message tells, the last one of several; words of every day are none."""
    name = None
    hello = _HELLO.match(text)
    for clause in _CLAUSES.split(text[hello.end() if hello else 0 :]):
        sure = _CHANGED_NAME.fullmatch(clause) or _CALL_ME.fullmatch(clause)
        found = sure or _TOLD_NAME.fullmatch(clause)
        if found is None:
            return None
        name = str(found["name"]).strip()
        is_of_every_day = not sure and bool(set(tokens(name)) & common_words())
        if is_of_every_day or circumstances.tells_time(fold(name)):
            return None
    return name


def number_in(said: str, *, is_asked: bool) -> str | None:
    """The number that a folded message tells as their own; a bare statement counts only where nothing was asked."""
    is_told = _TOLD_NUMBER.fullmatch(said) and not is_asked
    is_changed = _NUMBER.search(said) and not _OF_A_PAYMENT.search(said)
    return payment.phone_in(said) if is_told or is_changed else None
