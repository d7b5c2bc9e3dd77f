"""The desk through HTTP: who waits is seen, read with its reasons, taken over, answered, and handed back."""

import hashlib
import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from conversations.desk.actions import ACTIONS
from conversations.models import Conversation, OutboundMessage
from tenants.choices import Role
from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.depth import sampled
from tests.people import agree, member, platform, seated
from tests.talk import Talk
from tools.handoff.models import CannedReply, HandoffTicket, Team, TicketAction

pytestmark = pytest.mark.django_db
HTMX = "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717"


def test_who_waits_is_in_the_queue_with_counts(operator: Operator) -> None:
    shown = operator.queue()
    assert operator.ticket.number in shown
    assert "nataka kuongea na mtu" in shown
    counts = dict(re.findall(r'filter=(\w+)" class="[^"]*"[^>]*>[^<]*<b class="count[^"]*">(\d+)', shown))
    assert counts == {"unassigned": "1", "mine": "0", "mentioned": "0", "waiting": "1", "overdue": "0", "all": "1"}
    assert "Nobody waits in this list" in operator.queue(filter="mine")
    assert operator.ticket.number in operator.queue(q="asha")
    assert "No ticket has these words" in operator.queue(q="nobody of this name")


def test_a_ticket_past_its_time_is_overdue(operator: Operator) -> None:
    with tenant_scope(operator.customer.tenant.id):
        HandoffTicket.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    assert "overdue</span>" in operator.queue(filter="overdue")


def test_the_talk_is_read_with_its_reasons(operator: Operator) -> None:
    shown = operator.page()
    assert "nataka kuongea na mtu" in shown
    assert "Why it was handed over" in shown
    (reasons,) = set(re.findall(r'hx-get="(/desk/turns/[^"]+)"', shown))
    why = operator.client.get(reasons).content.decode()
    assert "handoff_create_ticket" in why


def test_a_person_takes_over_answers_notes_and_hands_back(operator: Operator) -> None:
    customer, ticket = operator.customer, operator.ticket
    assert operator.do("take-over").status_code == 302
    assert operator.ticket.assignee == operator.user
    assert customer.say("hello?") == []
    operator.do("note", text="A regular customer.")
    operator.write("Hello Asha, how can I help?")
    sent = [message.fields.get("Body", "") for message in _delivered(customer)]
    assert sent[-1] == "Hello Asha, how can I help?"
    assert not any("regular" in text for text in sent)
    assert operator.ticket.status == "pending"
    assert customer.say("my shoe broke") == []
    assert operator.ticket.status == "open"
    shown = operator.page()
    assert "A regular customer." in shown
    assert "You have this conversation" in shown
    operator.do("hand-back", text="They get a new pair.")
    assert customer.say("Hi")
    assert "They get a new pair." in customer.conversation.state["handoff"]["handed_back"]
    assert customer.conversation.state["handoff"]["handoff_ticket_number"] == ticket.number
    with tenant_scope(customer.tenant.id):
        told = list(TicketAction.objects.order_by("created_at", "id").values_list("action", flat=True))
    assert told == ["opened", "assigned", "taken over", "noted", "answered", "reopened", "handed back"]


def test_who_was_answered_before_they_were_heard_waits_no_longer(operator: Operator) -> None:
    """The operator is quicker than the end of the burst."""
    operator.do("take-over")
    operator.write("Here I am.")
    operator.customer.post(Body="are you there?")
    operator.write("Yes!")
    assert operator.customer.answer() == ["Here I am.", "Yes!"]
    assert operator.ticket.status == "pending"
    assert operator.customer.conversation.answer_due_at is None


def _delivered(customer: Talk) -> list[Any]:
    from conversations import outbox  # noqa: PLC0415

    outbox.deliver(customer.tenant.id, customer.conversation.id, wait=lambda seconds: None)
    return customer.twilio.messages


def test_resolving_gives_the_conversation_back(operator: Operator) -> None:
    operator.do("take-over")
    operator.do("resolve", text="Settled on the phone.")
    assert operator.ticket.status == "resolved"
    assert operator.customer.say("Hi")
    assert operator.customer.conversation.state["handoff"]["handoff_ticket_number"] is None
    assert operator.ticket.number in operator.queue(filter="resolved")
    assert operator.ticket.number not in operator.queue(filter="all")


def test_who_does_not_have_it_is_refused_and_keeps_their_words(operator: Operator) -> None:
    response = operator.write("I was first")
    assert response.status_code == 409
    assert "Take it over first" in response.content.decode()
    colleague = Operator(operator.customer)
    colleague.do("take-over")
    response = operator.do("resolve", text="all is well")
    assert response.status_code == 409
    assert operator.ticket.status != "resolved"
    assert colleague.ticket.assignee == colleague.user


def test_the_same_click_twice_writes_once(operator: Operator) -> None:
    operator.do("take-over")
    key = uuid4()
    for _ in range(2):
        assert operator.write("only once", key=key).status_code == 302
    with tenant_scope(operator.customer.tenant.id):
        assert OutboundMessage.objects.filter(body="only once").count() == 1


def test_after_a_day_only_a_template_is_sent(operator: Operator) -> None:
    operator.do("take-over")
    with tenant_scope(operator.customer.tenant.id):
        Conversation.objects.update(last_inbound_at=timezone.now() - timedelta(hours=25))
        canned = CannedReply.objects.create(
            shortcut="back", text="Hello {name}, news of {ticket}.", content_sid="HX" + "1" * 32
        )
    refused = operator.write("Are you still there?")
    assert refused.status_code == 409
    assert "approved template only" in refused.content.decode()
    assert f"Hello Asha Wanjiru, news of {operator.ticket.number}." in operator.page()
    assert operator.write("", template=canned.pk).status_code == 302
    sent = _delivered(operator.customer)[-1].fields
    assert sent["ContentSid"] == canned.content_sid
    assert json.loads(sent["ContentVariables"]) == {"1": "Asha Wanjiru", "2": operator.ticket.number}
    with tenant_scope(operator.customer.tenant.id):
        agree(Customer.objects.get(), service=False)
    assert operator.write("", template=canned.pk).status_code == 409


def test_canned_replies_are_there_filled_in(operator: Operator) -> None:
    with tenant_scope(operator.customer.tenant.id):
        CannedReply.objects.create(shortcut="hello", text="Hello {name} </script>")
    operator.do("take-over")
    found = re.search(r'<script id="canned" type="application/json">(.*?)</script>', operator.page(), re.DOTALL)
    assert found
    assert json.loads(found[1]) == [{"shortcut": "hello", "text": "Hello Asha Wanjiru </script>"}]


def test_it_is_given_to_a_colleague_a_team_a_priority_and_a_later_hour(operator: Operator) -> None:
    colleague = member(operator.customer.tenant)
    with tenant_scope(operator.customer.tenant.id):
        team = Team.objects.create(name="Workshop")
    operator.do("assign", assignee=colleague.pk)
    operator.do("team", team=team.pk)
    operator.do("priority", priority=3)
    operator.do("snooze", minutes=60)
    ticket = operator.ticket
    assert (ticket.assignee, ticket.team_id, ticket.priority, ticket.status) == (colleague, team.pk, 3, "snoozed")
    operator.do("reopen")
    assert operator.ticket.status == "open"


@pytest.mark.parametrize(
    ("action", "form"),
    sampled([
        ("assign", {"assignee": str(uuid4())}), ("team", {"team": str(uuid4())}), ("priority", {"priority": "99"}),
        ("snooze", {"minutes": "-5"}), ("note", {"text": " "}), ("write", {"text": "x", "key": "no"}),
    ], quick=3),
)  # fmt: skip
def test_what_makes_no_sense_is_refused_in_words(operator: Operator, action: str, form: dict[str, str]) -> None:
    operator.do("take-over")
    response = operator.do(action, **form)
    assert response.status_code == 409
    assert 'class="problem"' in response.content.decode()


def test_nobody_is_given_to_somebody_elses_member(operator: Operator, make_tenant: Callable[..., Tenant]) -> None:
    stranger = member(make_tenant())
    assert operator.do("assign", assignee=stranger.pk).status_code == 409


def test_two_with_one_ticket_are_told_of_each_other(operator: Operator) -> None:
    colleague = Operator(operator.customer)
    assert "open too" not in operator.page("talk/")
    assert f"{operator.user.username} has this ticket open too" in " ".join(colleague.page("talk/").split())


def test_a_page_that_asks_again_is_answered_with_nothing_new(
    operator: Operator, statements: Callable[[], AbstractContextManager[list[str]]]
) -> None:
    for path in ("/desk/queue/", operator.path("talk/")):
        stamp = operator.client.get(path)["ETag"]
        with statements() as seen:
            response = operator.client.get(path, headers={"If-None-Match": stamp})
        assert response.status_code == 304
        login = ("tenants_session", "tenants_user", "tenants_authenticatorapp", "otp_static")
        own = [sql for sql in seen if not any(table in sql for table in login)]
        assert len(own) <= 2, own  # who may sit here, and whether anything is new
        operator.customer.post(Body="news")
        assert operator.client.get(path, headers={"If-None-Match": stamp}).status_code == 200


def test_a_page_costs_few_statements(
    operator: Operator, statements: Callable[[], AbstractContextManager[list[str]]]
) -> None:
    for path in ("/desk/", operator.path(), operator.path("customer/")):
        with statements() as seen:
            assert operator.client.get(path).status_code == 200
        assert len(seen) <= 12, (path, len(seen), seen)


def test_the_page_is_told_when_somebody_else_has_it_now(operator: Operator) -> None:
    (epoch,) = re.findall(r"talk/\?epoch=([^\"]+)", operator.page())
    assert "HX-Trigger" not in operator.client.get(operator.path("talk/"), {"epoch": epoch})
    Operator(operator.customer).do("take-over")
    assert operator.client.get(operator.path("talk/"), {"epoch": epoch})["HX-Trigger"] == "desk:changed"


def test_only_members_of_the_tenant_sit_here(operator: Operator, make_tenant: Callable[..., Tenant]) -> None:
    paths = ["/desk/", operator.path(), operator.path("talk/")]
    for path in paths:
        assert Client().get(path).status_code == 302
        assert seated(platform()).get(path).status_code == 403
        assert seated(member(operator.customer.tenant)).get(path).status_code == 200
    other = seated(member(make_tenant(), Role.ADMIN))
    assert [other.get(path).status_code for path in paths] == [200, 404, 404]
    assert {other.post(operator.path(f"{action}/")).status_code for action in ACTIONS} == {404}
    assert Client().get(paths[2], headers={"HX-Request": "true"}).status_code == 401


def test_a_script_of_others_is_the_one_that_was_looked_at() -> None:
    """HTMX 2.0.11 as it is published; a new one is looked at, and pinned here and in docs/dependencies.md."""
    script = Path("conversations/desk/static/desk/htmx.js").read_bytes()
    assert hashlib.sha256(script).hexdigest() == HTMX
    assert HTMX in Path("docs/dependencies.md").read_text()


def test_a_customers_words_are_shown_and_never_run(operator: Operator) -> None:
    operator.customer.say("*hello* <script>alert(1)</script> 2*3*4")
    shown = operator.page()
    assert "<b>hello</b> &lt;script&gt;alert(1)&lt;/script&gt; 2*3*4" in shown
    assert "<script>alert" not in shown


def test_the_queue_is_narrowed_by_team_and_by_language(operator: Operator) -> None:
    tenant = operator.customer.tenant
    with tenant_scope(tenant.id):
        sales, workshop = (Team.objects.create(name=name) for name in ("Sales", "Workshop"))
        HandoffTicket.objects.update(team=sales)
    number = operator.ticket.number
    assert number in operator.queue(team=str(sales.pk), language="sw")
    assert number not in operator.queue(team=str(workshop.pk))
    assert number not in operator.queue(language="en")
    assert number in operator.queue(team="nonsense", language="xx")
    assert f"team={sales.pk}" in operator.queue(team=str(sales.pk)), "and stays so while the page asks again"
