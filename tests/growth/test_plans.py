"""Nothing that is asked again and again reads a grown table from one end to the other."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.utils import timezone

from conversations.inbox import arrival
from conversations.models import InboundMessage
from conversations.simulator import growth
from tenants.admin.scoped import COUNTED
from tenants.models import Channel, CustomerAddress, Tenant
from tenants.postgresql import months
from tenants.scope import fleet_scope, tenant_scope
from tests import databases, hot, people, plans
from tests.depth import rounds, thorough
from tests.loopback.twilio_server import TwilioServer
from tests.talk import Talk

pytestmark = thorough

# So many that PostgreSQL, which takes a business and its channel for unrelated, expects hardly a row of both.
MESSAGES, CONVERSATIONS, TENANTS = rounds(16_000, deep=40_000), 4_000, 80
LARGE_ROWS = 2_000
# In PostgreSQL's units; to look through the calls of the largest business costs 600.
DEAR = 200
# A dozen of index and table for each of three rows.
PAGES = 40


@pytest.fixture(scope="module")
def grown(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[Tenant]:
    """The largest of them."""
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        growth.grow(growth.sizes(messages=MESSAGES, conversations=CONVERSATIONS, tenants=TENANTS))
        with fleet_scope():
            largest = Tenant.objects.get(slug=f"{growth.SLUG}0001")
        yield largest
    databases.empty()


def test_businesses_are_unlike_and_together_what_was_asked_for(grown: Tenant) -> None:
    with fleet_scope():
        counts = [InboundMessage.objects.filter(tenant=one).count() for one in Tenant.objects.order_by("slug")]
    assert abs(sum(counts) * 2 - MESSAGES) < TENANTS * 2
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 8 * counts[-1]
    assert grown.name.endswith("(test data)")
    with tenant_scope(grown.id):
        first = InboundMessage.objects.select_related("conversation__customer", "turn").order_by("pk")[0]
        assert first.turn is not None
        assert first.turn.conversation_id == first.conversation_id
        assert first.conversation.created_at <= first.received_at
    with fleet_scope():  # half a year of months, and nothing beside them
        assert not any(months.list_others(table) for table in months.parted())
    assert len([one for one in months.list_months() if one.end <= timezone.now()]) >= 2 * 5
    with pytest.raises(growth.AlreadyGrown):
        growth.grow(growth.sizes(messages=2, conversations=1, tenants=1))


def test_no_hot_statement_reads_a_large_table_whole(grown: Tenant, to_twilio: TwilioServer) -> None:
    watch = plans.Watch()
    for what, do in hot.deeds(grown, Talk(tenant=grown, twilio=to_twilio)):
        with watch(what):
            do()
    everywhere = [*hot.pages(grown), *hot.searches()]
    for who in (people.member(grown), people.person(is_superuser=True)):
        client = people.seated(who)
        for path in everywhere:
            with watch(path):
                assert hot.is_open(client, path), path
    large = plans.large_tables(rows=LARGE_ROWS)
    assert {"conversations_inboundmessage", "conversations_turn", "tenants_customer"} <= large
    seen = [plans.explain(sent, large=large) for sent in watch.sent]
    assert len(seen) > 200
    whole = [
        f"{sorted(plan.read_whole)} {plan.sent.what}: {plan.sent.sql}"
        for plan in seen
        if plan.read_whole and not plan.sent.sql.endswith(f"LIMIT {COUNTED}) subquery")  # which ends there in any table
    ]
    assert not whole, "\n".join(whole)
    # A turn and the sweep find a few rows each, by an index that leads to just these.
    dear = [
        f"{plan.cost:.0f} {plan.sent.what}: {plan.sent.sql}"
        for plan in seen
        if plan.cost > DEAR and not plan.sent.what.startswith("/")
    ]
    assert not dear, "\n".join(dear)


def test_a_known_customer_is_found_without_a_look_at_the_others(grown: Tenant) -> None:
    """What PostgreSQL expects tells nothing here: it expects one conversation, and goes through all of a business."""
    statement = f"WITH {arrival._BY_ADDRESSES} SELECT * FROM one"
    for place, name in enumerate(("tenant", "channel", "keys", "count"), start=1):
        statement = statement.replace(f"%({name})s", f"${place}")
    with tenant_scope(grown.id), connection.cursor() as cursor:
        channel, known = Channel.objects.get(), CustomerAddress.objects.order_by("pk")[7]
        cursor.execute(f"PREPARE who_writes (uuid, uuid, text[], int) AS {statement}")
        cursor.execute(
            "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE who_writes (%s, %s, %s, 1)",
            [grown.id, channel.pk, [known.key]],
        )
        plan = cursor.fetchone()[0][0]["Plan"]
        cursor.execute("DEALLOCATE who_writes")
    assert plan["Actual Rows"] == 1
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < PAGES


def test_it_is_taken_out_again(grown: Tenant) -> None:
    assert growth.remove() == TENANTS
    with fleet_scope():
        assert not InboundMessage.objects.exists()
