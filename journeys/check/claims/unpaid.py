"""Of an order that no tool says is paid: whatever is said of its money must say that it is still to come.

A list of the ways to say that money has come never ends; what may be said before it comes is little.
"""

import re
from collections.abc import Iterator
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.reading.clauses import Clause, clauses
from knowledge.text import words

_MONEY: Final = re.compile(
    r"\b(?:payments?|bill|balance|money|invoice|mpesa|transfer|funds|cash|deposit|debt|(?:the |your )?amount"
    r"|kes ?\d|ksh ?\d"
    r"|thousand|\d{1,3}k|doh|ganji|chapaa|mkwanja|hela|pesa|malipo|deni|muamala|shilingi|elfu|bob|paid|settled?"
    r"|umesettle"
    r"|\w*(?:me|mesha|sha)lip(?!elek)\w*)\b"  # who has passed something on, "nimelipeleka", has paid nothing
)
_THOUSANDS: Final = re.compile(r"\d{1,3}k")
# That it is still to come, what it amounts to, or how it is done.
_STILL: Final = re.compile(
    r"[=\u00d7]|\b(?:not|no|yet|still|wait\w*|await\w*|pending|open|due|unpaid|outstanding|total|comes? to|come to"
    r"|costs?|sum|makes?"
    r"|is kes|are kes|of kes|for kes|at kes|once|if|when|as soon as|until|after|before|please|can|may|must|need"
    r"|needs|to pay|will"
    r"|shall|would|could|how|which|prompt|request|enter|confirm it|ask(?:ed|ing)?|sent you|try|again|failed|left"
    r"|remains?"
    r"|bado|subiri\w*|\w*subiri|ngoj\w*|\w*ngoja|jumla|ni kes|ya kes|kwa kes|ukilipa|ukishalipa|ulipe|utalip\w+"
    r"|you (?:would |will |only |then )?pay|paid (?:ahead|in advance|up ?front)|owed"
    r"|waived|you save|u(?:na|ta)okoa"
    r"|(?:i|zi|ya)(?:me|na|ta)(?:toa|punguza|ondoa)|off|receipt|risiti|message|ujumbe"
    r"|kulipa|unaweza|tafadhali"
    r"|lipa|ha(?:i|u|ya|zi|ki|li)\w+|hu(?:ja|jalipa)\w*|ikifika|yakifika|kisha|haja|inangoja|hapo|ombi|itakuwa"
    r"|utaona|kama|ikiwa|iwapo|hatu\w+"
    # Of money that goes back others tell.
    r"|\w*rudi(?:sh\w+)?"
    # Which ways there are, and the one that they chose.
    r"|(?:we|they|shop) (?:also |do |only )?(?:accept|take)|you (?:have |just )?(?:chose|chosen|picked)"
    r"|tunakubali|tunapokea tu|(?:ume|mme)(?:chagua|pick))\b"
)
# That nothing is to come any more, however it is put.
_NOTHING: Final = re.compile(
    r"\b(?:nothing|no|none|zero|not (?:a|any|one)|hakuna|hauna|huna)\b(?: \w+){0,4} (?:balance|remain\w*|left|due"
    r"|open|outstanding|owed|owing"
    r"|debt|bill|to pay|kulipa|kulipwa|deni|(?:i|ki|u|me|kime)baki\w*|salio)\b"
)
_WORKED: Final = re.compile(
    r"\b(?:it|that|everything|this) (?:has )?(?:worked|succeeded|cleared|passed|(?:went|gone) through)\b"
    r"|\ball (?:is|went) (?:well|fine|good)\b"
    r"|\bbehind you\b|\bsafely (?:here|with us|in)\b|\b(?:i|ya|u|zi)(?:me|mesha)(?:sha)?(?:faulu|kubali|kubaliwa"
    r"|pita|fanikiwa)\b"
)


def says_paid(text: str, evidence: Evidence) -> Iterator[str]:
    """Each clause that has the money of an unpaid order come, in whatever words."""
    flags = evidence.flags
    if not flags.orders or "payment.received" in flags.of(flags.orders) or "refund" in flags.of(flags.orders):
        return
    for clause in clauses(text):
        nothing = _NOTHING.search(clause.text)
        if nothing and evidence.sources and " ".join(words(nothing.group())) in evidence.told_plainly:
            continue  # "no early termination charge is owed", of anybody's agreement
        if not clause.asks and (nothing or _is_said(clause, evidence)):
            yield clause.text


def _is_said(clause: Clause, evidence: Evidence) -> bool:
    if _STILL.search(clause.text):
        return False
    if _WORKED.search(clause.text):
        return True
    said = [found.group() for found in _MONEY.finditer(clause.text)]
    # The 4K of a screen is no money.
    told = {word.casefold() for word in evidence.told.words}
    is_of_money = any(not _THOUSANDS.fullmatch(each) or each not in told for each in said)
    return is_of_money and _VERB.search(clause.text) is not None


_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|got|came|we|i|you(?: have)?|\w{3,}ed|(?!deliver)\w*(?:me|mesha|sha|li)[a-z]{3,}"
    r"|iko|ziko|yako|tuna\w*)\b"
)
