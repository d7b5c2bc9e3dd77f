"""Every table belongs to a tenant, stands behind the wall, and is indexed by tenant first."""

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, models

from tenants import wall
from tenants.models import AuthenticatorApp, FailedLogin, ScheduledJob, Session, Tenant, User
from tenants.tenancy import TenantForeignKey, TenantModel

OWN_ROOMS = ("tenants", "knowledge", "tools", "conversations")
# Rows of the installation, not of a tenant.
OF_NOBODY = {User, AuthenticatorApp, Tenant, Session, FailedLogin, ScheduledJob}
# Found before the tenant is known: a webhook's route, a login's memberships, the sweep's due work, and customers by
# whoever looks at all businesses.
LED_BY_ANOTHER = {
    "tenants_channel_webhook_token_key",
    "tenants_channel_webhook_token_c8c1d0d5_like",
    "membership_of_user",
    "tenants_invitation_token_digest_key",
    "tenants_invitation_token_digest_02c9f5e8_like",
    "api_apitoken_digest_key",
    "api_apitoken_digest_42d9074b_like",
    "deliveries_due",
    "conversation_due",
    "conversation_answer_due",
    "conversations_in_hands",
    "tickets_in_hands",
    "payments_to_look_at",
    "events_waiting",
    "held_due",
    "inbound_media_due",
    "outbound_due",
    "orders_reserved",
    "tickets_snoozed",
    "orders_open",
    "payments_to_ask",
    "research_due",
    "incoming_to_ask",
    "callback_token_once",
    "customer_words",
}
MODELS = [model for model in apps.get_models() if model.__module__.startswith(OWN_ROOMS)]


def test_every_model_has_its_tenant() -> None:
    assert [model for model in MODELS if not issubclass(model, TenantModel) and model not in OF_NOBODY] == []


def test_references_inside_a_tenant_are_held_by_the_database() -> None:
    fields = [field for model in wall.walled_models() for field in model._meta.local_fields]
    inside = [
        field
        for field in fields
        if isinstance(field, models.ForeignKey) and issubclass(field.related_model, TenantModel)
    ]
    assert inside
    assert [str(field) for field in inside if not isinstance(field, TenantForeignKey)] == [], "may point elsewhere"


@pytest.mark.django_db
def test_the_models_are_as_the_migrations_made_them() -> None:
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


def test_django_finds_no_fault_with_the_project() -> None:
    call_command("check", fail_level="WARNING")


@pytest.mark.django_db
def test_the_wall_stands() -> None:
    wall.verify()


@pytest.mark.django_db
def test_every_index_of_a_tenants_table_is_led_by_the_tenant() -> None:
    tables = [model._meta.db_table for model in wall.walled_models() if model is not Tenant]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexrelid::regclass::text, indisprimary, attname"
            " FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]"
            " WHERE indrelid::regclass::text = ANY(%s)",
            [tables],
        )
        rows = cursor.fetchall()
    strays = {name for name, is_primary, first in rows if not is_primary and first != "tenant_id"}
    assert {name for name in strays if not name.startswith("tenants_channel_webhook_token")} <= LED_BY_ANOTHER
    assert len(rows) > len(tables)


@pytest.mark.django_db
def test_the_wall_notices_a_table_without_its_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stray:
        class _meta:
            db_table = "no_such_table"

    known = wall.walled_models()
    monkeypatch.setattr(wall, "walled_models", lambda: [*known, Stray])
    with pytest.raises(wall.WallBreached, match="no_such_table"):
        wall.verify()
