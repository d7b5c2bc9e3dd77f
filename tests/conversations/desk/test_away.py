"""Who is at the desk gets new tickets in turn, and who is away is told by mail that somebody waits."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from tenants.models import Membership, Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.people import member
from tests.talk import Talk
from tools.handoff import away
from tools.handoff.models import HandoffTicket, TicketAction

pytestmark = pytest.mark.django_db
TURNS = {"assigns_in_turns": True}


@pytest.fixture
def asks(talk: Callable[..., Talk]) -> Callable[[Tenant], HandoffTicket]:
    """Somebody new asks for a person; their ticket."""

    def ask(tenant: Tenant) -> HandoffTicket:
        somebody = talk(tenant)
        somebody.say("nataka kuongea na mtu")
        with tenant_scope(tenant.id):
            return HandoffTicket.objects.select_related("assignee").get(conversation_id=somebody.conversation.pk)

    return ask


def test_new_tickets_go_in_turn_to_who_is_there(
    asks: Callable[[Tenant], HandoffTicket], make_tenant: Callable[..., Tenant]
) -> None:
    tenant, other = make_tenant(escalation_rules=TURNS), make_tenant(escalation_rules=TURNS)
    assert asks(tenant).assignee is None, "nobody is there"
    first, second, absent = member(tenant), member(tenant), member(tenant)
    with tenant_scope(tenant.id):
        Membership.objects.filter(user__in=(first, second)).update(at_desk_at=timezone.now())
        Membership.objects.filter(user=absent).update(at_desk_at=timezone.now() - timedelta(hours=1))
    given = [asks(tenant).assignee for _ in range(4)]
    assert {given[0], given[1]} == {given[2], given[3]} == {first, second}
    with tenant_scope(tenant.id):
        HandoffTicket.objects.filter(assignee=second).update(
            status="resolved", resolved_at=timezone.now(), waiting_since=None, due_at=None
        )
    assert [asks(tenant).assignee for _ in range(2)] == [second, second], "who has less to do"
    assert asks(other).assignee is None
    with tenant_scope(tenant.id):
        Tenant.objects.update(escalation_rules={})
    assert asks(tenant).assignee is None, "it is the tenant's switch"


def test_an_open_page_is_presence(operator: Operator) -> None:
    tenant = operator.customer.tenant
    with tenant_scope(tenant.id):
        assert Membership.objects.get(user=operator.user).at_desk_at is None
    operator.client.get("/desk/")
    with tenant_scope(tenant.id):
        noted = Membership.objects.get(user=operator.user).at_desk_at
    assert noted
    operator.client.get("/desk/")
    with tenant_scope(tenant.id):
        assert Membership.objects.get(user=operator.user).at_desk_at == noted, "once a minute"


def test_who_is_away_is_told_once_and_of_no_customer(
    operator: Operator, make_tenant: Callable[..., Tenant], settings: Any
) -> None:
    tenant, number, now = operator.customer.tenant, operator.ticket.number, timezone.now()
    operator.user.email = "sam@duka.example"
    operator.user.save()
    later = now + timedelta(minutes=15)
    assert tenant.id not in away.list_tenants(now), "they have only begun to wait"
    assert tenant.id in away.list_tenants(later)
    with tenant_scope(tenant.id):
        Membership.objects.update(at_desk_at=later)
    assert away.tell(tenant.id, now=later) == 0, "somebody is there"
    with tenant_scope(tenant.id):
        Membership.objects.update(at_desk_at=now - timedelta(hours=1))
    assert away.tell(tenant.id, now=later) == 1
    (told,) = mail.outbox
    assert told.to == ["sam@duka.example"]
    assert number in told.body
    assert "/desk/" in told.body
    assert "Asha" not in told.body + told.subject
    assert away.tell(tenant.id, now=later) == 0, "each ticket once"
    with tenant_scope(tenant.id):
        TicketAction.objects.filter(action=away.MAILED).delete()
        Tenant.objects.update(escalation_rules={"mails_when_away": False})
    assert away.tell(tenant.id, now=later) == 0
    assert away.tell(make_tenant().id, now=later) == 0
