"""That they must pay for what a source says to be free, or get for nothing what costs in their case."""

import re
from collections.abc import Sequence
from typing import Final

from journeys.check.faults.polarity import OPPOSITE
from journeys.check.library.around import IF
from journeys.check.library.rested import Rested
from journeys.check.library.units import Source, SourceUnit
from journeys.check.reading.clauses import Clause, expanded, says_when
from journeys.check.reading.terms import groups_of

# That it costs something, without saying what.
_CHARGED: Final = re.compile(
    r"\b(?:(?:is|are|be|gets?) (?:charged|billed|payable|paid for)|we (?:will )?(?:charge|bill)|charges? (?:you"
    r"|the|a|for)"
    r"|(?:you|they|guests|who) (?:will |must |have to |need to )?pay\b(?! (?:nothing|no|half|less|by|with|at|in"
    r"|when|once))"
    r"|costs? (?:extra|more|money|something|a)|(?:for|at) (?:a|an extra|the same|another) (?:fee|charge|cost)"
    r"|not (?:\w+ )?free"
    r"|(?:in|zin|un|hu|vin|kin|an|mtu an|lin|wan)?a?(?:lipiwa|tozwa)|(?:una|uta|ana|tuna|mna|wana"
    r"|ni lazima u)ku?lip(?:a|ia)"
    r"|si (?:ya )?bure|(?:ina|ita|una|zina)?(?:kost|cost|gharimu)\w*)\b"
)
_IS_FREE: Final = re.compile(
    r"\b(?<!room is )(?<!table is )(?:free|bure|not charged|nothing is charged|no (?:[a-z]{2,20} ){0,3}(?:charge"
    r"|fee)s?|without (?:a )?(?:fee|charge))\b"
)
_FREE: Final = re.compile(r"\b(?:free|bure)\b(?! to\b)")
_PRICED: Final = re.compile(r"\bcosts? (?:kes|extra)\b|\bfor kes\b")
_NOTHING: Final = re.compile(r"\b(?:nothing|free|bure|hakuna|chochote)\b")
_COSTS: Final = re.compile(r"\b(?:costs?|kes|fee again|charged(?! under)|pays?)\b")


def is_free_after_all(rested: Rested) -> str:
    """That something is charged, of a line that says that it is free and nowhere what it costs."""
    charged, told = _CHARGED.search(rested.clause.text), expanded(rested.unit.text)
    is_said = charged is not None and not (rested.clause.asks or rested.readings or _NOTHING.search(rested.clause.text))
    if not is_said or charged is None or rested.clause.denies(charged.start()):
        return ""
    return OPPOSITE if _IS_FREE.search(told) and not _COSTS.search(_IS_FREE.sub(" ", told)) else ""


def is_free_in_another_case(
    rested: Sequence[tuple[Clause, SourceUnit]], parts: Sequence[Clause], origins: Sequence[Source]
) -> str:
    """For nothing, in a case of which another line of the passage says what it costs: "if water got in"."""
    is_case = (IF.match(part.text) or (says_when(part.text) and not _FREE.search(part.text)) for part in parts)
    cases = [group for part, is_one in zip(parts, is_case, strict=True) if is_one for group in groups_of(part.text)]
    for clause, unit in rested:
        free = _FREE.search(clause.text)
        if free is None or clause.denies(free.start()) or IF.match(clause.text):
            continue
        origin = next(each for each in origins if unit in each.units)
        own = [group for group in cases if group.isdisjoint(unit.terms | unit.shared)]
        lines = [(each, expanded(each.text)) for each in origin.units]
        told = [each for each, text in lines if _PRICED.search(text) and not _IS_FREE.search(text)]
        if any(group & other.terms for group in own for other in told):
            return "the source says that it costs something then"
    return ""
