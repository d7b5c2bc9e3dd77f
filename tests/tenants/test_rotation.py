"""A new key at the head of the ring: every secret of every tenant is sealed with it, and the old key may go."""

import secrets as randomness
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from tenants import secrets
from tenants.management.commands.rotate_secrets import sealed_columns
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tools.payments.models import PaymentAccount

pytestmark = pytest.mark.django_db


def test_every_secret_is_sealed_with_the_newest_key(make_tenant: Callable[..., Tenant], settings: Any) -> None:
    tenants = [make_tenant(), make_tenant()]
    plain = {tenant.id: randomness.token_hex(8) for tenant in tenants}
    for tenant in tenants:
        with tenant_scope(tenant.id):
            channel = Channel.objects.get()
            channel.auth_token = plain[tenant.id]
            channel.save()
            account = PaymentAccount(provider="daraja", short_code="174379")
            account.consumer_key, account.passkey = f"key {plain[tenant.id]}", f"pass {plain[tenant.id]}"
            account.save()
    name, encoded = secrets.new_key("newest").split(":")
    old = settings.ENCRYPTION_RING
    settings.ENCRYPTION_RING = {**secrets.parse_ring(f"{name}:{encoded}"), **old}
    call_command("rotate_secrets", stdout=StringIO())
    settings.ENCRYPTION_RING = {name: settings.ENCRYPTION_RING[name]}
    for tenant in tenants:
        with tenant_scope(tenant.id):
            account = PaymentAccount.objects.get(short_code="174379")
            assert Channel.objects.get().auth_token == plain[tenant.id]
            assert (account.consumer_key, account.passkey) == (f"key {plain[tenant.id]}", f"pass {plain[tenant.id]}")
            assert account.consumer_secret == ""


def test_the_columns_are_found_by_their_names() -> None:
    found = {f"{model.__name__}.{column}" for model, column in sealed_columns()}
    assert {"Channel.sealed_auth_token", "PaymentAccount.sealed_passkey"} <= found
