"""Staff research from a ticket: started, asked back, plan changed, followed as a tree, sent in part, kept."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest

from conversations import outbox
from journeys.research import retrieval
from knowledge.library import files
from knowledge.models import Document
from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.conversations.research.conftest import latest
from tests.depth import thorough
from tests.talk import Talk
from tools.research.facts import KEPT

pytestmark = thorough

QUESTION = "May I end my fibre agreement early, and what do I owe then?"


@pytest.fixture
def admin(talk: Callable[..., Talk], netco: Tenant) -> Operator:
    customer = talk(netco)
    customer.say("I want to talk to a person", ProfileName="Asha Wanjiru")
    return Operator(customer, Role.ADMIN)


def test_from_a_ticket_to_the_customer_and_the_library(
    admin: Operator, netco: Tenant, steps: Callable[[Tenant], int]
) -> None:
    ticket = admin.ticket
    assert "Asha Wanjiru" in admin.client.get("/desk/research/", {"ticket": ticket.pk}).content.decode()
    begun = admin.client.post("/desk/research/start/", {"question": QUESTION, "ticket": ticket.pk})
    run = latest(netco)
    at = f"/desk/research/{run.pk}/"
    assert begun["Location"] == at
    assert "every 2s" in admin.client.get(at).content.decode(), "it is followed live"
    steps(netco)
    assert "minimum term" in admin.client.get(at).content.decode()
    admin.client.post(f"{at}answer/", {"text": "They are in month 5", "over": "1"})
    steps(netco)
    admin.client.post(f"{at}plan/", {"strike": "5", "text": "add: the deposit"})
    shown = admin.client.get(at).content.decode()
    assert "the deposit" in shown
    admin.client.post(f"{at}plan/", {"approve": "1"})
    steps(netco)
    done = admin.client.get(at).content.decode()
    assert "KES 12,000" in done
    assert "followed" in done, "the references that led on"
    assert admin.customer.answer() == [], "what staff research says nothing to the customer by itself"

    refused = admin.client.post(f"{at}send/", {"sentence": "0", "key": str(uuid4())})
    assert refused.status_code == 409, "nobody has taken the conversation over"
    admin.do("take-over")
    key = str(uuid4())
    for _ in range(2):
        assert admin.client.post(f"{at}send/", {"sentence": ["0", "1"], "key": key}).status_code == 200
    outbox.deliver(netco.id, run.conversation_id, wait=lambda seconds: None)
    sent = [each.fields["Body"] for each in admin.customer.twilio.messages if "Service agreement" in str(each.fields)]
    assert len(sent) == 1
    assert sent[0].count("•") == 2

    assert admin.client.post(f"{at}keep/").status_code == 200
    with tenant_scope(netco.id):
        kept = Document.objects.get(key=f"research/{run.pk}")
        assert kept.incoming


def test_a_report_that_was_kept_is_no_source_of_the_next(netco: Tenant) -> None:
    with tenant_scope(netco.id):
        Document.objects.filter(title="Schedule of fees").update(key=f"{KEPT}1")
    found = retrieval.retrieve(netco.id, ["early termination charge"], audience="", top_k=5)
    assert found
    assert "Schedule of fees" not in {each.title for each in found}


def test_what_rests_on_a_paper_for_staff_is_kept_for_staff(
    admin: Operator, netco: Tenant, steps: Callable[[Tenant], int]
) -> None:
    with tenant_scope(netco.id):
        Document.objects.filter(title="Schedule of fees").update(audience="staff")
    admin.client.post("/desk/research/start/", {"question": QUESTION})
    steps(netco)
    run = latest(netco)
    at = f"/desk/research/{run.pk}/"
    admin.client.post(f"{at}answer/", {"text": "no", "over": "1"})
    steps(netco)
    admin.client.post(f"{at}plan/", {"approve": "1"})
    steps(netco)
    assert admin.client.post(f"{at}keep/").status_code == 200
    with tenant_scope(netco.id):
        kept = Document.objects.get(key=f"research/{run.pk}")
        assert files.read(netco.id, kept.incoming).startswith(b"---\naudience: staff\n---")


def test_who_is_no_admin_keeps_nothing_and_a_run_can_be_cancelled(admin: Operator, netco: Tenant) -> None:
    other = Operator(admin.customer)
    other.client.post("/desk/research/start/", {"question": QUESTION})
    run = latest(netco)
    assert run.conversation_id is None
    at = f"/desk/research/{run.pk}/"
    assert other.client.post(f"{at}keep/").status_code == 409
    assert other.client.post(f"{at}cancel/").status_code == 302
    assert latest(netco).phase == "cancelled"
    assert other.client.post(f"{at}cancel/").status_code == 409
    assert re.search("Cancelled", other.client.get("/desk/research/").content.decode())
