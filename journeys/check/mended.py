"""A text that was refused, without its doubtful sentences: one among sound ones costs no other question to the model.

Nothing is mended where a list hangs on the doubtful sentence, where the figures of the answer would go with it, or
where what is left states nothing.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from journeys.check.reading.clauses import clauses_of, sentences
from journeys.check.reading.facts import facts_in
from journeys.check.reading.terms import groups_of

# What is left must tell at least a fact or two telling words, or it is no answer.
FEWEST: Final = 2
# What a sentence goes on from must stand before it.
_GOES_ON: Final = re.compile(
    r"\A\W*+(?:after that|baada ya hapo|it|its|it's|they|their|them|that|this|these|those|"
    r"so|but|then|also|otherwise|instead|there|however|"
    r"both|either|hi[iyvz]\w*|hayo|hicho|kwa hivyo|lakini|pia|basi|zote|yote)\b",
    re.IGNORECASE,
)
# What follows from a sentence may be left out of it: "half the rate, so 15:00 would be half".
_SO: Final = re.compile(r",\s(?:so|hence|which means|meaning|kwa hivyo|hivyo|kwa hiyo)\s", re.IGNORECASE)
# So may what is told besides, unless it is a limit: "you may leave with 30 days' notice, and bring the router back".
_BESIDES: Final = re.compile(r"(?:;|, (?:and|na|pia|then|kisha|halafu|alafu)) ", re.IGNORECASE)
_LIMITS: Final = re.compile(
    r"\b(?:only|but|if|unless|except|without|not|no|cannot|must|until|before|within|at least|at most|tu|pekee|lakini"
    r"|ila|isipokuwa|kama|ikiwa|iwapo|bila|lazima|hadi|mpaka|kabla|ndani|si|ha(?:i|u|zi|ku|wa)\w{3,})\b|n't\b",
    re.IGNORECASE,
)
_STEP: Final = re.compile(r"\A\s*\d{1,2}[.)]\s+")
_GAP: Final = re.compile(r"(?<=\S) {2,}")
_EMPTY_LINE: Final = re.compile(r"\s*+(?:[-•*]|\d{1,2}[.)])?+\s*+")


def mended(text: str, is_doubtful: Callable[[str], bool], *, is_answer: bool = True) -> str:
    """What may stand of a text; empty when too little does. Only an answer must tell something, and keep figures."""
    gone, last, left = list[str](), "", text
    for sentence in sentences(text):
        if is_doubtful(sentence):
            sound = next((each for each in _without_its_end(sentence) if not is_doubtful(each)), "")
            left = left.replace(sentence, sound, 1)
            gone += [] if sound else [sentence]
        elif gone[-1:] == [last] and _GOES_ON.match(sentence):
            left = left.replace(sentence, "", 1)
            gone.append(sentence)
        last = sentence
    if left == text or any(each.endswith(":") for each in gone):
        return ""
    left = _without_empty_lines(left)
    has_lost_figures = _has_figures("\n".join(gone)) and not _has_figures(left)
    tells = _states(left) and not has_lost_figures if is_answer else bool(left)
    is_whole = tells and not left.endswith(":")
    return left if is_whole and not is_doubtful(left) else ""


def _without_its_end(sentence: str) -> Iterator[str]:
    """The sentence without what it concludes or tells besides, the last of it first."""
    besides = (found for found in _BESIDES.finditer(sentence) if not _LIMITS.search(sentence, found.end()))
    for found in sorted([*_SO.finditer(sentence), *besides], key=lambda each: -each.start()):
        yield f"{sentence[: found.start()]}."


def _without_empty_lines(text: str) -> str:
    """The steps of a list are counted anew."""
    lines, step = [], 0
    for line in text.splitlines():
        if not _EMPTY_LINE.fullmatch(line):
            step += bool(_STEP.match(line))
            lines.append(_GAP.sub(" ", _STEP.sub(f"{step}. ", line)).rstrip())
    return "\n".join(lines).strip()


def _has_figures(text: str) -> bool:
    return bool(facts_in(text)[0])


def _states(text: str) -> bool:
    """Whether anything in it is told, rather than asked or said for courtesy."""
    told = (clause for sentence in sentences(text) for clause in clauses_of(sentence) if not clause.asks)
    return any(facts_in(clause.text)[0] or len(groups_of(clause.text)) >= FEWEST for clause in told)
