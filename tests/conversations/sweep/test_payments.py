"""A payment whose callback was lost, while no broker carries anything: its customer is told all the same."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from conversations.sweep import Sweeper
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.simulator.receiver import eventually
from tests.loopback.money_server import MoneyServer
from tests.loopback.twilio_server import TwilioServer
from tests.talk import Talk
from tests.tools.payments.conftest import money, money_api  # noqa: F401  the loopback provider
from tests.tools.payments.till import Payer, open_for_money
from tools.payments.models import Payment


@pytest.fixture
def phone(committed_db: None, make_tenant: Callable[..., Tenant], to_twilio: TwilioServer) -> Talk:
    tenant = make_tenant()
    open_for_money(tenant)
    phone = Talk(tenant=tenant, twilio=to_twilio)
    phone.say("Hi")
    return phone


@pytest.mark.parametrize(("code", "words"), [("0", "Payment received"), ("1032", "cancel")])
def test_an_outcome_that_nobody_told_reaches_the_customer(
    phone: Talk,
    money: MoneyServer,  # noqa: F811
    sweeping: Sweeper,
    code: str,
    words: str,
) -> None:
    talk = phone.conversation
    payer = Payer(tenant=phone.tenant, money=money, conversation_id=talk.id, customer_id=talk.customer_id)
    order = payer.orders(MUG=1)
    payer.push(order)
    payer.prompt.code = code
    with tenant_scope(phone.tenant.id):
        Payment.objects.update(ask_at=timezone.now())  # its first fifteen seconds are over
    before = len(phone.twilio.messages)
    sweeping.start()
    eventually(lambda: len(phone.twilio.messages) > before, seconds=10)
    (told,) = phone.twilio.messages[before:]
    said = told.fields["Body"]
    assert order.number in said
    assert words in said
