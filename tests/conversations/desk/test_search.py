"""Search over messages: by beginnings of words, within one business, with the way to each message."""

from collections.abc import Callable

import pytest
from django.db import connection

from conversations.desk import search
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.people import member, seated
from tests.talk import Talk
from tools.handoff.models import HandoffTicket

pytestmark = pytest.mark.django_db


def test_words_are_found_in_both_directions_and_lead_to_their_place(operator: Operator, customer: Talk) -> None:
    customer.say("my <b>turquoise </b> kettle & <i>lid leak")
    found = operator.client.get("/desk/search/", {"q": "KETTLE turq"}).content.decode()
    assert "<mark>turquoise</mark>" in found
    assert "<mark>kettle</mark>" in found
    assert "<b>turquoise" not in found
    assert "Asha Wanjiru" in found
    place = found.split(f"/desk/tickets/{operator.ticket.pk}/")[1].split('"')[0].replace("&amp;", "&")
    page = operator.client.get(operator.path() + place.split("#")[0]).content.decode()
    assert f'id="{place.split("#")[1]}"' in page
    assert "was told" in operator.client.get("/desk/search/", {"q": operator.ticket.number}).content.decode()
    for nothing in ("kettle spoon", "ettle", "", "&|!():*'\\", "\0"):
        assert "<mark>" not in operator.client.get("/desk/search/", {"q": nothing}).content.decode()


def test_a_talk_without_a_ticket_gets_one_and_only_by_a_click(operator: Operator, talk: Callable[..., Talk]) -> None:
    quiet = talk(operator.customer.tenant)
    quiet.say("do you have running shoes?")
    page = operator.client.get("/desk/search/", {"q": "running shoes"}).content.decode()
    address = f"/desk/talks/{quiet.conversation.pk}/open/"
    assert address in page
    assert operator.client.get(address).status_code == 405
    for place in ("//evil.example/", "?before=2026-11-22T10%3A00#m-0198f000-0000-7000-8000-000000000000\r\nX: y"):
        opened = operator.client.post(address, {"place": place})
        assert opened["Location"] == f"/desk/tickets/{operator.ticket.pk}/"
    with tenant_scope(quiet.tenant.id):
        ticket = HandoffTicket.objects.get(conversation_id=quiet.conversation.pk)
    assert (ticket.reason, ticket.customer_id) == (search.BY_PERSON, quiet.conversation.customer_id)


def test_nobody_finds_or_opens_what_is_another_business_s(
    operator: Operator, customer: Talk, make_tenant: Callable[..., Tenant]
) -> None:
    customer.say("my turquoise kettle leaks")
    stranger = seated(member(make_tenant()))
    assert "kettle" not in stranger.get("/desk/search/", {"q": "turquoise"}).content.decode()
    assert stranger.post(f"/desk/talks/{customer.conversation.pk}/open/").status_code == 404


def test_the_plan_reads_the_tenant_s_rows_only_newest_first(operator: Operator) -> None:
    tenant = operator.customer.tenant
    asked = {"tenant": tenant.id, "query": "kettle:*", "limit": search.SHOWN, "how": search.HOW}
    with tenant_scope(tenant.id), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
        cursor.execute("EXPLAIN " + search.FOUND, asked)
        plan = "\n".join(row[0] for row in cursor.fetchall())
    for table in ("inboundmessage", "outboundmessage"):
        assert f"Index Scan Backward using conversations_{table}_in_tenant" in plan, plan
    assert "Filter: (words @@" in plan or "words @@" in plan
