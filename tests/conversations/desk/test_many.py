"""Several tickets at once, and what a report says of all of them."""

import csv
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from conversations.desk import report
from knowledge.models import UnansweredQuestion
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.people import member, seated
from tests.talk import Talk
from tools.handoff.models import HandoffTicket

pytestmark = pytest.mark.django_db
BULK = "/desk/bulk/?filter=all"


@pytest.fixture
def both(customer: Talk, talk: Callable[..., Talk]) -> list[HandoffTicket]:
    """The tickets of two customers."""
    talk(customer.tenant).say("I want a refund, let me talk to a person")
    with tenant_scope(customer.tenant.id):
        return list(HandoffTicket.objects.order_by("created_at"))


def fresh(tenant: Tenant) -> list[HandoffTicket]:
    with tenant_scope(tenant.id):
        return list(HandoffTicket.objects.order_by("created_at").select_related("assignee"))


def test_several_are_assigned_tagged_and_resolved(operator: Operator, both: list[HandoffTicket]) -> None:
    tenant, picked = operator.customer.tenant, [str(ticket.pk) for ticket in both]
    do = lambda action, **form: operator.client.post(BULK, {"action": action, "ticket": picked} | form, follow=True)  # noqa: E731
    assert "2 assigned to you." in do("assign").content.decode()
    assert {ticket.assignee for ticket in fresh(tenant)} == {operator.user}
    do("tag", tags="eid")
    do("tag", tags="vip")
    assert [ticket.tags for ticket in fresh(tenant)] == [["eid", "vip"]] * 2
    Operator(operator.customer).client.post(f"/desk/tickets/{both[1].pk}/take-over/")
    page = do("resolve").content.decode()
    assert "1 resolved." in page
    assert f"{both[1].number}: Somebody else has this conversation" in page
    assert [ticket.status for ticket in fresh(tenant)] == ["resolved", "open"]


def test_others_tickets_are_not_touched(
    operator: Operator, both: list[HandoffTicket], make_tenant: Callable[..., Tenant]
) -> None:
    stranger = seated(member(make_tenant()))
    picked = [str(both[0].pk), "no id", str(uuid4())]
    for action in ("assign", "resolve", "tag", "delete everything"):
        assert stranger.post(BULK, {"action": action, "ticket": picked, "tags": "x"}).status_code == 302
    assert [(ticket.status, ticket.assignee, ticket.tags) for ticket in fresh(operator.customer.tenant)] == [
        ("open", None, [])
    ] * 2


def test_a_report_counts_and_is_saved(
    operator: Operator, both: list[HandoffTicket], make_tenant: Callable[..., Tenant], monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant, now = operator.customer.tenant, timezone.now()
    with tenant_scope(tenant.id):
        first = HandoffTicket.objects.filter(pk=both[0].pk)
        first.update(created_at=now - timedelta(hours=3), answered_at=now - timedelta(hours=1), tags=["=1+1"])
    page = operator.client.get("/desk/report/").content.decode()
    assert "2 h 0 min" in page
    assert "Human request" in page
    monkeypatch.setattr(report, "PAGE", 1)
    saved = operator.client.get("/desk/report.csv", {"days": "7"})
    assert saved["Content-Type"].startswith("text/csv")
    written = saved.getvalue().decode()
    lines = list(csv.DictReader(written.splitlines()))
    assert {line["number"] for line in lines} == {ticket.number for ticket in both}
    told = next(line for line in lines if line["number"] == both[0].number)
    assert (told["minutes_to_first_answer"], told["tags"]) == ("120.0", "'=1+1")
    assert "Asha" not in written
    other = seated(member(make_tenant()))
    assert "No ticket was opened" in other.get("/desk/report/").content.decode()
    assert len(other.get("/desk/report.csv").getvalue().decode().splitlines()) == 1


def test_the_report_tells_what_was_not_known(operator: Operator, make_tenant: Callable[..., Tenant]) -> None:
    asked = ("do you repair watches?", "Do you repair watches", "do you sell boats?")
    with tenant_scope(operator.customer.tenant.id):
        for question in asked:
            key = " ".join(question.casefold().strip("?").split())
            UnansweredQuestion.objects.create(
                question=question, key=key, decision="insufficient", score=0.1,
                conversation_id=operator.customer.conversation.pk,
            )  # fmt: skip
        UnansweredQuestion.objects.filter(key="do you sell boats").update(status="answered")
    page = " ".join(operator.client.get("/desk/report/").content.decode().split())
    assert "do you repair watches?</th><td>2</td>" in page or "Do you repair watches</th><td>2</td>" in page
    assert "boats" not in page
    assert "could not answer" not in seated(member(make_tenant())).get("/desk/report/").content.decode()
