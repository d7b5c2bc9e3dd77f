"""A customer and her order: asked about, cancelled, discounted and followed to her door, with the real tools."""

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from conversations.models import Conversation
from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.depth import sampled
from tests.people import agree
from tests.talk import Talk
from tools import events, registry
from tools.catalog.models import Variant
from tools.contract import ToolContext
from tools.offers.models import Offer
from tools.orders import services
from tools.orders.models import Order


@pytest.fixture
def customer(duka: Tenant, talk: Callable[..., Talk]) -> Talk:
    """Somebody who writes English, in a conversation of her own."""
    customer = talk(duka)
    customer.say("speak english please")
    return customer


@pytest.fixture
def order(customer: Talk) -> Order:
    """Two of something, not paid; the conversation is about it, as after a checkout."""
    with tenant_scope(customer.tenant.id):
        variant = Variant.objects.filter(stock__gte=10, price__gte=1000, product__is_active=True).order_by("sku")[0]
        conversation = customer.conversation
    context = ToolContext(
        tenant_id=customer.tenant.id, conversation_id=conversation.id, request_id=uuid4(),
        customer_id=conversation.customer_id, now=timezone.now(),
    )  # fmt: skip
    call = registry.call("order_create", {"lines": [{"sku": variant.sku, "quantity": 2}]}, context)
    assert call.result, call.refusal
    facts = call.result.order
    totals = {"total": str(facts.total), "currency": facts.currency, "codes": []}
    with tenant_scope(customer.tenant.id):
        found = Conversation.objects.get(pk=conversation.id)
        found.state["purchase"] |= {
            "order_id": facts.order_id, "order_number": facts.number, "order_totals": totals,
        }  # fmt: skip
        found.save(update_fields=["state"])
        return Order.objects.get(pk=facts.order_id)


def said(customer: Talk, *texts: str) -> str:
    words = "\n".join(customer.say(*texts))
    assert "unsupported" not in customer.last_turn.trace["notes"], words
    return words


def heard(customer: Talk) -> str:
    return "\n".join(customer.answer())


def stock_of(order: Order) -> int:
    with tenant_scope(order.tenant_id):
        return int(order.lines.get().variant.stock)


def test_where_is_it_and_is_it_paid(customer: Talk, order: Order) -> None:
    assert f"Order *{order.number}*: not paid yet" in said(customer, "where is my order?")
    assert "No payment" in said(customer, "did it go through?")
    with tenant_scope(order.tenant_id):
        services.credit(order.id, amount=order.total, what="M-Pesa UKL8A1B2C3", now=timezone.now())
    assert f"order {order.number} is paid" in said(customer, "imeingia?").replace("imelipwa", "is paid").replace(
        "oda", "order"
    )


def test_another_customers_order_is_not_hers(customer: Talk, order: Order, talk: Callable[..., Talk]) -> None:
    stranger = talk(customer.tenant)
    stranger.say("speak english please")
    assert "no order of yours" in said(stranger, f"where is order {order.number}?")


def test_an_unpaid_order_is_cancelled_after_a_yes_and_its_stock_is_free_again(customer: Talk, order: Order) -> None:
    held = stock_of(order)
    assert f"Shall I cancel order {order.number}" in said(customer, "cancel my order")
    assert stock_of(order) == held
    assert "is cancelled" in said(customer, "yes")
    assert stock_of(order) == held + 2
    assert customer.conversation.state["purchase"]["order_id"] is None


def test_a_paid_order_is_cancelled_by_a_person(customer: Talk, order: Order) -> None:
    with tenant_scope(order.tenant_id):
        services.credit(order.id, amount=order.total, what="M-Pesa", now=timezone.now())
    assert "a person of our team" in said(customer, f"cancel order {order.number}")
    with tenant_scope(order.tenant_id):
        assert Order.objects.get(pk=order.pk).status == Order.Status.PAID


def test_a_coupon_takes_its_part_off_and_leads_on_to_pay(customer: Talk, order: Order) -> None:
    with tenant_scope(order.tenant_id):
        Offer.objects.create(name="Karibu", code="KARIBU77", percent=Decimal(10))
        Offer.objects.create(name="Big", code="BIG77", amount=Decimal(100), minimum_spend=Decimal(10_000_000))
    assert "needs a total of KES 10,000,000" in said(customer, "I have a coupon code BIG77")
    words = said(customer, "nina code KARIBU77")
    with tenant_scope(order.tenant_id):
        now = Order.objects.get(pk=order.pk)
    assert now.total < order.total
    assert f"{now.total:,.2f}".removesuffix(".00") in words


def test_offers_are_told_with_their_conditions(customer: Talk) -> None:
    with tenant_scope(customer.tenant.id):
        Offer.objects.all().delete()
        Offer.objects.create(name="Karibu", code="KARIBU77", percent=Decimal(10), minimum_spend=Decimal(2000))
    words = said(customer, "do you have any offers?")
    assert "10% off" in words
    assert "KARIBU77" in words
    assert "KES 2,000" in words


def test_she_is_told_as_the_order_goes_on_its_way(customer: Talk, order: Order) -> None:
    with tenant_scope(order.tenant_id):
        services.credit(order.id, amount=order.total, what="M-Pesa", now=timezone.now())
    heard(customer)
    for status, words in (("preparing", "being prepared"), ("shipped", "on its way"), ("delivered", "delivered")):
        with tenant_scope(order.tenant_id):
            services.advance(order.id, status=status, by="Asha", now=timezone.now())
        told = heard(customer)
        assert words in told
        assert order.number in told


def test_order_updates_can_be_declined(customer: Talk, order: Order) -> None:
    with tenant_scope(order.tenant_id):
        services.credit(order.id, amount=order.total, what="M-Pesa", now=timezone.now())
        agree(Customer.objects.get(address=customer.sender), order_updates=False)
    heard(customer)
    with tenant_scope(order.tenant_id):
        services.advance(order.id, status="preparing", by="Asha", now=timezone.now())
    assert heard(customer) == ""


def fail(customer: Talk, order: Order, reason: str) -> None:
    facts: dict[str, Any] = {
        "number": order.number, "amount": str(order.total), "currency": order.currency, "method": "mpesa_stk",
        "reason": reason,
    }  # fmt: skip
    conversation = customer.conversation
    with tenant_scope(customer.tenant.id):
        events.record(
            name="payment.failed", key=uuid4().hex, conversation_id=conversation.id,
            customer_id=conversation.customer_id, facts=facts,
        )  # fmt: skip


def test_a_cancelled_prompt_is_tried_again_through_the_question_alone(customer: Talk, order: Order) -> None:
    fail(customer, order, "cancelled")
    told = heard(customer)
    assert "was cancelled on your phone" in told
    variables = json.loads(customer.twilio.messages[-1].fields["ContentVariables"])
    again = said(customer, "Try again") if "Try again" in variables.values() else ""
    assert again
    tools = [call["tool"] for call in customer.last_turn.trace["tools"]]
    assert not {"payment_initiate_stk_push", "payment_create_pesapal_checkout"} & set(tools)


@pytest.mark.parametrize(
    "words", sampled(["i'll pay tomorrow", "nitalipa mwisho wa mwezi", "let me pay later tonight"], quick=1)
)
@pytest.mark.django_db
def test_who_pays_another_time_is_not_charged_and_keeps_the_order(customer: Talk, words: str) -> None:
    customer.say("hoodie grey XL")
    assert "How would you like to pay" in said(customer, "i'll take 1")
    shown = said(customer, words)
    assert "Shall I send" not in shown
    assert "1,850" in said(customer, "pay with mpesa")


@pytest.mark.parametrize(
    "words", sampled(["my order number is 10234", "oda yangu ni 88213", "Order no: 55120"], quick=1)
)
@pytest.mark.django_db
def test_a_number_that_is_no_order_of_theirs_is_said_to_be_none(customer: Talk, words: str) -> None:
    shown = said(customer, words)
    assert any(part in shown for part in ("no order of yours", "Sioni oda", "Sioni order"))


@pytest.mark.parametrize("words", ["nimetuma 500 kwa till yenu na sijapata kitu", "I paid 2000, nothing came"])
@pytest.mark.django_db
def test_money_that_belongs_to_no_order_goes_to_a_person(customer: Talk, words: str) -> None:
    assert "T-" in said(customer, words)


@pytest.mark.django_db
def test_when_it_comes_is_answered_where_no_documents_are_asked(customer: Talk) -> None:
    with tenant_scope(customer.tenant.id):
        Tenant.objects.update(journeys_off=["support"])
    customer.say("hoodie grey XL")
    customer.say("i'll take 1")
    assert "not paid yet" in said(customer, "when will it get here?")
