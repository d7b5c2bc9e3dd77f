"""The one door: what a customer does not want goes out by no way, and it is shown why."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from conversations import outbox, ownership
from conversations.models import OutboundMessage
from journeys.reply import Reply, Template, Text
from tenants.choices import Role
from tenants.models import ConsentEntry, Customer, Tenant
from tenants.scope import tenant_scope
from tests.conversations.outbox.conftest import Room
from tests.people import agree, member, seated
from tests.talk import Talk
from tools.handoff.models import CannedReply, HandoffTicket

pytestmark = pytest.mark.django_db
Priority = OutboundMessage.Priority
SALE = Template(text="Sale!", name="sale", content_sid="HX" + "a" * 32, purpose="marketing")


@pytest.mark.parametrize(
    ("wishes", "reply", "code"),
    [
        ({}, SALE, "never_agreed"),
        ({"marketing": True}, SALE, ""),
        ({"marketing": False}, SALE, "turned_off"),
        ({"marketing": True, "service": False}, SALE, "opted_out"),
        ({}, Text(text="Shipped.", purpose="order_updates"), ""),
        ({"order_updates": False}, Text(text="Shipped.", purpose="order_updates"), "turned_off"),
        ({"order_updates": False}, Text(text="Paid.", purpose="payment_updates"), ""),
        ({"service": False}, Text(text="Paid.", purpose="payment_updates"), "opted_out"),
        ({"service": False}, Text(text="We are away.", purpose="service"), "opted_out"),
        ({"service": False, "marketing": False}, Text(text="It costs 10."), ""),
    ],
    ids=str,
)
@pytest.mark.parametrize("priority", list(Priority))
def test_what_goes_out_is_what_is_wanted(
    room: Room, wishes: dict[str, bool], reply: Reply, code: str, priority: Priority
) -> None:
    with tenant_scope(room.tenant.id):
        agree(Customer.objects.get(), **wishes)
    room.enqueue(reply, priority=priority)
    room.deliver()
    assert (room.row.status == "refused", room.row.error_code) == (bool(code), code)
    assert len(room.twilio.messages) == (not code)
    assert room.row.reason.startswith("Refused: they have ") is bool(code)


def test_a_stop_also_stops_what_was_queued_before_it(room: Room) -> None:
    room.enqueue(Text(text="Shipped.", purpose="order_updates"), "An answer.")
    with tenant_scope(room.tenant.id):
        agree(Customer.objects.get(), service=False)
    room.deliver()
    assert room.sent() == ["An answer."]


def test_a_refused_offer_is_shown_as_such_to_an_operator_and_never_sent(
    talk: Callable[..., Talk], duka: Tenant
) -> None:
    """A template that advertises is not sent from the desk; one that got into the outbox is refused there."""
    customer, user = talk(duka), member(duka, Role.OPERATOR)
    customer.say("Hi")
    customer.say("stop promotions")
    conversation = customer.conversation
    with tenant_scope(duka.id):
        CannedReply.objects.create(shortcut="sale", text="Sale!", content_sid=SALE.content_sid, is_marketing=True)
        now = timezone.now()
        ownership.take_over(conversation.pk, operator_id=user.pk, now=now, answer_by=None)
        row = ownership.writing.Conversation.objects.get(pk=conversation.pk)
        refused = ownership.refusal(row, is_template=True, purpose="marketing", now=now)
        assert isinstance(refused, ownership.OptedOut)
        assert ownership.refusal(row, is_template=True, purpose="service", now=now) is None
        outbox.enqueue(
            [SALE], channel_id=row.channel_id, channel_kind="whatsapp", conversation_id=row.pk, turn_id=None,
            owner_epoch=row.owner_epoch, now=now, priority=Priority.BULK,
        )  # fmt: skip
    before = len(customer.twilio.messages)
    outbox.deliver(duka.id, conversation.pk, wait=lambda seconds: None)
    assert len(customer.twilio.messages) == before
    page = seated(user).get(reverse("admin:conversations_conversation_change", args=[conversation.pk]))
    assert "they have turned off offers and news" in page.content.decode()


def test_a_canned_reply_that_advertises_is_held_to_consent_inside_the_window_too(
    talk: Callable[..., Talk], duka: Tenant
) -> None:
    customer, user = talk(duka), member(duka, Role.OPERATOR)
    customer.say("nataka kuongea na mtu")
    with tenant_scope(duka.id):
        CannedReply.objects.create(shortcut="sale", text="Sale at {business}!", is_marketing=True)
        ticket = HandoffTicket.objects.get()
    desk, at = seated(user), f"/desk/tickets/{ticket.pk}/"
    desk.post(f"{at}take-over/")
    assert "never agreed to offers and news" in desk.get(at).content.decode()
    form = {"text": f"Sale at {duka.name}!", "key": str(uuid4())}
    assert desk.post(f"{at}write/", form).status_code == 409
    with tenant_scope(duka.id):
        agree(Customer.objects.get(pk=ticket.customer_id), marketing=True)
    assert desk.post(f"{at}write/", form).status_code == 302
    with tenant_scope(duka.id):
        assert OutboundMessage.objects.get(author="operator").purpose == "marketing"


def test_the_ledger_is_only_added_to(duka: Tenant) -> None:
    with tenant_scope(duka.id):
        customer = Customer.objects.create(address="whatsapp:+254712345678")
        agree(customer, marketing=True)
    for change in (
        lambda: ConsentEntry.objects.update(is_granted=False),
        lambda: ConsentEntry.objects.all().delete(),
        lambda: customer.delete(),
    ):
        with pytest.raises(IntegrityError, match="only added to"), tenant_scope(duka.id), transaction.atomic():
            change()
    with tenant_scope(duka.id):
        assert ConsentEntry.objects.get().is_granted
