"""A blocklist is obeyed before anything is understood: by number, by the beginning of numbers, and by words."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from tenants.blocklist.entry import BlockEntry
from tenants.choices import Role
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.people import member, seated
from tests.talk import Talk
from tools.handoff.models import HandoffTicket, TicketAction

pytestmark = pytest.mark.django_db
MakeTalk = Callable[..., Talk]


def put_down(talk: Talk, pattern: str, **more: str) -> None:
    with tenant_scope(talk.tenant.id):
        entry = BlockEntry(pattern=pattern, **more)
        entry.full_clean(exclude=["tenant"])
        entry.save()


def test_who_is_blocked_is_not_answered_but_their_stop_counts(
    talk: MakeTalk, make_tenant: Callable[..., Tenant]
) -> None:
    here, there = talk(make_tenant()), talk(make_tenant())
    assert here.say("habari")
    put_down(here, here.sender.removeprefix("whatsapp:"))
    assert here.say("nataka viatu") == []
    assert here.last_turn.trace["notes"]["blocked"].startswith("+254")
    assert len(here.say("STOP")) == 1
    assert there.say("nataka viatu"), "another business answers them"


def test_the_beginning_of_numbers_blocks_those_and_no_other(talk: MakeTalk, make_tenant: Callable[..., Tenant]) -> None:
    here = talk(make_tenant())
    put_down(here, f"{here.sender.removeprefix('whatsapp:')[:9]}*")
    assert here.say("nataka viatu") == []
    other = talk(here.tenant, sender="whatsapp:+255700000001")
    assert other.say("nataka viatu")


def test_words_are_whole_words_in_their_order(talk: MakeTalk, make_tenant: Callable[..., Tenant]) -> None:
    here = talk(make_tenant())
    put_down(here, "Forex* signals", kind="words")
    assert here.say("Join our FOREXPRO signals group") == []
    assert here.say("signals of forex?")
    assert here.say("do you sell forex things, signalsmen?")


def test_a_person_decides_where_the_entry_says_so(talk: MakeTalk, make_tenant: Callable[..., Tenant]) -> None:
    here = talk(make_tenant())
    put_down(here, "win a prize", kind="words", outcome="person")
    assert len(here.say("Did I win a prize with my order?")) == 1
    with tenant_scope(here.tenant.id):
        assert HandoffTicket.objects.get().reason == "blocked"


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [("sender", "0712345678"), ("sender", "+254*"), ("sender", "*"), ("words", "*"), ("words", "a(b"), ("words", " ")],
)
def test_what_would_block_everybody_or_nobody_is_refused(kind: str, pattern: str) -> None:
    with pytest.raises(ValidationError):
        BlockEntry(kind=kind, pattern=pattern).clean()


def test_numbers_are_kept_in_one_form() -> None:
    entry = BlockEntry(kind="sender", pattern="whatsapp:+254 (712) 345-678")
    entry.clean()
    assert (entry.pattern, entry.address) == ("+254712345678", "whatsapp:+254712345678")


def test_an_operator_blocks_and_unblocks_at_the_desk(talk: MakeTalk, make_tenant: Callable[..., Tenant]) -> None:
    customer = talk(make_tenant())
    customer.say("nataka kuongea na mtu")
    operator = Operator(customer)
    assert "Block this customer" in operator.page("customer/")
    assert operator.do("block", text="Sells forex").status_code == 302
    shown = operator.page("customer/")
    assert "Sells forex" in shown
    assert "no answer" in shown
    assert customer.say("nataka viatu") == []
    assert "nataka viatu" in operator.page(), "what they write stands at the desk all the same"
    assert operator.do("unblock").status_code == 302
    assert customer.say("nataka viatu")
    with tenant_scope(customer.tenant.id):
        told = TicketAction.objects.filter(action__contains="blocked").order_by("id")
        assert [one.action for one in told] == ["blocked the customer", "unblocked the customer"]
        assert {one.actor for one in told} == {operator.user}


def test_an_operator_does_not_lift_what_blocks_many(talk: MakeTalk, make_tenant: Callable[..., Tenant]) -> None:
    customer = talk(make_tenant())
    customer.say("nataka kuongea na mtu")
    put_down(customer, f"{customer.sender.removeprefix('whatsapp:')[:8]}*")
    response = Operator(customer).do("unblock")
    assert response.status_code == 409
    assert "An admin changes that" in response.content.decode()


def test_an_admin_writes_the_list_as_a_form_and_an_operator_only_reads_it(make_tenant: Callable[..., Tenant]) -> None:
    tenant = make_tenant()
    admin, operator = (seated(member(tenant, role)) for role in (Role.ADMIN, Role.OPERATOR))
    form = {"kind": "sender", "pattern": "0700", "outcome": "silence", "note": ""}
    address = "/admin/tenants/blockentry/add/"
    assert "Write a number as +254712345678" in admin.post(address, form).content.decode()
    assert admin.post(address, form | {"pattern": "+254 700 123 456"}).status_code == 302
    assert operator.post(address, form).status_code == 403
    assert "+254700123456" in operator.get("/admin/tenants/blockentry/").content.decode()
