"""Fixtures of the payments' tests."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from pydantic import AnyHttpUrl

from tenants.models import Tenant
from tests.loopback.money_server import MoneyServer
from tests.tools.payments.till import Payer, open_for_money
from tools.payments import tasks


@pytest.fixture(scope="session")
def money_api() -> Iterator[MoneyServer]:
    with MoneyServer() as server:
        yield server


@pytest.fixture
def money(money_api: MoneyServer, settings: Any, monkeypatch: pytest.MonkeyPatch) -> MoneyServer:
    """Sends everything meant for Safaricom and PesaPal to the loopback server, emptied; nobody is woken."""
    money_api.clear()
    cache.clear()
    stand_ins = {name: AnyHttpUrl(money_api.url) for name in ("daraja_api_base_url", "pesapal_api_base_url")}
    settings.TULIA = settings.TULIA.model_copy(update=stand_ins)
    monkeypatch.setattr(tasks, "ask_soon", lambda tenant_id, payment_id: None)
    return money_api


@pytest.fixture
def shop(db: None, make_tenant: Callable[..., Tenant]) -> Tenant:
    tenant = make_tenant()
    open_for_money(tenant)
    return tenant


@pytest.fixture
def payer(shop: Tenant, money: MoneyServer) -> Payer:
    return Payer(tenant=shop, money=money)
