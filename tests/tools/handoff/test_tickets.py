"""Tickets: one open a conversation, caused once, promised within the tenant's hours; closed in the admin."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from tenants.choices import Role
from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.people import member, seated
from tools import registry
from tools.contract import ToolContext
from tools.handoff import handling, services
from tools.handoff.models import CannedReply, HandoffTicket, TicketAction

pytestmark = pytest.mark.django_db
ASKED = {"reason": "human_request", "journey": "sales", "step": "route", "summary": "She wants a person."}
WEEK = dict.fromkeys(("mon", "tue", "wed", "thu", "fri"), "08:00-18:00") | {"sat": "closed", "sun": "closed"}
MONDAY_NOON = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # 12:00 in Nairobi
FRIDAY_NIGHT = datetime(2026, 3, 6, 14, 50, tzinfo=UTC)  # 17:50


@pytest.fixture
def tenant(make_tenant: Callable[..., Tenant]) -> Tenant:
    return make_tenant(business_hours=WEEK, escalation_rules={"reply_within_minutes": 30})


@pytest.fixture
def context(tenant: Tenant) -> ToolContext:
    with tenant_scope(tenant.id):
        customer = Customer.objects.create(address="whatsapp:+254712000999", name="Asha")
    return ToolContext(
        tenant_id=tenant.id, conversation_id=uuid4(), request_id=uuid4(), customer_id=customer.id, now=MONDAY_NOON
    )


def again(context: ToolContext, **changes: Any) -> ToolContext:
    known = {
        name: getattr(context, name) for name in ("tenant_id", "conversation_id", "request_id", "customer_id", "now")
    }
    return ToolContext(**(known | changes))


def create(context: ToolContext, **changes: Any) -> Any:
    return registry.call("handoff_create_ticket", ASKED | changes, context).result


def test_a_ticket_keeps_what_a_person_needs(context: ToolContext) -> None:
    result = create(context, sources=["Returns — returns.md (2.1)"])
    assert (result.is_new, result.within_minutes, result.expected_reply) == (True, 30, "within 30 minutes")
    with tenant_scope(context.tenant_id):
        ticket = HandoffTicket.objects.get()
    assert ticket.number == result.number
    assert (ticket.reason, ticket.journey, ticket.step) == ("human_request", "sales", "route")
    assert (ticket.customer_id, ticket.conversation_id) == (context.customer_id, context.conversation_id)
    assert ticket.sources == ["Returns — returns.md (2.1)"]


def test_the_same_turn_causes_it_once(context: ToolContext) -> None:
    first = create(context)
    call = registry.call("handoff_create_ticket", ASKED, context)
    assert call.is_repeat
    assert call.result == first


def test_a_second_hand_over_is_added_to_the_open_ticket(context: ToolContext) -> None:
    first = create(context)
    second = create(again(context, request_id=uuid4()), reason="dispute", summary="She was charged twice.")
    assert (second.number, second.is_new) == (first.number, False)
    with tenant_scope(context.tenant_id):
        assert "[dispute] She was charged twice." in HandoffTicket.objects.get().summary


def test_a_ticket_is_for_the_gravest_that_it_has_heard(context: ToolContext) -> None:
    told = []
    for reason in ("request", "complaint", "human_request", "dispute", "frustration"):
        create(again(context, request_id=uuid4()), reason=reason, summary=f"Because of {reason}.")
        with tenant_scope(context.tenant_id):
            told.append(HandoffTicket.objects.get().reason)
    assert told == ["request", "complaint", "complaint", "dispute", "dispute"]
    with tenant_scope(context.tenant_id):
        changes = TicketAction.objects.filter(action="reason changed").order_by("created_at")
        assert [change.detail for change in changes] == ["request → complaint", "complaint → dispute"]


def test_the_database_holds_one_open_ticket_a_conversation(context: ToolContext) -> None:
    create(context)
    with tenant_scope(context.tenant_id), pytest.raises(IntegrityError), transaction.atomic():
        HandoffTicket.objects.create(
            number="T-1", reason="x", journey="x", step="x", summary="x", customer_id=context.customer_id,
            conversation_id=context.conversation_id,
        )  # fmt: skip


@pytest.mark.parametrize(("days", "is_new"), [(1, False), (4, True)])
def test_who_comes_back_soon_comes_back_to_the_same_ticket(context: ToolContext, days: int, is_new: bool) -> None:
    first = create(context)
    with tenant_scope(context.tenant_id):
        handling.resolve(HandoffTicket.objects.get(), now=MONDAY_NOON, actor_id=None)
    second = create(again(context, request_id=uuid4(), now=MONDAY_NOON + timedelta(days=days)))
    assert second.is_new is is_new
    assert (second.number == first.number) is not is_new
    with tenant_scope(context.tenant_id):
        assert HandoffTicket.objects.get(number=second.number).status == "open"


def test_a_promise_keeps_to_the_opening_hours(context: ToolContext) -> None:
    result = create(again(context, now=FRIDAY_NIGHT))
    assert result.within_minutes is None
    assert f"{result.expected_at:%A %H:%M}" == "Monday 08:20"
    assert result.expected_reply == "2026-03-09 08:20"


def test_without_a_rule_nothing_is_promised(context: ToolContext) -> None:
    with tenant_scope(context.tenant_id):
        Tenant.objects.update(escalation_rules={"reply_within_minutes": "soon"})
    result = create(context)
    assert (result.expected_reply, result.expected_at) == (None, None)


def test_a_taken_number_is_drawn_again(context: ToolContext) -> None:
    drawn = iter([111111, 111111, 222222])
    made = [_open(context, uuid4(), lambda: next(drawn)) for _ in range(2)]
    assert made == ["T-111111", "T-222222"]


def _open(context: ToolContext, conversation_id: UUID, draw: Callable[[], int]) -> str:
    with tenant_scope(context.tenant_id):
        ticket, _ = services.open_ticket(
            conversation_id=conversation_id,
            customer_id=context.customer_id,
            sources=[],
            expected_at=None,
            due_at=None,
            now=MONDAY_NOON,
            draw=draw,
            **ASKED,
        )
    return ticket.number


def test_members_read_and_resolve_them_in_the_admin(context: ToolContext, tenant: Tenant) -> None:
    number = create(context).number
    with tenant_scope(tenant.id):
        ticket = HandoffTicket.objects.get()
    client = seated(member(tenant, Role.OPERATOR))
    assert number in client.get(reverse("admin:handoff_handoffticket_changelist")).content.decode()
    assert (
        "She wants a person."
        in client.get(reverse("admin:handoff_handoffticket_change", args=[ticket.pk])).content.decode()
    )
    client.get(reverse("admin:handoff_handoffticket_resolve", args=[ticket.pk]))
    with tenant_scope(tenant.id):
        assert HandoffTicket.objects.get().status == "resolved"


def opened(context: ToolContext) -> HandoffTicket:
    create(context)
    return HandoffTicket.objects.get()


@pytest.fixture
def operator(tenant: Tenant) -> UUID:
    return member(tenant, Role.OPERATOR).pk


def history(ticket: HandoffTicket) -> list[str]:
    return [str(line) for line in ticket.actions.order_by("created_at", "id")]


def test_the_life_of_a_ticket_is_written_down(context: ToolContext, operator: UUID) -> None:
    later = MONDAY_NOON + timedelta(hours=2)
    with tenant_scope(context.tenant_id):
        ticket = opened(context)
        assert (ticket.waiting_since, ticket.due_at) == (MONDAY_NOON, MONDAY_NOON + timedelta(minutes=30))
        for _ in range(2):  # a second click changes nothing and writes no line
            handling.assign(ticket, assignee_id=operator, name="Amina", actor_id=operator)
            handling.set_priority(ticket, priority=3, actor_id=operator)
        handling.add_note(ticket, text="They are a regular.", actor_id=operator)
        handling.answered(context.conversation_id, now=later, actor_id=operator)
        ticket.refresh_from_db()
        assert (ticket.status, ticket.waiting_since, ticket.answered_at) == ("pending", None, later)
        services.customer_wrote(context.conversation_id, due_at=later, now=later)
        ticket.refresh_from_db()
        assert (ticket.status, ticket.waiting_since) == ("open", later)
        handling.resolve(ticket, now=later, actor_id=operator)
        assert history(ticket) == [
            "opened human_request", "assigned Amina", "priority Urgent", "noted", "answered",
            "reopened the customer wrote", "resolved",
        ]  # fmt: skip


@pytest.mark.parametrize("wakes", ["its time", "a reply"])
def test_a_snoozed_ticket_comes_back(context: ToolContext, operator: UUID, wakes: str) -> None:
    until = MONDAY_NOON + timedelta(hours=4)
    with tenant_scope(context.tenant_id):
        ticket = opened(context)
        handling.snooze(ticket, until=until, now=MONDAY_NOON, actor_id=operator)
        assert services.wake_snoozed(now=until - timedelta(seconds=1)) == 0
        if wakes == "its time":
            assert services.wake_snoozed(now=until) == 1
        else:
            services.customer_wrote(context.conversation_id, due_at=None, now=until)
        ticket.refresh_from_db()
        assert (ticket.status, ticket.snoozed_until) == ("open", None)


def test_what_makes_no_sense_is_refused_in_words(context: ToolContext, operator: UUID) -> None:
    with tenant_scope(context.tenant_id):
        ticket = opened(context)
        with pytest.raises(handling.NotPossible, match="still to come"):
            handling.snooze(ticket, until=MONDAY_NOON, now=MONDAY_NOON, actor_id=operator)
        with pytest.raises(handling.NotPossible, match="no such team"):
            handling.set_team(ticket, team_id=uuid4(), actor_id=operator)
        with pytest.raises(handling.NotPossible, match="no such priority"):
            handling.set_priority(ticket, priority=9, actor_id=operator)
        with pytest.raises(handling.NotPossible, match="words"):
            handling.add_note(ticket, text="  ", actor_id=operator)
        handling.resolve(ticket, now=MONDAY_NOON, actor_id=operator)
        with pytest.raises(handling.NotPossible, match="Reopen it first"):
            handling.snooze(ticket, until=MONDAY_NOON + timedelta(hours=1), now=MONDAY_NOON, actor_id=operator)


def test_two_matters_are_two_tickets_and_one_is_one(context: ToolContext) -> None:
    with tenant_scope(context.tenant_id):
        known = {
            "conversation_id": context.conversation_id, "customer_id": context.customer_id, "sources": [],
            "expected_at": None, "due_at": None, "now": MONDAY_NOON, **ASKED,
        }  # fmt: skip
        payment = uuid4()
        numbers = [
            services.open_ticket(**known, matter=matter, payment_id=payment)[0].number
            for matter in ("conversation", "payment", "payment")
        ]
    assert len(set(numbers)) == 2
    assert numbers[1] == numbers[2]


def test_without_a_promise_a_working_day_is_due(context: ToolContext) -> None:
    with tenant_scope(context.tenant_id):
        Tenant.objects.update(escalation_rules={})
        ticket = opened(again(context, now=FRIDAY_NIGHT))
    assert ticket.expected_at is None
    assert f"{ticket.due_at.astimezone(UTC):%A %H:%M}" == "Monday 12:50"


def test_a_canned_reply_fills_in_what_it_knows(tenant: Tenant) -> None:
    canned = CannedReply(shortcut="hi", text="Hello {name}, {ticket} of {name}; {unknown}", content_sid="HX" + "1" * 32)
    values = {"name": "Asha", "ticket": "T-1", "me": "Amina"}
    assert canned.filled(values) == "Hello Asha, T-1 of Asha; {unknown}"
    assert canned.variables(values) == {"1": "Asha", "2": "T-1"}
