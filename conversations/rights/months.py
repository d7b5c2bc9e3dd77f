"""What grows fastest lies by months: each is made long before it begins, and goes whole when nobody keeps any of it.

A business that keeps less than the others loses its rows one by one, as in every table: conversations.rights.retention.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import structlog
from django.conf import settings
from django.db import OperationalError
from django.db.models import Exists, OuterRef, Q

from conversations.rights.reach import Table, links
from tenants.models import Tenant
from tenants.postgresql import months
from tenants.postgresql.months import Month
from tenants.scope import fleet_scope

log = structlog.get_logger(__name__)
# What is younger every business keeps: `tenant_retention`.
KEPT_BY_ALL: Final = timedelta(days=30)
# What moves to another installation is compared with its copy there before it is let go.
MOVING: Final = Q(frozen_at__isnull=False, moved_to="")


def keep(*, now: datetime) -> list[str]:
    """Make what is missing and drop what is over, each in a transaction of its own; the names of what was dropped.

    One that somebody holds is left to the next night.
    """
    for table in months.parted():
        _try(table, partial(_make, table, now))
    dropped = [month.name for month in months.list_months() if _try(month.name, partial(_drop, month, now))]
    log.info("conversations.rights.months_kept", dropped=dropped)
    return dropped


def _try(name: str, do: Callable[[], bool]) -> bool:
    try:
        with fleet_scope():
            return do()
    except OperationalError as error:
        log.warning("conversations.rights.month_held", name=name, error=type(error.__cause__).__name__)
        return False


def _make(table: str, now: datetime) -> bool:
    """The coming months, and those of rows that came without one, such as a business's that has moved here."""
    missing = {month for name, month in months.list_missing(now) if name == table} | set(months.list_others(table))
    for month in sorted(missing):
        months.make(table, month)
    return bool(missing)


def _drop(month: Month, now: datetime) -> bool:
    if _is_past_all_keeping(month.end, now):
        keeping = MOVING
    elif now - month.end >= KEPT_BY_ALL:
        days = (now - month.end) // timedelta(days=1)
        keeping = MOVING | Q(retention_days=None) | Q(retention_days__gt=days)
    else:
        return False
    if _is_kept(month, keeping):
        return False
    months.drop(month, now=now)
    return True


def _is_past_all_keeping(end: datetime, now: datetime) -> bool:
    """Whether the installation keeps it for nobody, however long a business would."""
    count = settings.TULIA.log_months
    return count is not None and end <= months.later(months.month_of(now), -count)


def _is_kept(month: Month, keeping: Q) -> bool:
    """Whether one of these businesses has a row in it."""
    rows = month.rows_of(_model(month.table), months.parted()[month.table])
    return bool(Tenant.objects.filter(keeping, Exists(rows.filter(tenant=OuterRef("pk")))).exists())


def _model(table: str) -> Table:
    return next(model for model in links() if model._meta.db_table == table)
