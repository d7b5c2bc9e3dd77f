"""What a customer tells of their own case, and the sentence that a rule gives for it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Final

from journeys.check.reading.facts import facts_in
from journeys.local import circumstances
from journeys.local.governor import without_greeting
from journeys.local.wordlists import plain
from journeys.support.applied.own_days import NamedDay, named_in
from knowledge.text import fold

_ANOTHER: Final = re.compile(
    r"\b(?:na|and|&) (?:(?:the )?other(?: one)?|another(?: one)?|one|mwingine|mwengine|mmoja)"
    r"(?: (?:of|is|aged|wa|ana|ako na))?(?: miaka)? (?P<age>\d{1,2})\b"
)


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """A sentence by its name, and what it is filled in with: a `date` is told in the customer's words."""

    name: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class CustomerCase:
    """A message as it bears on a rule, at the business's own hour."""

    text: str
    now: datetime

    @cached_property
    def folded(self) -> str:
        return fold(without_greeting(self.text))

    @cached_property
    def today(self) -> date:
        return self.now.date()

    @cached_property
    def days(self) -> list[NamedDay]:
        return named_in(self.folded, self.today)

    @cached_property
    def hour(self) -> str:
        """The one hour that is named beyond doubt, as HH:MM; empty where none or several are."""
        hours = [fact.hours for fact in facts_in(self.folded)[0] if fact.kind == "time" and fact.hours]
        return next(iter(hours[0])) if len(hours) == 1 and len(hours[0]) == 1 else ""

    @cached_property
    def ages(self) -> list[int]:
        """How old those are of whom they tell; "two years ago" is nobody's age."""
        said = plain(without_greeting(self.text))
        for day in reversed(self.days) if len(said) == len(self.folded) else ():
            said = f"{said[: day.start]}.{said[day.end :]}"
        ages = circumstances.ages(said)
        ages += [int(found["age"]) for found in _ANOTHER.finditer(said)] if ages else []
        return list(dict.fromkeys(ages))

    @cached_property
    def guests(self) -> int | None:
        return circumstances.parse(plain(self.text)).guests
