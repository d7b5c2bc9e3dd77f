"""What is said again of the customer's own matter where it goes to a person: "I have passed your three results, and the
money back, to our team", "sorry that you were charged 2,200 twice".

It is theirs, said back to them: an amount may be one that they have named, and what they want may be called by its
name. What is settled, promised or still to come is no part of it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from journeys.check.reading.facts import Fact, facts_in

# What stands between the words of a frame: no end of a sentence but in a figure. Bounded, so that it is linear.
_WHAT: Final = r"(?P<what>(?:[^.;:!?\n]|\.(?=\d)){2,160}?)"
_TEAM: Final = r"(?:our|the|my) (?:[a-z]{2,12} )?(?:team|people|colleagues?|staff|manager)\b"
_TIMU: Final = r"(?:kwa|kwenye) (?:timu|team|meneja|watu wetu|wenzangu)\b"
_PASSED: Final = tuple(
    re.compile(each, re.IGNORECASE)
    for each in (
        rf"\b(?:passed|forwarded|handed|sent|taken|given)\b (?:on )?{_WHAT},? (?:on |over )?to {_TEAM}",
        rf"\b(?:passed|forwarded|handed|taken) (?:on |over )?to {_TEAM} (?:that |what ){_WHAT}(?=[.;:!?\n]|\Z)",
        rf"\b(?:told|informed) (?:them|{_TEAM}) (?:that|of|about) {_WHAT}(?=[.;:!?\n]|\Z)",
        rf"\b(?:person|somebody|someone) (?:decides|looks|will look|has to look) (?:about|at|on|into) {_WHAT}"
        r"(?=[,.;:!?\n]|\Z)",
        rf"\A{_WHAT} (?:takes|needs) (?:a person|somebody|someone)\b",
        rf"\A{_WHAT} (?:(?:i|li|zi|ya|u)na(?:hitaji|taka)|lazima) (?:mtu|msee)\b",
        rf"\A{_WHAT},? (?:nime|tume)(?:i|li|ya|zi|wa|u)(?:peleka|fikisha|wasilisha) (?:{_TIMU}|kwao)",
        rf"\b(?:nime|tume)(?:i|li|ya|zi|wa|u)?(?:peleka|fikisha|wasilisha) {_WHAT} {_TIMU}",
    )
)
_REGRETTED: Final = re.compile(
    r"\b(?:sorry|pole|samahani)\b[^,.;:!?\n]{0,24}? (?:about|for|that|over|kwa|kuhusu|kwamba|vile|ya) "
    r"(?P<what>(?:[^,.;:!?\n]|[,.](?=\d)){2,160})",
    re.IGNORECASE,
)
# What they do not pass on, but say of it.
_SETTLED: Final = re.compile(
    r"\b(?:approved|agreed|accepted|granted|confirmed|promised|guaranteed|due|owed?|will|shall|coming|today|tomorrow"
    r"|(?:is|are|was|has|have|goes?|comes?|get|gets)(?= )|you (?:pay|owe)|costs?"
    r"|\w*(?:idhinish|kubali|thibitish)\w*|(?:u|a|i|zi|tu|ni|wa)ta\w{3,}|kesho|leo|gharama|bei)\b",
    re.IGNORECASE,
)
_TWICE: Final = re.compile(
    r"\b(?:twice|two times|double|doubled|again|too much|more than once|overpa\w{2,6}|overcharged|mara mbili|mara 2"
    r"|double[- ]charge\w{0,2}|zaidi)\b",
    re.IGNORECASE,
)
_OFTEN: Final = {
    "twice": 2, "double": 2, "two times": 2, "mara mbili": 2, "mara 2": 2, "three times": 3, "mara tatu": 3,
    "mara 3": 3, "four times": 4, "mara nne": 4, "mara 4": 4,
}  # fmt: skip
_TIMES: Final = re.compile(rf"\b(?:{'|'.join(_OFTEN)})\b")
_OF_REFUNDS: Final = frozenset({"handoff.refund", "handoff.dispute"})


def passed_on(sentence: str) -> Iterator[str]:
    """The parts of a sentence that say what has gone to a person."""
    found = (each.search(sentence) for each in _PASSED)
    yield from (match["what"] for match in found if match and not _SETTLED.search(match["what"]))


def matters(sentence: str) -> Iterator[str]:
    """The parts of a sentence that but say their matter back."""
    yield from passed_on(sentence)
    if (regret := _REGRETTED.search(sentence)) is not None:
        yield regret["what"]


def is_passed_on(fact: Fact, sentences: Iterable[str], theirs: Iterable[str]) -> bool:
    """Whether it is an amount that the customer has named, and that has gone to a person with all the rest."""
    theirs, within = (*theirs,), [sentence for sentence in sentences if fact.text in sentence]
    is_so = bool(within) and all(
        any(fact.text in part and as_often(part, theirs) for part in passed_on(each)) for each in within
    )
    said = (other for each in theirs for other in facts_in(each)[0] if other.kind in ("money", "number"))
    return is_so and any(not fact.readings.isdisjoint(other.readings) for other in said)


def as_often(part: str, theirs: Iterable[str]) -> bool:
    """Whether it happened no more often than they have said."""
    known = {_OFTEN[each] for said in theirs for each in _TIMES.findall(said.casefold())}
    return all(_OFTEN[each] in known for each in _TIMES.findall(part.casefold()))


def is_their_loss(words: str, sentence: str, theirs: Iterable[str]) -> bool:
    """Whether it is but said back that more was taken of them than should be, as they have said."""
    return _is_only_in(words, sentence, matters(sentence)) and any(_TWICE.search(each) for each in theirs)


def is_their_wish(words: str, sentence: str, flags: Iterable[str]) -> bool:
    """Whether it names what a person decides on: the money back, in a matter of that."""
    return not _OF_REFUNDS.isdisjoint(flags) and _is_only_in(words, sentence, passed_on(sentence))


def _is_only_in(words: str, sentence: str, parts: Iterable[str]) -> bool:
    rest, found = sentence, False
    for part in parts:
        found = found or words in part
        rest = rest.replace(part, " ")
    return found and words not in rest
