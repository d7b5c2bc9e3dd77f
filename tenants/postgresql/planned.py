"""Statements of the hot path that PostgreSQL plans once a connection, and executes with other values each time.

Planning them costs more than executing them. A plan is PostgreSQL's own prepared statement: the wall between tenants
stands in it, reads the tenant each time, and for another role it is made anew. It does not know its values, so that
only statements belong here that find their rows by keys, and what a partial index needs stands in the statement.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Any, Final
from uuid import UUID

PLACE: Final = re.compile(r"%(?:%|s|\((\w+)\)s)")
TYPES: Final = {
    UUID: "uuid",
    datetime: "timestamptz",
    date: "date",
    timedelta: "interval",
    bool: "boolean",
    Decimal: "numeric",
}
# PostgreSQL finds it out, from where the value stands.
UNKNOWN: Final = "unknown"


class Planned(str):
    """A statement to be planned once; it is written like any other, with %s or %(name)s."""

    def __init__(self, text: str) -> None:
        names: dict[str, str] = {}
        numbers = count(1)

        def numbered(found: re.Match[str]) -> str:
            if found[0] == "%%":
                return "%"
            place = f"${next(numbers)}" if found[1] is None or found[1] not in names else names[found[1]]
            names[found[1] or place] = place
            return place

        self.body = PLACE.sub(numbered, text)
        self._names = list(names)
        self._is_named = "%(" in text
        places = [f"%({name})s" if self._is_named else "%s" for name in names]
        self.arguments = f"({', '.join(places)})"

    def types(self, values: Any) -> tuple[str, ...]:
        """As what PostgreSQL is told to take these values."""
        return tuple(map(_type, [values[name] for name in self._names] if self._is_named else values))


def _type(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"{_type(value[0])}[]" if value and type(value[0]) in TYPES else UNKNOWN
    return TYPES.get(type(value), UNKNOWN)


@dataclass(frozen=True, slots=True)
class Execution:
    """A planned statement with its values, written down."""

    planned: Planned
    arguments: str
    types: tuple[str, ...]


class Plans(dict[Planned, str]):
    """What one connection has prepared, by name."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers = count(1)  # a new name each time: of one that failed it is not known what became

    def missing(self, parts: "Sequence[str | Execution]") -> dict[Planned, tuple[str, str]]:
        """The names and PREPAREs of what has to be prepared before these can be sent."""
        missing: dict[Planned, tuple[str, str]] = {}
        for part in parts:
            if isinstance(part, Execution) and part.planned not in self and part.planned not in missing:
                name = f"tulia_{next(self._numbers)}"
                missing[part.planned] = name, f"PREPARE {name} ({', '.join(part.types)}) AS {part.planned.body}"
        return missing

    def written(self, part: "str | Execution") -> str:
        """What is sent for it."""
        return part if isinstance(part, str) else f"EXECUTE {self[part.planned]} {part.arguments}"
