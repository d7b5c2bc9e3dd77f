"""The people whom a tenant's rows name: their logins go along, with the app of their second factor."""

import json
from typing import Any
from uuid import UUID

from django.core import serializers
from django.db import IntegrityError, connection, models

from conversations.moving.freeze import MoveRefused
from conversations.moving.tables import tables
from tenants.models import AuthenticatorApp, User

# Rights over a whole installation are given there, not brought along.
LEFT = ("is_superuser", "groups", "user_permissions", "last_login")


def dump(tenant_id: UUID) -> list[dict[str, Any]]:
    """Everybody whom a row of the tenant names, and their apps; sessions and recovery codes end with the move."""
    ids = {user_id for model in tables() for column in _columns(model) for user_id in _named(model, column, tenant_id)}
    people = [*User.objects.filter(pk__in=ids), *AuthenticatorApp.objects.filter(user__in=ids, confirmed=True)]
    kept = [field.name for model in (User, AuthenticatorApp) for field in model._meta.fields if field.name not in LEFT]
    rows: list[dict[str, Any]] = json.loads(serializers.serialize("json", people, fields=kept))
    return rows


def load(rows: list[dict[str, Any]]) -> list[str]:
    """Make those that are not here yet, and say who; who is here keeps what they have. Raises MoveRefused."""
    known = set(User.objects.filter(pk__in=[row["pk"] for row in rows if row["model"] == "tenants.user"]))
    ids = {str(user.pk) for user in known}
    made = []
    for row in rows:
        is_person = row["model"] == "tenants.user"
        if (row["pk"] if is_person else row["fields"]["user"]) in ids:
            continue
        if not is_person:
            row = {**row, "pk": None}
        (read,) = serializers.deserialize("json", json.dumps([row]))
        try:
            read.save(force_insert=True)
        except IntegrityError as error:
            name = row["fields"].get("username")
            raise MoveRefused(f"Somebody else logs in here as {name}: rename one of the two first.") from error
        made += [str(row["fields"]["username"])] if is_person else []
    return made


def _columns(model: type[models.Model]) -> list[str]:
    fields = model._meta.concrete_fields
    return [field.column for field in fields if field.related_model is User and field.column]


def _named(model: type[models.Model], column: str, tenant_id: UUID) -> set[UUID]:
    with connection.cursor() as cursor:
        cursor.execute(
            f'SELECT DISTINCT "{column}" FROM "{model._meta.db_table}" WHERE tenant_id = %s AND "{column}" IS NOT NULL',  # noqa: S608
            [tenant_id],
        )
        return {row[0] for row in cursor.fetchall()}
