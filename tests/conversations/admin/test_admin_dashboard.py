"""The first page: the last 24 hours of her tenant, in few statements, and words where nothing happened."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conversations.models import Conversation
from tenants.choices import Role
from tenants.models import Channel, Customer, Tenant
from tenants.scope import tenant_scope
from tests.people import make_inbound, make_outbound, make_turn, member, platform, seated

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]


def busy(tenant: Tenant) -> Conversation:
    """Four messages in, three out, one of them lost, three turns, one parked, and somebody who waits."""
    now = timezone.now()
    with tenant_scope(tenant.id):
        customer = Customer.objects.create(address="whatsapp:+254700000009", name="Wanjiku")
        conversation = Conversation.objects.create(
            channel=Channel.objects.get(),
            customer=customer,
            last_inbound_at=now,
            due_at=now,
            waiting_since=now - timedelta(minutes=9),
        )
        for _ in range(4):
            make_inbound(conversation, body="hi")
        make_inbound(conversation, body="old", received_at=now - timedelta(hours=25))
        for status in ("read", "sent", "failed"):
            make_outbound(conversation, body="yes", status=status, reason="Blocked by the customer.")
        make_outbound(conversation, body="old", queued_at=now - timedelta(hours=30))
        for seconds in (1, 2, 9):
            make_turn(
                conversation, started_at=now - timedelta(seconds=seconds), finished_at=now, cost_usd=Decimal("0.5")
            )
        make_turn(conversation, status="parked", problem="broke")
        make_turn(conversation, started_at=now - timedelta(hours=26), cost_usd=Decimal(7))
    return conversation


def figures(client: Client) -> dict[str, tuple[str, str]]:
    return {card.title: (card.value, card.note) for card in client.get("/admin/").context["cards"]}


def test_the_figures_are_the_last_24_hours_of_her_tenant(make_tenant: MakeTenant) -> None:
    tenant, other = make_tenant(), make_tenant()
    busy(tenant)
    busy(other)
    assert figures(seated(member(tenant))) == {
        "Wait for a person": ("0", "nobody waits"),
        "Messages in": ("4", "from customers"),
        "Messages out": ("3", "from your assistant"),
        "Median turn": ("2.0 s", "of 4 turns"),
        "Waiting longest": ("9\xa0minutes", "1 conversation waiting"),
        "Failures": ("2", "1 message not delivered, 1 turn parked"),
        "Model cost": ("$1.50", "for language models"),
    }
    assert figures(seated(platform()))["Messages in"] == ("8", "from customers")


def test_what_needs_attention_is_named_with_its_reason(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    conversation = busy(tenant)
    page = seated(member(tenant)).get("/admin/").content.decode()
    attention = page[page.index("Needs attention") :]
    assert "Blocked by the customer." in attention
    assert "This message could not be answered" in attention
    assert str(conversation.pk) in attention


def test_a_quiet_tenant_reads_words(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    page = seated(member(tenant)).get("/admin/").content.decode()
    for words in ("nobody wrote in the last 24 hours", "No conversation yet", "Nothing failed", "Nobody"):
        assert words in page


def test_an_operator_does_not_see_the_cost(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    busy(tenant)
    operator = seated(member(tenant, Role.OPERATOR))
    assert "Model cost" not in figures(operator)
    for card in operator.get("/admin/").context["cards"]:
        assert operator.get(card.link).status_code == 200


def test_the_chart_has_a_bar_for_each_hour(make_tenant: MakeTenant) -> None:
    tenant = make_tenant(time_zone="Asia/Kathmandu")
    busy(tenant)
    bars = seated(member(tenant)).get("/admin/").context["chart"]["bars"]
    assert len(bars) == 24
    assert sum(bar["came"] for bar in bars) == 4
    assert max(bar["came_height"] for bar in bars) == 100


def test_the_page_takes_few_statements_and_each_has_an_index(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    busy(tenant)
    client = seated(member(tenant))
    with CaptureQueriesContext(
        connection,
    ) as captured:
        client.get("/admin/")
    asked = [
        query["sql"] for query in captured if query["sql"].startswith("SELECT") and "conversations_" in query["sql"]
    ]
    assert len(asked) <= 8
    with tenant_scope(tenant.id), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        for sql in asked:
            cursor.execute("EXPLAIN " + sql)
            plan = "\n".join(row[0] for row in cursor.fetchall())
            assert "Seq Scan on conversations_" not in plan, plan


def test_the_login_page_needs_no_seat(client: Any) -> None:
    assert client.get("/admin/login/").status_code == 200
