"""How customers were served: asked once a ticket, answered by a tap, a figure or words, and counted; and merging."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from conversations import outbox
from conversations.models import OutboundMessage
from journeys.handoff.commands import RateTicket
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.depth import sampled
from tests.people import member, seated
from tests.talk import Talk
from tools.handoff import promise, services
from tools.handoff.models import HandoffTicket

pytestmark = pytest.mark.django_db
ASKS = "How did our team serve you?", "Timu yetu ilikuhudumiaje?"


def served(operator: Operator) -> list[str]:
    """What the customer is told when a person has answered and resolved their ticket."""
    before = len(operator.customer.twilio.messages)
    operator.do("take-over")
    operator.do("write", text="It is on its way.", key=uuid4())
    operator.do("resolve")
    ids = operator.customer.tenant.id, operator.customer.conversation.pk
    outbox.deliver(*ids, wait=lambda seconds: None)
    return [Talk._words(message.fields) for message in operator.customer.twilio.messages[before:]]


@pytest.mark.parametrize(
    ("answer", "score", "told"),
    sampled([("5", 5, "Asante"), ("vizuri", 4, "Asante"), ("vibaya sana", 1, "Pole"), ("tap", 2, "Pole")], quick=2),
)
def test_who_was_served_is_asked_once_and_heard(
    operator: Operator, customer: Talk, answer: str, score: int, told: str
) -> None:
    said = served(operator)
    assert [any(words in text for words in ASKS) for text in said] == [False, True]
    if answer == "tap":
        tapped = RateTicket(ticket=str(operator.ticket.pk), score=score).written()
        heard = customer.tap(tapped, "Vibaya")
    else:
        heard = customer.say(answer)
    assert told in heard[0]
    assert operator.ticket.rating == score
    page = operator.client.get("/desk/report/").content.decode()
    assert f"{score}.0" in page
    assert f",{score}\r\n" in operator.client.get("/desk/report.csv").getvalue().decode()
    operator.do("reopen")
    assert not any(words in text for text in served(operator) for words in ASKS), "once a ticket"


def test_nobody_is_asked_who_wants_no_messages_or_where_the_business_does_not_ask(
    operator: Operator, customer: Talk
) -> None:
    operator.do("take-over")
    customer.say("STOP")
    assert not any(words in text for text in served(operator) for words in ASKS)
    assert operator.ticket.rating_asked_at is None
    customer.say("START")
    operator.do("reopen")
    with tenant_scope(customer.tenant.id):
        Tenant.objects.update(escalation_rules={"asks_for_rating": False})
    assert not any(words in text for text in served(operator) for words in ASKS)


def test_a_rating_is_of_the_own_ticket_only(
    operator: Operator, customer: Talk, talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]
) -> None:
    served(operator)
    for stranger in (talk(customer.tenant), talk(make_tenant())):
        stranger.tap(RateTicket(ticket=str(operator.ticket.pk), score=1).written(), "1")
    customer.tap('["rate_ticket",{"ticket":"no id","score":3}]', "3")
    assert operator.ticket.rating is None


def second(operator: Operator) -> HandoffTicket:
    conversation = operator.customer.conversation
    with tenant_scope(operator.customer.tenant.id):
        ticket, _ = services.open_ticket(
            conversation_id=conversation.pk, customer_id=conversation.customer_id, reason="payment", journey="orders",
            step="paid", summary="They paid twice.", sources=["Refunds"], expected_at=None, due_at=timezone.now(),
            now=timezone.now(), matter="payment:1", payment_id=uuid4(),
        )  # fmt: skip
    return ticket


def test_two_tickets_of_one_customer_become_one(operator: Operator, customer: Talk) -> None:
    first = operator.ticket
    other = second(operator)
    operator.client.post(f"/desk/tickets/{other.pk}/note/", {"text": "Bank says yes"})
    path = f"/desk/tickets/{first.pk}/merge/"
    assert operator.client.post(path, {"other": other.pk}).status_code == 302
    with tenant_scope(customer.tenant.id):
        into, gone = HandoffTicket.objects.get(pk=first.pk), HandoffTicket.objects.get(pk=other.pk)
        assert (gone.status, gone.merged_into_id, into.payment_id) == ("resolved", into.pk, other.payment_id)
        assert "They paid twice." in into.summary
        assert [note.text for note in into.notes.all()] == ["Bank says yes"]
    assert operator.client.post(path, {"other": other.pk}).status_code == 409, "it is resolved by now"
    assert operator.client.post(path, {"other": first.pk}).status_code == 409, "it is this one"
    with tenant_scope(customer.tenant.id):
        known, is_new = services.open_ticket(
            conversation_id=gone.conversation_id, customer_id=gone.customer_id, reason="payment", journey="orders",
            step="paid", summary="Again.", sources=[], expected_at=None, due_at=None, now=timezone.now(),
            matter="payment:1",
        )  # fmt: skip
    assert (known.pk, is_new) == (into.pk, False), "what comes of it later goes to the one that went on"


def test_another_customers_ticket_is_not_merged(
    operator: Operator, talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]
) -> None:
    mine = operator.ticket
    for tenant in (operator.customer.tenant, make_tenant()):
        stranger = talk(tenant)
        stranger.say("nataka kuongea na mtu")
        theirs = Operator(stranger).ticket
        done = operator.client.post(f"/desk/tickets/{mine.pk}/merge/", {"other": theirs.pk})
        assert done.status_code in (404, 409)
        with tenant_scope(tenant.id):
            assert not HandoffTicket.objects.get(pk=theirs.pk).is_resolved
    with tenant_scope(operator.customer.tenant.id):
        assert OutboundMessage.objects.filter(body__icontains="serve").count() == 0
    other = seated(member(make_tenant()))
    assert other.post(f"/desk/tickets/{mine.pk}/merge/", {"other": mine.pk}).status_code == 404


@pytest.mark.parametrize(
    ("holidays", "due"),
    [
        ([], "2026-12-25 09:00"),
        ([{"date": "12-25", "name": "Christmas"}], "2026-12-26 09:00"),
        ([{"date": "2026-12-25", "hours": "10:00-12:00"}], "2026-12-25 11:00"),
        ([{"date": "12-25"}, {"date": "2026-12-25", "hours": "10:00-10:30"}], "2026-12-26 08:30"),
        ([{"date": f"12-{day}"} for day in range(25, 32)] + [{"date": "01-01"}], "2027-01-02 09:00"),
    ],
)
def test_what_is_due_knows_of_holidays(
    make_tenant: Callable[..., Tenant], holidays: list[dict[str, str]], due: str
) -> None:
    days = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    tenant = make_tenant(
        business_hours=dict.fromkeys(days, "08:00-17:00"),
        escalation_rules={"reply_within_minutes": 60, "holidays": holidays},
    )
    evening = datetime(2026, 12, 24, 18, 0, tzinfo=ZoneInfo("Africa/Nairobi"))
    assert f"{promise.due(tenant, now=evening):%Y-%m-%d %H:%M}" == due
    assert promise.due(tenant, now=evening) - evening > timedelta(0)
