"""The examples of the seeds and neighbours of them over the web chat's API: what holds on the phone holds there."""

import re
from uuid import UUID

import pytest

from conversations.channels.web.threads import address_of
from conversations.simulator.stories import story
from conversations.simulator.stories.conditions import Seen, problems
from conversations.simulator.stories.story import Story
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests import demo
from tests.conversations.channels.web.visitor import Visitor, open_chat, work
from tests.depth import thorough
from tests.stories.kept import FOLDER
from tools.handoff.models import HandoffTicket

SEEDS = [one for file in sorted((FOLDER / "told").glob("seed_*.toml")) for one in story.load(file)]
# Who is known by their phone number is nobody on a page.
ON_A_PAGE = [one for one in SEEDS if one.customer is None]


@thorough
@pytest.mark.parametrize("business", sorted({one.business for one in ON_A_PAGE}))
def test_what_the_seeds_show_holds_on_a_page(db: None, monkeypatch: pytest.MonkeyPatch, business: str) -> None:
    monkeypatch.setattr("conversations.turn._prolong", lambda held, now: None)
    monkeypatch.setattr("conversations.tasks.wake", work)
    monkeypatch.setattr("conversations.channels.web.views.SAYS_A_MINUTE", 1000)
    tenant = demo.put(business, with_library=True)
    channel = open_chat(tenant)
    stories = [one for one in ON_A_PAGE if one.business == business]
    broken = [f"{one.name}: {found}" for one in stories for found in _problems(one, tenant, Visitor(channel))]
    assert not broken, "\n".join(broken)


def _problems(one: Story, tenant: Tenant, visitor: Visitor) -> list[str]:
    found = []
    for step in one.say:
        told = visitor.say(step.text or "")
        with tenant_scope(tenant.id):
            address = address_of(UUID(visitor.thread))
            ticket = HandoffTicket.objects.filter(customer__address=address, status="open").first()
        listed = any(message["options"] for message in told["messages"])
        seen = Seen(text=told["reply"], intro=tenant.bot_intro, has_options=listed, ticket=ticket)
        case = re.search(r"\bR1\d{4}\b", told["reply"])
        if case and told["state_excerpt"].get("billing_case_id") != case[0]:
            found.append(f"{step.text}: {case[0]} does not stand in {told['state_excerpt']}")
        found += [f"{step.text}: {problem} ({told['reply']})" for met in step.met for problem in problems(met, seen)]
    return found
