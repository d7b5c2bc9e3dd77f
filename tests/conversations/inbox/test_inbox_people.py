"""One person's addresses lead to one customer and one conversation; two people are never made one."""

import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.utils import timezone
from structlog.testing import capture_logs

from conversations.models import Conversation, InboundMessage
from tenants import customers
from tenants.customers import addresses
from tenants.models import Channel, Customer, CustomerAddress, Tenant
from tenants.scope import tenant_scope
from tests.conversations import signed

PHONE, OTHER_PHONE = "whatsapp:+254712345678", "whatsapp:+254799999999"
ID, OTHER_ID = "whatsapp:KE.4566546130240823", "whatsapp:KE.1111111111111111"


def channel_of(tenant: Tenant) -> Channel:
    with tenant_scope(tenant.id):
        return Channel.objects.get()


@pytest.fixture
def channel(db: None, make_tenant: Callable[..., Tenant]) -> Channel:
    return channel_of(make_tenant())


def write(channel: Channel, sender: str, **fields: str) -> UUID:
    """Post a message; its customer's id."""
    sid = signed.message(channel)["MessageSid"]
    form = signed.message(channel, **{"From": sender, "MessageSid": sid, **fields})
    assert signed.post(channel, form).status_code == 200
    with tenant_scope(channel.tenant_id):
        return InboundMessage.objects.get(provider_id=sid).conversation.customer_id


def counts(channel: Channel) -> tuple[int, int]:
    with tenant_scope(channel.tenant_id):
        return Customer.objects.count(), Conversation.objects.count()


def known(channel: Channel) -> set[str]:
    with tenant_scope(channel.tenant_id):
        return set(CustomerAddress.objects.values_list("address", flat=True))


@pytest.mark.parametrize("field", ["ExternalUserId", "ExternalUserIdentifier"])
@pytest.mark.parametrize("form", [ID, ID.removeprefix("whatsapp:")], ids=["prefixed", "bare"])
def test_a_phone_and_an_id_in_one_message_are_one_person(channel: Channel, field: str, form: str) -> None:
    first = write(channel, PHONE, **{field: form})
    assert write(channel, ID) == write(channel, PHONE) == first
    assert (counts(channel), known(channel)) == ((1, 1), {PHONE, ID})


@pytest.mark.parametrize("first", [PHONE, ID])
def test_whichever_came_first_the_other_joins_it(channel: Channel, first: str) -> None:
    began = write(channel, first)
    assert write(channel, PHONE, ExternalUserId=ID) == began
    assert write(channel, PHONE) == write(channel, ID) == began
    assert counts(channel) == (1, 1)
    with tenant_scope(channel.tenant_id):
        assert Customer.objects.get().phone_e164 == PHONE.removeprefix("whatsapp:")


def test_an_id_with_the_number_in_waid_is_the_number(channel: Channel) -> None:
    began = write(channel, PHONE)
    assert write(channel, ID, WaId=PHONE.removeprefix("whatsapp:+")) == began
    assert write(channel, ID) == began


@pytest.mark.parametrize("digits", ["4566546130240823", "456654613", "254 712", "", "0712345678", "٢٥٤٧١٢٣٤٥٦٧٨"])
def test_a_waid_that_is_no_number_joins_nobody(channel: Channel, digits: str) -> None:
    sender = "whatsapp:KE.456654613" if digits == "456654613" else ID
    write(channel, sender, WaId=digits)
    assert known(channel) == {sender}


@pytest.mark.parametrize("malformed", ["whatsapp:foo_bar", "KE.", "ke.123", "whatsapp:", "KE.1 2", "KE." + "1" * 129])
def test_a_malformed_id_is_ignored(channel: Channel, malformed: str) -> None:
    write(channel, PHONE, ExternalUserId=malformed)
    assert known(channel) == {PHONE}


def test_two_known_people_are_not_made_one(channel: Channel) -> None:
    by_phone, by_id = write(channel, PHONE), write(channel, ID)
    with capture_logs() as logs:
        assert write(channel, PHONE, ExternalUserId=ID) == by_phone
    assert write(channel, ID) == by_id != by_phone
    assert [log["customers"] for log in logs if log["event"] == "conversations.sender.ambiguous"] == [
        sorted({str(by_phone), str(by_id)})
    ]
    assert (counts(channel), known(channel)) == ((2, 2), {PHONE, ID})


def test_answers_go_to_the_address_she_used_last(channel: Channel) -> None:
    for sender in (PHONE, ID, PHONE):
        write(channel, sender, ExternalUserId=ID)
        with tenant_scope(channel.tenant_id):
            assert Customer.objects.get().address == sender


def test_a_bare_number_is_a_whatsapp_number(channel: Channel) -> None:
    assert write(channel, PHONE.removeprefix("whatsapp:")) == write(channel, PHONE)


def test_the_same_addresses_at_two_tenants_are_two_people(channel: Channel, make_tenant: Callable[..., Tenant]) -> None:
    other = channel_of(make_tenant())
    assert write(channel, PHONE, ExternalUserId=ID) != write(other, PHONE, ExternalUserId=OTHER_ID)
    write(other, ID)
    assert (counts(channel), counts(other)) == ((1, 1), (2, 2))


def test_a_customer_who_came_otherwise_is_found_by_her_address(channel: Channel) -> None:
    with tenant_scope(channel.tenant_id):
        imported = Customer.objects.create(address=PHONE, name="Wanjiku")
    assert write(channel, ID, ExternalUserId=ID, WaId=PHONE.removeprefix("whatsapp:+")) == imported.id
    assert known(channel) == {PHONE, ID}


def test_a_customer_is_loaded_twice_without_harm(channel: Channel) -> None:
    with tenant_scope(channel.tenant_id):
        Customer.objects.create(address=PHONE, name="Wanjiku")
        for name in ("Wanjiku", "", "Wanjiku M."):
            customer = customers.get_or_create(address=PHONE, name=name, now=timezone.now())
        assert (Customer.objects.count(), customer.name) == (1, "Wanjiku M.")


def test_her_name_follows_her_profile(channel: Channel) -> None:
    for name, expected in (("", ""), ("  Asha \n Wanjirú ", "Asha Wanjirú"), ("", "Asha Wanjirú"), ("Asha", "Asha")):
        write(channel, PHONE, ProfileName=name)
        with tenant_scope(channel.tenant_id):
            assert Customer.objects.get().name == expected
    assert str(Customer(address=PHONE)) == "+254712345678"


SAME = [
    ("+5541988887777", "+554188887777"),
    ("+5511967891234", "+551167891234"),
    ("+5491123456789", "+541123456789"),
    ("+5215512345678", "+525512345678"),
]
DIFFERENT = [
    ("+5511932345678", "+551132345678"),  # a mobile number and somebody's landline in São Paulo
    ("+5541988887777", "+5541988887778"),
    ("+549112345678", "+54112345678"),
    ("+521551234567", "+52551234567"),
    ("+254912345678", "+25412345678"),
    ("+5491123456789", "+5411234567890"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_forms_of_one_number_are_one_person(channel: Channel, one: str, other: str) -> None:
    assert write(channel, f"whatsapp:{one}") == write(channel, f"whatsapp:{other}")
    assert (counts(channel), known(channel)) == ((1, 1), {f"whatsapp:{one}"})
    with tenant_scope(channel.tenant_id):
        assert Customer.objects.get().address == f"whatsapp:{other}"


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_numbers_that_only_look_alike_are_two_people(one: str, other: str) -> None:
    assert addresses.key_of(f"whatsapp:{one}") != addresses.key_of(f"whatsapp:{other}")


@pytest.mark.parametrize("fields", [{}, {"ExternalUserId": ID}, {"ExternalUserId": ID, "WaId": PHONE[10:]}], ids=str)
def test_a_known_sender_costs_four_statements(
    channel: Channel, statements: Callable[..., Any], fields: dict[str, str]
) -> None:
    write(channel, PHONE, ProfileName="Asha", **fields)
    form = signed.message(channel, **{"From": PHONE, "ProfileName": "Asha", **fields})
    with statements() as seen:
        assert signed.post(channel, form).status_code == 200
    assert len(seen) <= 4, seen


def at_once(count: int, act: Callable[[int], None]) -> list[BaseException]:
    """Run in threads that start together; what they raised."""
    barrier, failures = threading.Barrier(count), list[BaseException]()

    def run(number: int) -> None:
        try:
            barrier.wait()
            act(number)
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


def test_many_first_messages_at_once_make_one_customer(committed_db: None, make_tenant: Callable[..., Tenant]) -> None:
    channel = channel_of(make_tenant())
    senders = [(PHONE, ID), (ID, ID), (PHONE, ""), (ID, "")]

    def act(number: int) -> None:
        sender, other = senders[number % len(senders)]
        write(channel, sender, ExternalUserId=other)

    write(channel, OTHER_PHONE, ExternalUserId=OTHER_ID)
    for _ in range(3):
        assert at_once(8, act) == []
    with tenant_scope(channel.tenant_id):
        assert InboundMessage.objects.count() == 25
        assert sum(Conversation.objects.values_list("inbound_count", flat=True)) == 25


def test_first_messages_that_bear_both_addresses_make_one_customer(
    committed_db: None, make_tenant: Callable[..., Tenant]
) -> None:
    channel = channel_of(make_tenant())

    def act(number: int) -> None:
        write(channel, (PHONE, ID)[number % 2], ExternalUserId=ID, WaId=PHONE[10:])

    assert at_once(8, act) == []
    assert (counts(channel), known(channel)) == ((1, 1), {PHONE, ID})


def test_one_message_delivered_many_times_at_once_is_stored_once(
    committed_db: None, make_tenant: Callable[..., Tenant]
) -> None:
    channel = channel_of(make_tenant())
    form = signed.message(channel, MediaUrl0="https://api.twilio.com/x")

    def act(number: int) -> None:
        assert signed.post(channel, form).status_code == 200

    assert at_once(8, act) == []
    with tenant_scope(channel.tenant_id):
        assert InboundMessage.objects.get().media.count() == 1
        assert Conversation.objects.get().inbound_count == 1
