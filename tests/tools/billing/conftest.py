"""A network that bills two customers: one who writes from their account's number, and one who writes from another."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import pytest

from conversations.models import Conversation
from tenants import customers
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tools import registry
from tools.billing.models import Account, BillingRules, Invoice, Plan, Subscription
from tools.contract import Call, ToolContext

# A Wednesday; the Friday after it is a holiday.
NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
Ask = Callable[..., Call]


@pytest.fixture
def network(make_tenant: Callable[..., Tenant], db: None) -> Tenant:
    tenant = make_tenant(currency="KES", escalation_rules={"holidays": [{"date": "11-20"}]})
    with tenant_scope(tenant.id):
        BillingRules.objects.create(question_en="The last four digits of your ID?", most_tries=3)
        plan = Plan.objects.create(code="M", name="M 100 GB", monthly_price=Decimal(45))
        for number, address, answer, invoice in (
            ("MT-1001", "whatsapp:+254712000001", "44 71", "INV-1"),
            ("MT-1002", "", "9058", "INV-2"),
        ):
            account = Account(number=number, address=address)
            account.keep_answer(answer)
            account.save()
            Subscription.objects.create(account=account, plan=plan, start_date=date(2026, 1, 1))
            Invoice.objects.create(
                account=account, number=invoice, issued_on=date(2026, 11, 1), due_on=date(2026, 11, 15),
                amount=Decimal(450), paid=Decimal(50),
            )  # fmt: skip
    return tenant


def person(network: Tenant, address: str) -> tuple[UUID, UUID]:
    """A customer of this address and their conversation."""
    with tenant_scope(network.id):
        customer = customers.get_or_create(address=address, name="Somebody", now=NOW)
        conversation = Conversation.objects.create(
            channel=Channel.objects.get(), customer=customer, last_inbound_at=NOW
        )
    return customer.pk, conversation.pk


def asking(network: Tenant, address: str, *, now: datetime = NOW) -> Ask:
    """Calls tools for somebody who writes from this address, each in a turn of its own."""
    customer, conversation = person(network, address)

    def ask(name: str, *, at: datetime = now, request_id: UUID | None = None, **arguments: Any) -> Call:
        context = ToolContext(
            tenant_id=network.id, conversation_id=conversation, request_id=request_id or uuid4(),
            customer_id=customer, now=at,
        )  # fmt: skip
        return registry.call(name, arguments, context)

    return ask


@pytest.fixture
def holder(network: Tenant) -> Ask:
    """Who writes from the number of MT-1001."""
    return asking(network, "whatsapp:+254712000001")


@pytest.fixture
def stranger(network: Tenant) -> Ask:
    """Who writes from a number that no account has."""
    return asking(network, "whatsapp:+254712000099")
