"""Which tables concern a customer, found from the models, so that a new table is covered by itself.

A table is reached from a customer through foreign keys, through a column named like one where there can be none
(`conversation_id` in a lower room), or through an `address` column, which holds one of their addresses.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import models

from tenants.models import Customer, CustomerAddress
from tenants.tenancy import TenantModel

Table = type[TenantModel]
Ids = dict[Table, set[UUID]]
# Ids in one statement.
CHUNK = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A column that leads towards the customer; without a target it holds an address of theirs."""

    column: str
    target: Table | None
    is_required: bool


@cache  # the models do not change while a process runs
def links() -> MappingProxyType[Table, tuple[Link, ...]]:
    """Every table with rows of customers and what leads from it to them: their own first, then ever farther ones."""
    found: dict[Table, tuple[Link, ...]] = {Customer: ()}
    while fresh := {model: led for model in _tables() if model not in found and (led := _links(model, found))}:
        found |= fresh
    return MappingProxyType({model: _enough(_links(model, found)) for model in found})


def label(model: type[models.Model]) -> str:
    return model._meta.label


def rows_of(customer: Customer) -> Ids:
    """The ids of all rows that concern them, in the scope that is open."""
    known = links()
    addresses = {customer.address, *CustomerAddress.objects.filter(customer=customer).values_list("address", flat=True)}
    ids: Ids = {model: set() for model in known} | {Customer: {customer.pk}}
    size = 0
    while size != (size := sum(map(len, ids.values()))):  # a link may lead to a table that comes later
        for model, led in known.items():
            for link in led:
                ids[model].update(_ids(model, link.column, ids[link.target] if link.target else addresses))
    return ids


def chunks(values: Iterable[Any]) -> Iterator[list[Any]]:
    """The values in lists short enough for one statement."""
    rest = iter(values)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk


def _tables() -> list[Table]:
    return [model for model in apps.get_models() if issubclass(model, TenantModel)]


def _links(model: Table, targets: Iterable[Table]) -> tuple[Link, ...]:
    """In the order of the targets, so that the shortest way comes first."""
    if model is Customer:
        return ()
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    led = [
        Link(column=field.attname, target=target, is_required=not field.null)
        for target in targets
        for field in fields
        if target is not model and _leads(field, target)
    ]
    is_addressed = any(field.name == "address" for field in fields)
    return (*led, Link(column="address", target=None, is_required=False)) if is_addressed else tuple(led)


def _leads(field: Any, target: Table) -> bool:
    if isinstance(field, models.ForeignKey):
        return field.related_model is target
    return isinstance(field, models.UUIDField) and field.name == f"{target._meta.model_name}_id"


def _enough(led: tuple[Link, ...]) -> tuple[Link, ...]:
    """One column that is never empty finds every row; otherwise all of them are needed."""
    return next(((link,) for link in led if link.is_required), led)


def _ids(model: Table, column: str, values: Iterable[Any]) -> Iterator[UUID]:
    for chunk in chunks(values):
        yield from model.objects.filter(**{f"{column}__in": chunk}).values_list("pk", flat=True)
