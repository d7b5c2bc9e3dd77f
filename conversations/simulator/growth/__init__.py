"""Labelled test data in quantity: businesses of very unlike sizes, whose customers have written for half a year.

The rows are made by PostgreSQL itself, a table at a time, with the columns that our models have: nothing of it was ever
said by anybody. Their ids hold their time, as all of ours do, and follow from their number, so that a row can point at
another without looking for it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connections, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from conversations.simulator.growth.tables import ID_FUNCTIONS, TABLES, Table
from tenants import wall
from tenants.models import Channel, Tenant
from tenants.postgresql import months
from tenants.scope import fleet_scope, tenant_scope
from tenants.tenancy import new_id

SLUG: Final = "grown-"
LABEL: Final = "(test data)"
# Longer than any page or report looks back.
SPAN: Final = timedelta(days=180)


class AlreadyGrown(Exception):
    """There is such test data; remove it first."""


@dataclass(frozen=True, slots=True)
class Size:
    """Of one business: its place among all, how many customers it has, and how many questions they asked."""

    number: int
    people: int
    exchanges: int


def sizes(*, messages: int, conversations: int, tenants: int) -> list[Size]:
    """The first has most, the one in place k a k-th of that (Zipf). A question and its answer are two messages."""
    whole = sum(1 / place for place in range(1, tenants + 1))
    return [
        Size(
            number=place,
            people=max(1, round(conversations / place / whole)),
            exchanges=max(1, round(messages / 2 / place / whole)),
        )
        for place in range(1, tenants + 1)
    ]


def grow(wanted: list[Size], *, on_step: Callable[[str], None] = lambda text: None) -> None:
    """Make them all, and have PostgreSQL look at what there is now; takes about a minute for a million messages."""
    with fleet_scope():
        if _grown().exists():
            raise AlreadyGrown
    began = timezone.now() - SPAN
    _part(began, timezone.now())
    with connections["owner"].cursor() as cursor:
        for statement in ID_FUNCTIONS:
            cursor.execute(statement)
        cursor.execute(f'SET ROLE "{settings.TULIA.fleet_role}"')
        for size in wanted:
            on_step(f"Business {size.number} of {len(wanted)}: {2 * size.exchanges:,} messages")
            _fill(cursor, size, began)
        cursor.execute("RESET ROLE")
        on_step("Looking at what there is")
        for table in TABLES:
            cursor.execute(f'VACUUM ANALYZE "{table.model._meta.db_table}"')


def _part(began: datetime, now: datetime) -> None:
    """Partitions for all that time."""
    for table in months.parted():
        month = months.month_of(began)
        while month <= now:
            with fleet_scope():
                months.make(table, month)
            month = months.later(month, 1)


def remove() -> int:
    """Take all of it out again, with what came of it meanwhile; how many businesses that were."""
    with fleet_scope():
        ids = list(_grown().values_list("id", flat=True))
    # References are looked at when the transaction ends, so that the order does not matter.
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute(f'SET LOCAL ROLE "{settings.TULIA.fleet_role}"')
        for model in wall.walled_models():
            key = "id" if model is Tenant else "tenant_id"
            cursor.execute(f'DELETE FROM "{model._meta.db_table}" WHERE {key} = ANY(%s)', [ids])  # noqa: S608
    return len(ids)


def _grown() -> QuerySet[Tenant]:
    """By all that they were named: somebody's own business may begin with the same letters."""
    return Tenant.objects.filter(slug__regex=rf"^{SLUG}[0-9]{{4,}}$", name__endswith=LABEL)


def _fill(cursor: Any, size: Size, began: datetime) -> None:
    tenant_id, channel_id = _business(size.number)
    values = {
        "tenant": tenant_id, "channel": channel_id, "number": size.number, "people": size.people,
        "exchanges": size.exchanges, "began": began, "span": SPAN,
    }  # fmt: skip
    for table in TABLES:
        cursor.execute(_insert(table, tenant_id), values | _defaults(table, tenant_id))


def _business(number: int) -> tuple[UUID, UUID]:
    with fleet_scope():
        tenant = Tenant.objects.create(
            slug=f"{SLUG}{number:04d}", name=f"Grown business {number} {LABEL}", bot_name="Tuli"
        )
    with tenant_scope(tenant.id):
        channel = Channel(
            name=f"Grown {LABEL}", sender=f"whatsapp:+25478{number:07d}", twilio_account=f"AC{new_id().hex}"
        )
        channel.auth_token = f"secret-{tenant.slug}"
        channel.save()
    return tenant.id, channel.id


def _insert(table: Table, tenant_id: UUID) -> str:
    fields = table.model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(
        table.columns.get(field.column) or f"%({field.column}_default)s::{field.db_type(connections['owner'])}"
        for field in fields
    )
    return f'INSERT INTO "{table.model._meta.db_table}" ({columns}) SELECT {values} FROM {table.source}'  # noqa: S608


def _defaults(table: Table, tenant_id: UUID) -> dict[str, Any]:
    """What a new row of ours has where the table does not say."""
    row: Model = table.model(tenant_id=tenant_id)
    return dict(_default_columns(row, set(table.columns)))


def _default_columns(row: Model, said: set[str]) -> Iterator[tuple[str, Any]]:
    for field in row._meta.concrete_fields:
        if field.column not in said:
            value = field.get_db_prep_save(field.pre_save(row, add=True), connections["owner"])
            yield f"{field.column}_default", value
