"""Hours of the day as people say them: "half past six", "nine at night", "saa tatu na nusu asubuhi".

In Swahili the day begins at what is seven elsewhere: "saa moja asubuhi" is 07:00. An hour without its part of the day
may be either of two.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from journeys.check.reading.words import CLOCK, either

_PARTS: Final = {word: (begin, end) for word, (begin, end) in CLOCK["parts_of_day"].items()}
_PART: Final = either(_PARTS)
_MINUTES: Final[dict[str, int]] = CLOCK["minutes"]
_EN: Final = {word: at for at, word in enumerate(CLOCK["english"], 1)}
_SW: Final = {word: at for at, word in enumerate(CLOCK["swahili"], 1)}
_DIGITS: Final = r"\d{1,2}(?![\d:.,])"
_AFTER: Final = rf"(?P<of>[ ](?:ya[ ]|za[ ])?{_PART})?\b"
_SWAHILI: Final = re.compile(
    rf"\bsaa (?P<hour>{either(_SW)}|{_DIGITS})(?P<minutes> (?:na nusu|na robo|kasoro robo))?{_AFTER}", re.IGNORECASE
)
_ENGLISH: Final = re.compile(
    rf"\b(?P<minutes>half past|(?:a )?quarter past|(?:a )?quarter to) (?P<hour>{either(_EN)}|{_DIGITS}){_AFTER}"
    rf"|\b(?P<beyond>half past|(?:a )?quarter past|(?:a )?quarter to) (?P<of_noon>noon|midday|midnight)\b"
    rf"|\b(?P<whole>{either(_EN)}|{_DIGITS})(?: o['\u2019]?clock| (?P<then>{_PART}))\b"
    rf"|\b(?P<written>\d{{1,2}})[:.](?P<past>\d\d) (?P<meant>{_PART})\b|\b(?P<named>noon|midday|midnight)\b",
    re.IGNORECASE,
)
# "At six", "until nine": an hour where the line speaks of what is open or begins.
_AT: Final = re.compile(
    rf"\b(?:at|from|until|till|by|to|before|after|between) (?P<hour>{either(_EN)})\b"
    r"(?! (?:[a-z]+s|past|to|hundred|person|people|adult|guest|child|man|seater|bed|piece)\b|:)",
    re.IGNORECASE,
)
_LINE: Final = re.compile(r"[^\n]+")
_OPENS: Final = re.compile(rf"\b{either(CLOCK['opens'])}", re.IGNORECASE)
_LEADS: Final = re.compile(rf"(?:\b{either(CLOCK['leads'])}|-)\s*$", re.IGNORECASE)
_LASTS: Final = re.compile(rf"\b{either(CLOCK['lasts'])}\s*$", re.IGNORECASE)
_GOES_ON: Final = re.compile(r"\s(?:hadi|mpaka) saa\b", re.IGNORECASE)
_SINCE: Final = re.compile(r"\s(?:baada|kabla|za kazi|kila)\b", re.IGNORECASE)
NAMED: Final = {"noon": {"12:00"}, "midday": {"12:00"}, "midnight": {"00:00", "24:00"}}


class Hour(NamedTuple):
    """Where an hour is said, and the hours that it may be."""

    start: int
    end: int
    readings: frozenset[str]


def hours_in(text: str) -> Iterator[Hour]:
    """Every hour that is said in words or with its part of the day, in no order."""
    swahili: set[int] = set()
    for match in _SWAHILI.finditer(text):
        if match["minutes"] or match["of"] or _is_hour(text, match):
            said = match["hour"].casefold()
            swahili.update(range(*match.span()))
            yield _hour(
                match, {(_SW.get(said) or int(said)) + 6, *((int(said),) if said.isdigit() else ())}, match["of"]
            )
    for match in _ENGLISH.finditer(text):
        if match.start() in swahili:  # "saa 3 asubuhi" is no "3 in the morning"
            continue
        if match["named"]:
            yield Hour(match.start(), match.end(), frozenset(NAMED[match["named"].casefold()]))
        elif match["beyond"]:
            hour = int(min(NAMED[match["of_noon"].casefold()])[:2])
            minutes = next(past for word, past in _MINUTES.items() if word in match["beyond"].casefold())
            yield Hour(match.start(), match.end(), frozenset({_clock(hour * 60 + minutes)}))
        elif match["written"]:
            hour = int(match["written"])
            yield Hour(match.start(), match.end(), _readings({hour, hour + 6}, int(match["past"]), match["meant"]))
        else:
            said = (match["hour"] or match["whole"]).casefold()
            yield _hour(match, {_EN.get(said) or int(said)}, match["of"] or match["then"])
    for line in _LINE.finditer(text):
        for match in _AT.finditer(text, line.start(), line.end()) if _OPENS.search(line[0]) else ():
            yield Hour(match.start("hour"), match.end("hour"), _readings({_EN[match["hour"].casefold()]}, 0, ""))


def either_half(number: int) -> frozenset[str]:
    """The two hours that a bare number of one to twelve may be."""
    return _readings({number}, 0, "") if 0 < number <= 12 else frozenset()


def _is_hour(text: str, match: re.Match[str]) -> bool:
    """Whether "saa mbili" is eight o'clock and not two hours."""
    before = text[max(0, match.start() - 20) : match.start()]
    if _LASTS.search(before) or _SINCE.match(text, match.end()):
        return False
    return bool(_LEADS.search(before) or _GOES_ON.match(text, match.end()))


def _hour(match: re.Match[str], hours: set[int], part: str | None) -> Hour:
    minutes = next((past for word, past in _MINUTES.items() if word in (match["minutes"] or "").casefold()), 0)
    return Hour(match.start(), match.end(), _readings(hours, minutes, part))


def _readings(hours: set[int], minutes: int, part: str | None) -> frozenset[str]:
    """Those of the day's two halves that fall into its part; all when none does."""
    both = {(hour % 12 + half) * 60 + minutes for hour in hours for half in (0, 12)}
    begin, end = next((span for word, span in _PARTS.items() if word in (part or "").casefold()), (0, 24))
    meant = {at for at in both for day in (0, 24) if begin * 60 <= at + day * 60 < end * 60} or both
    return frozenset(map(_clock, meant))


def _clock(at: int) -> str:
    """So many minutes after midnight, as HH:MM."""
    return f"{at // 60 % 24:02d}:{at % 60:02d}"
