"""Tells how long a thing shall last from the hour at which it is wanted: "masaji ya saa moja kesho saa tano".

"Saa moja" is one o'clock of the Swahili clock and one hour alike. Of what is had for so many minutes it tells how long
where it is said of the thing itself, "ya saa moja", or where another hour is told beside it.
"""

import re
from collections.abc import Collection, Iterable
from functools import cache
from typing import Final

from journeys.language.numbers import units as number_words
from journeys.language.units import PARTS, joined
from knowledge.text import fold

_MINUTES: Final = frozenset({"min"})
_IN_MINUTES: Final = re.compile(r"(?<!\w)(?:(?:for|of|ya|za|kwa|cha|la) )?(?:about )?(?P<minutes>\d{1,4})min\b")
_TOLD: Final = " {minutes}min "


def lengths_in(values: Iterable[str]) -> frozenset[int]:
    """For how many minutes a thing is had, by the values of its options."""
    told = (_IN_MINUTES.search(joined(value, _MINUTES)) for value in values)
    return frozenset(int(found["minutes"]) for found in told if found)


def in_minutes(text: str, values: Collection[str]) -> str:
    """The text with how long it shall last in minutes, where the thing is had for several lengths of time; else as it
    is."""
    lengths = lengths_in(values)
    if not lengths:
        return text
    said = fold(text)
    hours = len(_hours().findall(said))

    def in_figures(found: re.Match[str]) -> str:
        count = number_words().get(found["number"], found["number"]) if found["number"] else 1
        minutes = int(60 * (int(count) + float(PARTS.get(found["part"] or "", 0))))
        is_of_it = minutes in lengths and (found["of_it"] or hours > 1)
        return _TOLD.format(minutes=minutes) if is_of_it else found[0]

    spoken = joined(_hours().sub(in_figures, said), _MINUTES)
    return spoken if spoken != said else text


def without(text: str, values: Collection[str]) -> str:
    """The text without how long it shall last."""
    spoken = in_minutes(text, values)
    return text if spoken == text else " ".join(_IN_MINUTES.sub(" ", spoken).split())


@cache
def _hours() -> re.Pattern[str]:
    number = rf"(?P<number>\d{{1,2}}|{'|'.join(number_words())})"
    # Of "saa tano asubuhi" the hour is that of the day.
    return re.compile(
        rf"(?<!\w)(?P<of_it>(?:ya|za|la|kwa|wa|cha) |li)?saa(?: {number}|(?<=lisaa))\b(?: na (?P<part>nusu|robo)\b)?"
        r"(?! (?:ya |za )?(?:asubuhi|mchana|alasiri|jioni|usiku)\b)"
    )
