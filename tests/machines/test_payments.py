"""Whatever happens in whichever order, no payment is made twice, lost or invented."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from pydantic import AnyHttpUrl

from tenants.models import Tenant
from tests.depth import rounds
from tests.loopback.money_server import MoneyServer
from tests.machines.death import Mortality, Wire
from tests.machines.payments import Payments, World
from tools.payments import tasks

ENOUGH = settings(max_examples=rounds(8, deep=400), stateful_step_count=12, suppress_health_check=list(HealthCheck))


@pytest.fixture
def world(
    committed_db: None, make_tenant: Callable[..., Tenant], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[World]:
    """A database that commits, a Safaricom whose answers are chosen, and a clock that is passed on by hand."""
    mortality = Mortality()
    Wire(mortality, monkeypatch)
    cache.clear()
    monkeypatch.setattr(tasks, "ask_soon", lambda tenant_id, payment_id: None)
    with MoneyServer() as money:
        stand_ins = {name: AnyHttpUrl(money.url) for name in ("daraja_api_base_url", "pesapal_api_base_url")}
        settings.TULIA = settings.TULIA.model_copy(update=stand_ins)
        world = World(money=money, mortality=mortality, make_tenant=make_tenant, now=timezone.now())
        monkeypatch.setattr(timezone, "now", world.look_at_clock)
        yield world


def test_payments_keep_their_promises(world: World) -> None:
    run_state_machine_as_test(partial(Payments, world), settings=ENOUGH)
    assert world.mortality.deaths > 0
