"""Property 7: Secure Payment Processing."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import AnyHttpUrl

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.loopback.money_server import MoneyServer, callback
from tests.tools.payments.till import Payer, open_for_money
from tests.undone import undone
from tools.catalog.models import Variant
from tools.payments import tasks

ENOUGH = settings(max_examples=100, suppress_health_check=list(HealthCheck))
YES = ("hers", "none", "made up", "of another order", "of an older cart")
TRUTHS = (None, "4999", "0", "1", "1032", "2001", "SFC_IC0003")


@pytest.fixture
def payer(
    db: None, make_tenant: Callable[..., Tenant], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Payer]:
    cache.clear()
    monkeypatch.setattr(tasks, "ask_soon", lambda tenant_id, payment_id: None)
    with MoneyServer() as money:
        settings.TULIA = settings.TULIA.model_copy(update={"daraja_api_base_url": AnyHttpUrl(money.url)})
        tenant = make_tenant()
        open_for_money(tenant)
        with tenant_scope(tenant.id):
            Variant.objects.update(stock=10_000)
        yield Payer(tenant=tenant, money=money)


@ENOUGH
@given(pieces=st.integers(1, 3), yes=st.sampled_from(YES), truth=st.sampled_from(TRUTHS), told=st.sampled_from(TRUTHS))
@undone
def test_money_moves_after_a_yes_and_is_paid_when_the_provider_says_so(
    payer: Payer, pieces: int, yes: str, truth: str | None, told: str | None
) -> None:
    """Property 7: no payment without a yes to this very quote; its state only from the provider's own answer."""
    payer.money.clear()
    payer = replace(payer, now=timezone.now())  # what is sent bears the true time, however slow the machine
    buyer = Payer(tenant=payer.tenant, money=payer.money, now=payer.now, conversation_id=uuid4())
    quote = "0" * 64 if yes == "made up" else ""
    if yes == "of an older cart":
        quote = buyer.quote(buyer.orders(MUG=pieces))
        buyer = replace(buyer, request_id=uuid4())
    order = buyer.orders(MUG=pieces, KIKOI=1)
    if yes == "of another order":
        other = Payer(tenant=payer.tenant, money=payer.money, now=payer.now, conversation_id=uuid4())
        quote = other.quote(other.orders(MUG=pieces, KIKOI=1))
    elif yes == "hers":
        quote = buyer.quote(order)
    answer = buyer.push(order, quote=quote, phone_e164=f"+2547{uuid4().int % 10**8:08d}")
    if yes != "hers":
        assert answer.code == ("not_confirmed" if yes == "none" else "quote_changed")
        assert payer.money.prompts == {}
        assert buyer.payments(order) == []
        return
    assert answer.amount == order.due == payer.money.prompts[buyer.prompt.id].amount
    prompt = buyer.prompt
    prompt.code = truth
    if told is not None:
        buyer.told(prompt, callback(prompt, code=told))
    buyer.look()
    buyer.look(seconds=30)
    (payment,) = buyer.payments(order)
    expected = "pending" if truth in (None, "4999") else "paid" if truth == "0" else "failed"
    assert payment.status == expected, "whatever the callback told"
    assert buyer.paid_total(order) == (order.due if truth == "0" else 0)
