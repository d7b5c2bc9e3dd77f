"""A suggested reply: the assistant's own words, tried without effect, for a person to use."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from conversations.models import InboundMessage, OutboundMessage, Turn
from conversations.turn.rehearsal import rehearse
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.depth import sampled
from tests.talk import Talk
from tools.models import ToolCall
from tools.orders.models import Order

pytestmark = pytest.mark.django_db


def order_of(customer: Talk) -> Order:
    conversation = customer.conversation
    with tenant_scope(customer.tenant.id):
        return Order.objects.create(
            number="K7M2P9R5", customer_id=conversation.customer_id, conversation_id=conversation.pk, status="paid",
            expires_at=timezone.now() + timedelta(days=1),
        )  # fmt: skip


def told(customer: Talk) -> tuple[int, ...]:
    with tenant_scope(customer.tenant.id):
        return tuple(kind.objects.count() for kind in (InboundMessage, OutboundMessage, Turn, ToolCall))


def test_what_the_assistant_would_say_is_shown_with_its_evidence_and_nothing_happens(
    operator: Operator, customer: Talk
) -> None:
    order_of(customer)
    operator.do("take-over")
    customer.say("where is my order?")
    before, state = told(customer), customer.conversation.state
    page = operator.page("suggestion/")
    assert "K7M2P9R5" in page.split("What it rests on")[0], "in its words"
    assert "Order K7M2P9R5" in page.split("What it rests on")[1], "and as what they rest on"
    assert "I am " not in page, "who answers is no assistant"
    assert (told(customer), customer.conversation.state) == (before, state)
    assert "suggestion/" in operator.page()
    operator.do("write", text="On its way", key=UUID(int=7))
    assert "Suggested reply" not in operator.page("suggestion/"), "nothing waits for an answer"


@pytest.mark.parametrize(
    "wish", sampled(["delete my data", "STOP", "nataka kuongea na mtu", "asdf qwer zxcv"], quick=2)
)
def test_what_needs_more_than_words_or_is_nothing_is_not_suggested(
    operator: Operator, customer: Talk, wish: str
) -> None:
    operator.do("take-over")
    with tenant_scope(customer.tenant.id):
        InboundMessage.objects.all().update(body=wish, received_at=timezone.now() + timedelta(seconds=5))
    before = told(customer)
    found = rehearse(customer.tenant.id, customer.conversation.pk, now=timezone.now())
    assert found.text == ""
    assert told(customer) == before


def test_nobody_elses_talk_is_rehearsed(
    operator: Operator, customer: Talk, talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]
) -> None:
    operator.do("take-over")
    customer.say("where is my order?")
    stranger = talk(make_tenant())
    stranger.say("nataka kuongea na mtu")
    other = Operator(stranger)
    assert other.client.get(operator.path("suggestion/")).status_code == 404
