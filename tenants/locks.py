"""Locks that no row stands for: one holder at a time in a tenant, until the transaction ends."""

from django.db import connection

from tenants import scope


def hold(name: str) -> None:
    """Wait until nobody else in the tenant in scope holds this name."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"{scope.current_tenant_id()}:{name}"])
