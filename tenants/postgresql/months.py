"""Tables that are parted by month: what months there are, those that are made ahead, and those that go as a whole.

A month begins at midnight in UTC, as the keys by which rows are parted hold their time. What is made and dropped here
belongs to the tables' owner; functions of the owner's do it, which the fleet's role alone may call.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.db import connection, models

from tenants.tenancy import first_key

AHEAD: Final = 3
"""How many months are made after the present one: beat may stand still for a quarter of a year."""
KEYS = """
SELECT relname, attname FROM pg_partitioned_table JOIN pg_class ON pg_class.oid = partrelid
  JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
 WHERE relnamespace = 'public'::regnamespace ORDER BY relname
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """One partition: the rows with a key from the first one on, up to the next one's. The oldest may have no first."""

    table: str
    name: str
    begins: UUID | None
    ends: UUID

    @property
    def end(self) -> datetime:
        return datetime.fromtimestamp((self.ends.int >> 80) / 1000, UTC)

    def rows_of(self, model: type[models.Model], key: str) -> models.QuerySet[models.Model]:
        """In the scope that is open."""
        rows = model._default_manager.filter(**{f"{key}__lt": self.ends})
        return rows if self.begins is None else rows.filter(**{f"{key}__gte": self.begins})


def month_of(moment: datetime) -> datetime:
    """Its first moment."""
    return moment.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def later(month: datetime, count: int) -> datetime:
    """The first moment of the month that comes so many later; earlier, where it is negative."""
    years, place = divmod(month.month - 1 + count, 12)
    return month.replace(year=month.year + years, month=place + 1)


def parted() -> dict[str, str]:
    """Every table of months, and the column by which it is parted."""
    with connection.cursor() as cursor:
        cursor.execute(KEYS)
        return dict(cursor.fetchall())


def list_months() -> list[Month]:
    """Of all tables, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute('SELECT "table", name, begins, ends FROM tenants_list_months() ORDER BY ends, "table"')
        found = cursor.fetchall()
    return [Month(table=table, name=name, begins=begins, ends=ends) for table, name, begins, ends in found]


def list_missing(now: datetime, *, ahead: int = AHEAD) -> Iterator[tuple[str, datetime]]:
    """Tables and months, the present one and so many after it, for which there is no partition."""
    there = list_months()
    for table in parted():
        for count in range(ahead + 1):
            month = later(month_of(now), count)
            first = first_key(month)
            if not any(
                one.table == table and (one.begins is None or one.begins <= first) and first < one.ends for one in there
            ):
                yield table, month


def make(table: str, month: datetime) -> bool:
    """In the fleet's scope; False when it is there. Rows of that month which had no partition move into it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tenants_make_month(%s, %s)", [table, month])
        return bool(cursor.fetchone()[0])


def drop(month: Month, *, now: datetime) -> None:
    """In the fleet's scope, with every row in it; refused for one that is not over."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tenants_drop_month(%s, %s, %s)", [month.table, month.name, now])


def list_others(table: str) -> dict[datetime, int]:
    """In the fleet's scope: months without a partition for which there are rows, and how many."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT month, rows_of_it FROM tenants_list_others(%s) WHERE month IS NOT NULL", [table])
        return {datetime(month.year, month.month, 1, tzinfo=UTC): count for month, count in cursor.fetchall()}
