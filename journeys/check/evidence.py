"""Evidence: what a reply may state, and which values of a text nothing supports."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from journeys.check.facts import Fact, facts_in
from journeys.check.values import Values, known
from tools.contract import Call

SMALL = Decimal(100)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What tools told in this turn, and what the customer said.

    Her words support an echo (her size, her order number, "under 5,000") but never a price, a percentage, a
    stock or a link: else "it is 3,000, isn't it?" would make it so. What a result repeats of the question,
    such as the filters of a search, counts as her words.
    """

    told: Values
    said: Values

    @classmethod
    def of(cls, calls: Sequence[Call], extra: Iterable[Any] = (), words: Iterable[Any] = ()) -> "Evidence":
        """From this turn's calls, what calls put into the state (`extra`), and the customer's words."""
        told = known([*(call.answer for call in calls), *extra])
        return cls(told=told, said=known(words, told.echoes))

    def unsupported(self, text: str) -> list[str]:
        """The fragments that state what nothing supports; none is the good answer."""
        facts, options = facts_in(text)
        return [fact.text for fact in facts if not self._supports(fact, options)]

    def _supports(self, fact: Fact, options: int) -> bool:
        match fact.kind:
            case "link" | "percent":
                return self.told.holds(fact.readings, fact.kind)
            case "money":
                return self._supports_money(fact)
            case "quantity":
                return self.told.holds(fact.readings, "quantity") or self._holds(fact.names, "named")
            case "id":
                return self._holds(fact.readings, "code", "id")
            case "number":
                return self._supports_number(fact, options)
        return self._holds(fact.readings, fact.kind)

    def _holds(self, readings: Iterable[str], *kinds: str) -> bool:
        return self.told.holds(readings, *kinds) or self.said.holds(readings, *kinds)

    def _supports_money(self, fact: Fact) -> bool:
        if fact.currency and self.told.currencies and fact.currency not in self.told.currencies:
            return False
        if self.told.holds(fact.readings, "money"):
            return True
        return self.said.holds(fact.readings, "money", "number") and fact.is_bound

    def _supports_number(self, fact: Fact, options: int) -> bool:
        if self.told.holds(fact.readings, "number", "money", "percent"):
            return True
        highest = max((Decimal(reading) for reading in fact.readings), default=Decimal(0))
        if highest <= options and fact.is_choice:
            return True
        if self.said.holds(fact.readings, "number", "money"):
            return highest < SMALL or fact.is_bound or fact.has_unit
        return bool(fact.parts) and all(self.told.holds([part], "number") for part in fact.parts)
