"""Two hours of one thing by the day: "00:30 on Fridays and 23:00 on other days" is 23:00 every day except Friday."""

import re
from collections.abc import Sequence
from typing import Final

from journeys.check.library.units import Source
from journeys.check.reading.clauses import expanded
from journeys.check.reading.terms import groups_of
from journeys.check.reading.words import WEEKDAYS, either, weekday_of
from journeys.check.strange import talk

_HOUR: Final = r"\d{1,2}:\d\d"
_TOLD: Final = re.compile(
    rf"\b(?P<one>{_HOUR}) on (?P<day>{either(WEEKDAYS)})s? and (?:(?:at|from|until) )?(?P<rest>{_HOUR}) "
    r"on (?:all )?other days\b"
)
_SAID: Final = re.compile(
    rf"\b(?P<rest>{_HOUR}) (?:siku zote|kila siku|every day|on all (?:other )?days)"
    rf"(?P<but> (?:isipokuwa|ila|except(?: on)?)(?: siku ya)? (?P<day>{either(WEEKDAYS)})s?"
    rf"(?:,? [a-z ]{{0,24}}(?P<one>{_HOUR}))?)?"
)
NOT_EVERY_DAY: Final = "the source has another hour on that day"


def judged(sentence: str, sources: Sequence[Source]) -> str | None:
    """Empty where both hours are those of their days, why not where they are not; None of anything else."""
    plain = expanded(sentence).replace(" also ", " ").replace(" pia ", " ")
    said = _SAID.search(plain)
    for unit in (unit for each in sources if said for unit in each.units):
        told = _TOLD.search(expanded(unit.text))
        if said is None or told is None or said["rest"] not in (told["rest"], told["one"]):
            continue
        of_it = [group for group in groups_of(plain[: said.start()]) if group.isdisjoint(talk())]
        if not (of_it and all(group & unit.terms for group in of_it)):
            continue
        is_its_day = said["day"] is not None and weekday_of(said["day"]) == weekday_of(told["day"])
        is_so = is_its_day and said["rest"] == told["rest"] and said["one"] in (None, told["one"])
        if not is_so:
            return NOT_EVERY_DAY
        return None if plain[said.end() :].strip(" .") else ""
    return None
