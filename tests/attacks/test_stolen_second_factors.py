"""Whoever got a copy of the database could make everybody's codes: the apps' keys stood in it as plain text."""

import base64
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django_otp.oath import totp

from tenants import second_factor, secrets
from tenants.models import AuthenticatorApp
from tests.attacks.report import Proof
from tests.people import person

pytestmark = pytest.mark.django_db


def everything() -> str:
    """Every row of every table of the database, as text."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' OR schemaname LIKE 'pg_temp%'")
        tables = [name for (name,) in cursor.fetchall()]
        rows = []
        for table in tables:
            cursor.execute(f"SELECT coalesce(json_agg(t)::text, '') FROM \"{table}\" t")
            rows.append(cursor.fetchone()[0])
    return "\n".join(rows).lower()


def forms_of(key: bytes) -> list[str]:
    return [made.decode().lower() for made in (base64.b16encode(key), base64.b32encode(key), base64.b64encode(key))]


def test_the_database_holds_no_key_that_can_be_read(proof: Proof) -> None:
    app = second_factor.new_app(person())
    assert not [form for form in forms_of(app.key) if form in everything()]
    assert parse_qs(urlsplit(app.address).query)["secret"] == [base64.b32encode(app.key).decode()]
    proof("a set-up app's key stands in no table, in no form; its address for the picture still has it")


def test_an_app_copied_to_another_login_is_not_believed() -> None:
    thief, victim = second_factor.new_app(person()), second_factor.new_app(person())
    AuthenticatorApp.objects.filter(pk=victim.pk).update(sealed_key=thief.sealed_key)
    victim.refresh_from_db()
    with pytest.raises(secrets.SecretUnreadable):
        assert victim.key
    assert not victim.verify_token(f"{totp(thief.key):06d}")


def test_without_the_key_of_the_ring_a_code_is_wrong_and_a_recovery_code_right(settings: Any) -> None:
    user = person()
    app = second_factor.new_app(user)
    code = f"{totp(app.key):06d}"
    recovery = second_factor.turn_on(user, code)
    assert recovery
    # As though half a minute had passed since: only the lost key is in the code's way.
    AuthenticatorApp.objects.update(drift=0, last_step=-1)
    settings.ENCRYPTION_RING = secrets.parse_ring(secrets.new_key("other"))
    assert second_factor.check(user, code) is None
    assert second_factor.check(user, recovery[0]) is not None
