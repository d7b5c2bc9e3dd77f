"""Gives passages their places in the library: in order, and none twice."""

from django.db import connection

from tenants.scope import current_tenant_id
from tenants.tenancy import new_id

# The one row of the tenant's register, by its unique index; its lock is what keeps places in order and apart.
_TAKE = """
INSERT INTO "knowledge_register" AS register (id, tenant_id, created_at, given, counted, listed, indexed_for)
VALUES (%(id)s, %(tenant)s, now(), %(count)s, 0, 0, '')
ON CONFLICT (tenant_id) DO UPDATE SET given = register.given + excluded.given
RETURNING given
"""


def take(count: int) -> range:
    """As many new places, inside the tenant's scope; others of the tenant wait for theirs until it is committed."""
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, {"id": new_id(), "tenant": current_tenant_id(), "count": count})
        (given,) = cursor.fetchone()
    return range(given - count, given)
