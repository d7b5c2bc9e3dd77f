"""What makes a row a tenant's row: the base model, its foreign key and a manager that refuses to work unscoped."""

from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import models
from django.db.models.sql.where import AND
from uuid_utils.compat import uuid7

from tenants import scope

Row = TypeVar("Row", bound=models.Model)


def new_id() -> UUID:
    """A time-ordered UUID, so that new rows stay together in every index."""
    return uuid7()


def first_key(moment: datetime) -> UUID:
    """Not later than any id that is made from this moment on, and later than all that were made before."""
    return UUID(int=int(moment.timestamp() * 1000) << 80)


class TenantManager(models.Manager[Row], Generic[Row]):
    """Rows of the tenant in scope; every row for the fleet; NoScope outside any scope."""

    def get_queryset(self) -> models.QuerySet[Row]:
        tenant_id = scope.current_tenant_id()
        rows = super().get_queryset()
        if tenant_id is not None:
            # As `filter(tenant_id=…)` does it, without looking for the column anew: it is asked for at each statement.
            owner: Any = self.model._meta.get_field("tenant")
            is_theirs = owner.get_lookup("exact")(owner.get_col(rows.query.get_initial_alias()), tenant_id)
            rows.query.where.add(is_theirs, AND)
        return rows


class TenantForeignKey(models.ForeignKey[Any, Any]):
    """A reference inside one tenant: the database holds it as (tenant_id, this) -> (tenant_id, id).

    `tenants.wall` adds that constraint; the usual one, which would let a row point into another tenant, is left out.
    Indexes are declared on the model, led by the tenant.
    """

    def __init__(self, to: Any, on_delete: Any = models.CASCADE, **options: Any) -> None:
        options |= {"db_constraint": False, "db_index": False}
        super().__init__(to, on_delete, **options)

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        for fixed in ("db_constraint", "db_index"):
            options.pop(fixed, None)
        return name, path, args, options


class OwningTenant(models.ForeignKey[Any, Any]):
    """The tenant of a row, filled from the scope; a row without one is refused by the database.

    It overrides `get_default` instead of taking a default, so that the column counts as always set.
    """

    def __init__(self, **options: Any) -> None:
        fixed = {"to": "tenants.Tenant", "on_delete": models.CASCADE, "editable": False, "db_index": False}
        super().__init__(**(options | fixed | {"related_name": "+"}))

    def get_default(self) -> Any:
        return scope.new_row_tenant_id()

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        for fixed in ("to", "on_delete", "editable", "db_index", "related_name"):
            options.pop(fixed, None)
        return name, path, args, options


class TenantModel(models.Model):
    """A row that belongs to one tenant; the tenant is filled from the scope and never changes."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = OwningTenant()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TenantManager()

    class Meta:
        abstract = True
        base_manager_name = "objects"
        constraints = [
            models.UniqueConstraint(fields=["tenant", "id"], name="%(app_label)s_%(class)s_in_tenant"),
        ]
