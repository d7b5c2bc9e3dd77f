"""Providers plug in: one more is a folder and a line, and an order is paid through it from the yes to the receipt."""

import importlib
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest
from django.urls import clear_url_caches

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.loopback.money_server import MoneyServer
from tests.people import member, seated
from tests.tools.payments.till import Payer, open_for_money
from tools.payments import addresses, registry, urls
from tools.payments.models import PaymentAccount

PROVIDER = '''
"""Cowries: a toy that takes cards on a page of its own."""

from datetime import timedelta

from tools.payments import addresses
from tools.payments.contract import AcceptedCharge, CallbackPurpose, PaymentProvider, PaymentWay, ProviderStatus
from tools.payments.models import Payment
from tools.providers.connection import ConnectionReport

CHANGED = CallbackPurpose(name="cowrie", label="Cowries that came", lasts=timedelta(hours=1))
bought = {}


def prepare(attempt):
    def request(exchanges):
        bought[str(attempt.payment.pk)] = ""
        return AcceptedCharge(provider_id=str(attempt.payment.pk), redirect_url=f"https://beach.example/{attempt.order.number}")

    return request


def look_up(payment, exchanges, now):
    receipt = bought[payment.provider_id]
    return ProviderStatus(state="paid" if receipt else "pending", receipt=receipt, amount=payment.amount)


PROVIDER = PaymentProvider(
    code="cowries",
    label="Cowries (toy)",
    name="The beach",
    ways={Payment.Method.CARD: PaymentWay(can_take=lambda account, order: True, prepare=prepare, has_page=True)},
    look_up=look_up,
    purposes=(CHANGED,),
    callbacks=__name__.replace(".provider", ".callbacks"),
    test_connection=lambda account, exchanges: ConnectionReport(is_ok=True, sentence="The tide is in."),
    register_addresses=lambda account, exchanges: {},
    list_addresses=lambda account: [addresses.make(account, CHANGED, "toy-cowrie")],
)
'''
CALLBACKS = '''
"""A shell is thrown: its payment is to be asked about."""

from datetime import timedelta

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from tools.payments import callbacks, polling
from tools.payments.models import Payment

from .provider import CHANGED


@csrf_exempt
def changed(request, token):
    account = callbacks.find_account(request, token, CHANGED)
    polling.ask(account.tenant_id, callbacks.body_of(request)["payment"], now=timezone.now(), apart=timedelta(0))
    return HttpResponse("thanks")


urlpatterns = [path("hooks/cowries/<str:token>/", changed, name="toy-cowrie")]
'''


@pytest.fixture
def cowries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The house with one more provider, from a folder of its own, listed first."""
    folder = tmp_path / f"toys_{uuid4().hex}" / "cowries"
    folder.mkdir(parents=True)
    for name, text in (("__init__", ""), ("provider", PROVIDER), ("callbacks", CALLBACKS)):
        (folder / f"{name}.py").write_text(dedent(text))
    monkeypatch.syspath_prepend(str(folder.parent.parent))
    module = importlib.import_module(f"{folder.parent.name}.cowries.provider")
    monkeypatch.setattr(registry, "PROVIDERS", (module.PROVIDER, *registry.PROVIDERS))
    _read_addresses_again()
    yield module
    monkeypatch.undo()
    _read_addresses_again()
    for name in [name for name in sys.modules if name.startswith(folder.parent.name)]:
        del sys.modules[name]


def _read_addresses_again() -> None:
    for module in (urls, importlib.import_module("config.urls")):
        importlib.reload(module)
    clear_url_caches()


@pytest.fixture
def payer(db: None, make_tenant: Callable[..., Tenant], money: MoneyServer, cowries: ModuleType) -> Payer:
    """A customer of a shop that is paid by PesaPal too, whose account is added on the account's own page."""
    shop = make_tenant()
    open_for_money(shop)
    form = {
        "provider": "cowries", "environment": "sandbox", "kind": "paybill", "is_active": "on", "consumer_key": "k",
        "consumer_secret": "s",
    }  # fmt: skip
    assert seated(member(shop)).post("/admin/payments/paymentaccount/add/", form).status_code == 302
    return Payer(tenant=shop, money=money)


def test_a_provider_is_a_folder_and_a_line(payer: Payer, cowries: Any) -> None:
    order = payer.orders(SHOE_42=1)
    page = payer.pays_by_card(order)
    assert page.redirect_url == f"https://beach.example/{order.number}"
    with tenant_scope(payer.tenant.id):
        account = PaymentAccount.objects.get(provider="cowries")
        (address,) = cowries.PROVIDER.list_addresses(account)
        assert str(account) == "Cowries (toy)"
    path = address[address.index("/hooks/") :]
    for receipt, paid in (("", 0), ("SHELL-1", 3499)):
        cowries.bought[page.payment_id] = receipt
        told = payer.client.post(path, {"payment": page.payment_id}, content_type="application/json")
        assert (told.content, payer.paid_total(order)) == (b"thanks", Decimal(paid))
    assert payer.events()[-1][1]["receipt"] == "SHELL-1"
    others = registry.PROVIDERS[-1].purposes[0]
    assert addresses.find_account(path.split("/")[3], others, now=payer.now) is None, "it opens nobody else's"


def test_its_account_is_tried_out_on_the_same_page(payer: Payer) -> None:
    with tenant_scope(payer.tenant.id):
        account = PaymentAccount.objects.get(provider="cowries")
    page, path = seated(member(payer.tenant)), f"/admin/payments/paymentaccount/{account.pk}"
    shown = page.get(f"{path}/change/").content.decode()
    assert "/hooks/cowries/" in shown
    assert "Nominated number" not in shown, "that is M-Pesa's"
    assert "The tide is in." in page.get(f"{path}/test-connection/", follow=True).content.decode()


def test_taken_out_again_its_addresses_are_nobodys(payer: Payer, monkeypatch: pytest.MonkeyPatch) -> None:
    token = payer.token("cowrie")
    monkeypatch.setattr(registry, "PROVIDERS", registry.PROVIDERS[1:])
    _read_addresses_again()
    assert payer.client.post(f"/hooks/cowries/{token}/").status_code == 404
    assert payer.pays_by_card(payer.orders(SHOE_42=1)).redirect_url.startswith(payer.money.url)
