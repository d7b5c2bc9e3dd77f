"""Tickets: opened by what needs a person unasked, named for what they are about, and never left behind."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from conversations import concerns, outbox, ownership
from conversations.models import Conversation, OutboundMessage
from conversations.sweep import kinds
from journeys.reply import Text
from knowledge.models import UnansweredQuestion
from tenants.models import Membership, Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.people import furnish, member
from tests.talk import Talk
from tools.handoff.models import HandoffTicket, TicketMention
from tools.payments.models import Payment
from tools.providers import Refused

pytestmark = pytest.mark.django_db


def sweep(kind: str) -> None:
    """As a worker does it."""
    for ids in kinds.SWEPT[kind].find():
        kinds.Due(kind, ids).do()


def test_who_works_here_no_longer_leaves_nothing_behind(operator: Operator) -> None:
    operator.do("take-over")
    sweep("left")
    assert operator.ticket.assignee == operator.user  # they do work here
    with tenant_scope(operator.customer.tenant.id):
        Membership.objects.filter(user=operator.user).delete()
    sweep("left")
    assert operator.customer.conversation.owner == "nobody"
    assert operator.ticket.assignee is None
    assert kinds.SWEPT["left"].find() == []
    colleague = Operator(operator.customer)
    assert "Nobody has this conversation" in colleague.page()
    assert operator.ticket.number in colleague.queue(filter="unassigned")
    colleague.do("take-over")
    assert colleague.write("Here I am.").status_code == 302


def test_a_login_that_is_closed_leaves_nothing_behind_either(operator: Operator) -> None:
    operator.do("take-over")
    operator.user.is_active = False
    operator.user.save()
    sweep("left")
    assert operator.customer.conversation.owner == "nobody"


def test_a_payment_that_disagrees_opens_one_ticket(make_tenant: Callable[..., Tenant]) -> None:
    tenant = make_tenant()
    rows = furnish(tenant, "word")
    payment: Any = rows[Payment]
    conversation: Any = rows[Conversation]
    with tenant_scope(tenant.id):
        Payment.objects.update(problem="The provider says 1, we asked for 2.", conversation_id=conversation.pk)
    for _ in range(2):
        sweep("payments to look at")
        concerns.call_for_payment(tenant.pk, payment.pk, now=timezone.now())
    with tenant_scope(tenant.id):
        ticket = HandoffTicket.objects.get(payment_id=payment.pk)
        assert (ticket.order_id, ticket.reason) == (payment.order_id, "payment_unclear")
        assert "The provider says 1" in ticket.summary
        ticket.resolved_at, ticket.status, ticket.waiting_since, ticket.due_at = timezone.now(), "resolved", None, None
        ticket.save()
    assert concerns.list_payments() == []


def test_a_notice_that_fails_opens_one_ticket(customer: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **options: Any) -> None:
        raise Refused("63024", "Invalid message recipient")

    monkeypatch.setattr("conversations.channels.whatsapp.client.send", refuse)
    row = customer.conversation
    with tenant_scope(customer.tenant.id):
        for number in range(3):
            outbox.enqueue(
                [Text(text=f"Your order is on its way {number}", is_notice=number > 0)], channel_id=row.channel_id,
                channel_kind="whatsapp", conversation_id=row.pk, turn_id=None, owner_epoch=0, now=timezone.now(),
            )  # fmt: skip
    outbox.deliver(customer.tenant.id, row.pk, wait=lambda seconds: None)
    with tenant_scope(customer.tenant.id):
        assert OutboundMessage.objects.filter(status="failed").count() == 3
        ticket = HandoffTicket.objects.get(matter=concerns.NOTICES)
    assert "on its way 1" in ticket.summary
    assert "on its way 2" in ticket.summary
    assert "on its way 0" not in ticket.summary


def test_a_ticket_names_the_question_that_was_not_answered(
    talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]
) -> None:
    customer = talk(make_tenant())
    customer.say("what is your warranty on fridges?")
    customer.say("nataka kuongea na mtu")
    with tenant_scope(customer.tenant.id):
        tickets = list(HandoffTicket.objects.exclude(question_id=None))
        asked = list(UnansweredQuestion.objects.values_list("pk", flat=True))
    assert [ticket.question_id for ticket in tickets] == asked[:1]


def test_a_colleague_who_is_named_finds_the_note(operator: Operator) -> None:
    colleague, stranger = Operator(operator.customer), member(operator.customer.tenant)
    operator.do("note", text=f"@{colleague.user.username.upper()} please ring them, not @nobody or me@{stranger}")
    assert operator.ticket.number in colleague.queue(filter="mentioned")
    assert "You are named here" in colleague.page()
    assert "You are named here" not in operator.page()
    colleague.do("see")
    assert operator.ticket.number not in colleague.queue(filter="mentioned")
    with tenant_scope(operator.customer.tenant.id):
        assert [one.user for one in TicketMention.objects.select_related("user")] == [colleague.user]


def test_it_is_found_by_its_tags(operator: Operator) -> None:
    assert operator.do("tag", tags="Refund, #vip  vip").status_code == 302
    assert operator.ticket.tags == ["refund", "vip"]
    assert operator.ticket.number in operator.queue(q="#VIP")
    assert operator.do("tag", tags="<b>").status_code == 409
    assert operator.do("tag", tags="").status_code == 302
    assert operator.ticket.tags == []


def test_that_nobody_came_is_not_said_once_somebody_has(operator: Operator) -> None:
    """It waits in the outbox while another takes over: then it is not true any more."""
    operator.do("take-over")
    row = operator.customer.conversation
    with tenant_scope(operator.customer.tenant.id):
        Conversation.objects.update(answer_due_at=timezone.now() - timedelta(minutes=1))
    assert ownership.tell_away(now=timezone.now()) == [(row.tenant_id, row.pk)]
    Operator(operator.customer).do("take-over")
    with tenant_scope(operator.customer.tenant.id):
        assert OutboundMessage.objects.filter(status="withdrawn").count() == 1
