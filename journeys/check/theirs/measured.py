"""The customer's own figures beside a limit: "19, 21 and 17 Mbps are all below 28", "20:00 is within busy hours, 19:00
to 23:00". Each figure and each hour is theirs, the limit stands in the sources, of the row that is named, and it is so.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.library.units import Source
from journeys.check.reading.clauses import expanded, sentences
from journeys.check.reading.facts import facts_in
from journeys.check.reading.terms import groups_of, terms_of
from journeys.check.strange import talk

_NUMBER: Final = r"\d{1,6}(?:\.\d{1,2})?"
_UNIT: Final = r"(?: ?(?:mbps|gb|mb|kg|cm|m|km|litres?|l|days?|months?|people|watu|siku|miezi))?"
_BELOW, _ABOVE = r"below|under|less than|lower than|chini ya", r"above|over|more than|higher than|zaidi ya|juu ya"
_ARE: Final = r"(?:are|were|is|all|both|zote|yote|vyote|mbili|tatu|ziko|iko|yako|ni|zilikuwa)"
_ALL_ARE: Final = re.compile(
    rf"(?P<lead>(?:\A|[,;:] )(?:[a-z']{{1,14}} ){{0,5}})(?P<own>{_NUMBER}{_UNIT}(?:(?:, (?:and |na )?| and | na )"
    rf"{_NUMBER}{_UNIT}){{1,5}}) (?:{_ARE} ){{1,4}}(?:(?P<below>{_BELOW})|(?P<above>{_ABOVE}))(?: the| your)? "
    rf"(?P<limit>{_NUMBER}){_UNIT}(?P<row>[^,;:.?]{{0,60}})",
    re.IGNORECASE,
)
_IS_WITHIN: Final = re.compile(
    r"(?P<own>\A[^,;:.?]{3,30}?(?::\d\d)?) (?:is|was|falls|iko|ilikuwa|ni) (?:with)?(?:in|kwa|ndani ya)(?: the| our)? "
    r"(?P<of>[a-z' ]{3,30}), (?P<from>\d{1,2}:\d\d) ?(?:-|to|until|hadi|mpaka) ?(?P<to>\d{1,2}:\d\d)",
    re.IGNORECASE,
)
_NEUTRAL: Final = terms_of(
    "and but so na your yours the all three both of results readings tests measurements figures speeds matokeo vipimo "
    "zako yako yenu zote you measured got had ya kwa for promised package of the"
)


def without_comparisons(text: str, evidence: Evidence) -> str:
    """The text without what compares figures of theirs, where that is so; what it compares them with is left."""
    for sentence in sentences(text) if evidence.sources else ():
        left = sentence
        if (found := _ALL_ARE.search(left)) and _is_so(found, evidence):
            left = f"{left[: found.start()]}{left[found.end() :]}".strip(" ,;")
        if (within := _IS_WITHIN.search(left)) and _is_in(within, evidence):
            left = f"{within['of'].strip().capitalize()}{left[within.end('of') :]}"
        if left != sentence:
            ended = f"{left.rstrip(' .')}." if left.strip(" .") else ""
            text = text.replace(sentence, ended, 1)
    return text.strip()


def _is_so(found: re.Match[str], evidence: Evidence) -> bool:
    own = [Decimal(each) for each in re.findall(_NUMBER, found["own"])]
    limit = Decimal(found["limit"])
    are_theirs = all(f"{each.normalize():f}" in evidence.asked for each in own)
    is_true = all(each < limit for each in own) if found["below"] else all(each > limit for each in own)
    known = _NEUTRAL | talk() | frozenset(term for word in evidence.said_words for term in terms_of(word))
    rows = [*_rows_of(found["row"], evidence.sources)]
    told = rows or [(unit.terms, unit.values) for each in evidence.sources for unit in each.units]
    is_told = any(f"{limit.normalize():f}" in values for _, values in told)
    of_row = frozenset[str]().union(*(terms for terms, _ in rows))
    says_no_more = all(group & known for group in groups_of(expanded(found["lead"]))) and all(
        group & (known | of_row) for group in groups_of(expanded(found["row"]))
    )
    return are_theirs and is_true and is_told and says_no_more and len(rows) <= 1


def _rows_of(said: str, sources: Iterable[Source]) -> Iterable[tuple[frozenset[str], frozenset[str]]]:
    """The rows that are named by a word that no other of their table bears."""
    groups = groups_of(expanded(said))
    for origin in sources:
        rows = [unit for unit in origin.units if unit.key]
        for unit in rows:
            others = frozenset[str]().union(*(each.key for each in rows if each is not unit))
            if any(group & (unit.key - others) for group in groups):
                yield unit.key, unit.values


def _is_in(found: re.Match[str], evidence: Evidence) -> bool:
    hours = {hour for fact in facts_in(found["own"])[0] for hour in fact.hours} & evidence.asked
    begins, ends = found["from"].zfill(5), found["to"].zfill(5)
    known = talk() | frozenset(term for word in evidence.said_words for term in terms_of(word))
    known |= terms_of("saa usiku asubuhi mchana jioni night evening morning afternoon at")
    own = [group for group in groups_of(expanded(found["own"])) if not group & known]
    return len(hours) == 1 and begins < ends and all(begins <= hour < ends for hour in hours) and not own
