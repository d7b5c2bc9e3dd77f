"""STOP in the middle of a sale; what an erasure keeps of it; and what else is said about messages."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from conversations.rights import erasure
from tenants.consent import standing
from tenants.models import ConsentEntry, Customer, Tenant
from tenants.scope import tenant_scope
from tests.depth import sampled
from tests.talk import Talk
from tools.handoff import handling
from tools.handoff.models import HandoffTicket
from tools.orders import services
from tools.orders.models import Order

pytestmark = pytest.mark.django_db


def stands(talk: Talk) -> dict[str, bool]:
    with tenant_scope(talk.tenant.id):
        return dict(standing.of(Customer.objects.get(address=talk.sender).pk).known)


def test_a_stop_in_the_middle_of_a_sale(talk: Callable[..., Talk], duka: Tenant) -> None:
    """The order stays as it is, nobody is reminded of it, and who comes back goes on where they were."""
    customer = talk(duka)
    for words in ("running shoes", "1", "1", "42", "1"):
        customer.say(words)
    with tenant_scope(duka.id):
        before = customer.conversation.state
    assert before["purchase"]["cart"] or before["purchase"]["choosing"]
    (told,) = customer.say("ACHA")
    assert "haitakutumia ujumbe tena" in told or "will not send you any more messages" in told
    with tenant_scope(duka.id):
        after = customer.conversation.state
    assert after["purchase"] == before["purchase"]
    assert after["sales"] == before["sales"]
    assert after["controls"]["asked"] is None, "a yes after STOP answers nothing"
    assert customer.answer() == []
    assert any(words in customer.say("START")[0] for words in ("Welcome back", "Karibu tena"))


def test_after_a_stop_an_order_goes_on_without_a_word(talk: Callable[..., Talk], duka: Tenant) -> None:
    customer = talk(duka)
    customer.say("Hi")
    conversation = customer.conversation
    with tenant_scope(duka.id):
        order = Order.objects.create(
            number="K7M2P9R4", customer_id=conversation.customer_id, conversation_id=conversation.pk, status="paid",
            expires_at=timezone.now(),
        )  # fmt: skip
    customer.say("STOP")
    with tenant_scope(duka.id):
        services.advance(order.id, status="preparing", by="Asha", now=timezone.now())
    assert customer.answer() == []
    assert customer.say("where is my order?"), "what they ask is answered"


@pytest.mark.parametrize(
    ("text", "wanted", "told"),
    sampled(
        [
            ("turn off order updates", {"order_updates": False}, "no more updates about your orders"),
            ("zima taarifa za oda", {"order_updates": False}, "haitakutumia tena taarifa za oda"),
            ("I want you to stop texting me", {"service": False, "marketing": False}, "not send you any more messages"),
            ("stop promotions", {"marketing": False}, "no more offers"),
            ("acha matangazo", {"marketing": False}, "haitakutumia tena ofa"),
        ],
        quick=3,
    ),
)
def test_what_ends_is_what_was_named(
    talk: Callable[..., Talk], duka: Tenant, text: str, wanted: dict[str, bool], told: str
) -> None:
    customer = talk(duka)
    assert told in "".join(customer.say(text))
    assert stands(customer) == wanted


@pytest.mark.parametrize(
    "text",
    sampled(
        ["can you please STOP", "I want to unsubscribe now", "naomba mnitoe kwenye orodha", "how do I opt out?"],
        quick=2,
    ),
)
def test_inside_a_sentence_it_is_asked_about(talk: Callable[..., Talk], duka: Tenant, text: str) -> None:
    customer = talk(duka)
    (asked,) = customer.say(text)
    assert "2. " in asked
    assert stands(customer) == {}
    customer.say("2")
    assert stands(customer) == {"marketing": False}


@pytest.mark.parametrize(
    "text", sampled(["stop the order please", "acha nifikirie", "do you stop at Kisumu?", "ondoa viatu"], quick=2)
)
def test_about_something_else_it_is_not(talk: Callable[..., Talk], duka: Tenant, text: str) -> None:
    customer = talk(duka)
    said = "".join(customer.say(text))
    assert "1. All messages" not in said
    assert "1. Jumbe zote" not in said
    assert stands(customer) == {}


def test_a_tenants_own_word_counts_and_only_there(
    talk: Callable[..., Talk], duka: Tenant, make_tenant: Callable[..., Tenant]
) -> None:
    with tenant_scope(duka.id):
        Tenant.objects.update(compliance={"stop_words": {"sw": ["Basi, imetosha"]}, "start_words": {"en": ["back"]}})
    customer = talk(duka)
    other = talk(make_tenant(), sender=customer.sender)
    assert "haitakutumia ujumbe tena" in "".join(customer.say("basi imetosha!"))
    other.say("basi imetosha!")
    assert stands(customer) == {"service": False, "marketing": False}
    assert stands(other) == {}
    customer.say("Back 🙂")
    assert stands(customer)["service"] is True


def test_an_erasure_keeps_the_refusal_and_nothing_else(
    talk: Callable[..., Talk], duka: Tenant, make_tenant: Callable[..., Tenant]
) -> None:
    customer = talk(duka)
    other = talk(make_tenant(), sender=customer.sender)
    customer.say("STOP")
    other.say("Hi")
    erasure.erase(duka.id, customer.conversation.customer_id)
    with tenant_scope(duka.id):
        kept = list(ConsentEntry.objects.values())
    assert {(row["purpose"], row["is_granted"], row["customer_id"]) for row in kept} == {
        ("service", False, None), ("marketing", False, None)
    }  # fmt: skip
    number = customer.sender.removeprefix("whatsapp:+")
    assert number not in str(kept)
    assert "STOP" not in str(kept)
    customer.say("Hi")
    assert stands(customer) == {"service": False, "marketing": False}, "the same address comes back"
    assert stands(other) == {}
    customer.say("START")
    erasure.erase(duka.id, customer.conversation.customer_id)
    customer.say("Hi")
    assert stands(customer) == {"marketing": False}, "what was taken back is not kept"


def test_who_asks_for_it_is_erased_and_may_take_it_back(talk: Callable[..., Talk], duka: Tenant) -> None:
    customer, keeps = talk(duka), talk(duka)
    for each in (customer, keeps):
        assert "cannot be undone" in each.say("delete my data")[0]
        assert "within two days" in each.say("yes")[0]
    keeps.say("keep my data")
    now = timezone.now()
    assert erasure.carry_out_requests(duka.id, now=now) == 0, "not before its words have arrived"
    assert erasure.carry_out_requests(duka.id, now=now + timedelta(hours=2)) == 1
    with tenant_scope(duka.id):
        assert list(Customer.objects.filter(address__in=(customer.sender, keeps.sender))) == [
            Customer.objects.get(address=keeps.sender)
        ]


def test_an_open_order_goes_before_an_erasure(talk: Callable[..., Talk], duka: Tenant) -> None:
    customer = talk(duka)
    customer.say("delete my data")
    customer.say("yes")
    conversation = customer.conversation
    with tenant_scope(duka.id):
        Order.objects.create(
            number="K7M2P9R5", customer_id=conversation.customer_id, conversation_id=conversation.pk, status="paid",
            expires_at=timezone.now(),
        )  # fmt: skip
    for night in (1, 2):
        assert erasure.carry_out_requests(duka.id, now=timezone.now() + timedelta(days=night)) == 0
    with tenant_scope(duka.id):
        ticket = HandoffTicket.objects.get(conversation_id=conversation.pk)
        assert (ticket.reason, ticket.matter) == ("erasure", "erasure")
        assert "K7M2P9R5" in ticket.summary
        handling.resolve(ticket, now=timezone.now(), actor_id=None)
    assert erasure.carry_out_requests(duka.id, now=timezone.now() + timedelta(days=3)) == 0
    with tenant_scope(duka.id):
        assert HandoffTicket.objects.get(pk=ticket.pk).is_resolved, "who resolved it has seen what is open"


def test_a_name_and_a_number_outlast_the_next_message(talk: Callable[..., Talk], duka: Tenant) -> None:
    customer = talk(duka)
    assert "Amina Njoroge" in customer.say("change my name to Amina Njoroge", ProfileName="xX_ami_Xx")[0]
    assert "+254712345678" in customer.say("my number is now 0712345678", ProfileName="xX_ami_Xx")[0]
    told = customer.say("what do you know about me?", ProfileName="xX_ami_Xx")[0]
    assert "Name: Amina Njoroge" in told
    assert "Number: +254712345678" in told


@pytest.mark.parametrize("asks", ["what do you know about me?", "mnajua nini kunihusu?"])
def test_what_is_known_names_their_ticket_and_their_orders(talk: Callable[..., Talk], duka: Tenant, asks: str) -> None:
    customer = talk(duka)
    customer.say("I want to talk to a person, my shoes fell apart")
    conversation = customer.conversation
    with tenant_scope(duka.id):
        number = HandoffTicket.objects.get(conversation_id=conversation.pk).number
        Order.objects.create(
            number="K7M2P9R5", customer_id=conversation.customer_id, conversation_id=conversation.pk, status="paid",
            expires_at=timezone.now(),
        )  # fmt: skip
    told = customer.say(asks)[-1]
    assert number in told
    assert "K7M2P9R5" in told


@pytest.mark.parametrize("text", ["can you stop texting me so much", "could you just stop messaging so often please"])
def test_who_asks_for_less_is_asked_what_shall_stop(talk: Callable[..., Talk], duka: Tenant, text: str) -> None:
    told = talk(duka).say(text)[-1]
    assert "1." in told
    assert "3." in told
    assert "did not understand" not in told


def test_who_wants_no_data_beside_texts_ends_nothing(telecom: Callable[..., str]) -> None:
    assert "haitakutumia tena" not in telecom("sms nyingi tu sitaki data")


@pytest.mark.parametrize("text", ["stop the promo sms, I don't want bundles", "sitaki matangazo ya bando, acheni"])
def test_who_ends_advertising_beside_a_word_of_goods_is_obeyed(telecom: Callable[..., str], text: str) -> None:
    told = telecom(text)
    assert "haitakutumia tena ofa" in told or "no more offers" in told
