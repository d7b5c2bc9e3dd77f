"""The demo tenants' payment accounts fit what the simulated providers know of them."""

import pytest

from conversations.simulator import accounts
from conversations.simulator.demo import load
from conversations.simulator.models import SimulatedShortCode
from conversations.simulator.money import merchants
from tenants.models import Channel
from tenants.scope import tenant_scope
from tests import demo
from tools.payments.models import PaymentAccount
from tools.payments.mpesa import c2b
from tools.payments.mpesa.provider import MPESA


@pytest.fixture
def channels(db: None) -> list[Channel]:
    for slug in load.SLUGS:
        demo.put(slug)
    return accounts.list_channels()


def test_every_demo_tenant_can_be_paid(channels: list[Channel]) -> None:
    told = set()
    for channel in channels:
        merchant = merchants.of(channel)
        with tenant_scope(channel.tenant_id):
            mpesa = PaymentAccount.objects.get(provider="daraja")
            cards = PaymentAccount.objects.get(provider="pesapal")
            number = SimulatedShortCode.objects.get()
            confirmation = MPESA.list_addresses(mpesa)[1]
        told.add(mpesa.customer_number)
        assert mpesa.customer_number == number.short_code == merchant.main
        assert mpesa.short_code in merchant.numbers
        assert mpesa.passkey == merchant.passkey
        assert mpesa.can_ask
        assert mpesa.pull_registered_at is not None
        assert number.is_listed
        assert confirmation.endswith(number.confirmation_url)
        assert number.confirmation_url.startswith("/hooks/")
        for account in (mpesa, cards):
            assert merchants.find_by_keys(account.consumer_key, account.consumer_secret) == merchant
    assert len(told) == len(load.SLUGS)


def test_one_demo_tenant_has_a_till(channels: list[Channel]) -> None:
    kinds = []
    for channel in channels:
        with tenant_scope(channel.tenant_id):
            account = PaymentAccount.objects.get(provider="daraja")
        kinds.append(account.kind)
        body = c2b.registration(account, confirmation="c", validation="v")
        assert body["ShortCode"] in merchants.of(channel).numbers
    assert sorted(kinds) == ["paybill", "paybill", "till"]
