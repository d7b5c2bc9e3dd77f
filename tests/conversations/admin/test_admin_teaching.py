"""Teaching in the admin: typed into the form, understood at the next message, in the business's own space."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from conversations.models import Conversation, Turn
from knowledge.models import UnansweredQuestion
from tenants.choices import Role
from tenants.models import Channel, Customer, Tenant
from tenants.scope import tenant_scope
from tests.depth import sampled
from tests.people import letters, make_inbound, make_turn, member, platform, seated
from tests.talk import Talk
from tools.exemplars.models import Exemplar
from tools.exemplars.selectors import MOST

pytestmark = pytest.mark.django_db
TalkTo = Callable[[Tenant], Talk]
MakeTenant = Callable[..., Tenant]
LIST = "admin:exemplars_exemplar_changelist"
ADD = "admin:exemplars_exemplar_add"
UNDERSTOOD = "admin:exemplars_exemplar_understood"
PERSON = {"command": "hand_over", "arguments-hand_over-reason": "request", "arguments-hand_over-about": "A quote"}

TAUGHT = '["hand_over",{"reason":"request","about":"A quote"}]'


def teach(client: Client, sentence: str, **fields: Any) -> Any:
    """Post the form as the browser does."""
    return client.post(reverse(ADD), {"sentence": sentence, "language": "sw", "also": ""} | fields)


def commands_of(talk: Talk) -> list[str]:
    with tenant_scope(talk.tenant.id):
        found: list[str] = Turn.objects.latest("id").trace["notes"]["understood"]["commands"]
    return found


def stored(tenant: Tenant) -> list[tuple[str, str, dict[str, Any]]]:
    with tenant_scope(tenant.id):
        return list(Exemplar.objects.values_list("sentence", "command", "arguments"))


@pytest.fixture
def client(duka: Tenant) -> Client:
    return seated(member(duka))


def test_a_taught_sentence_counts_at_the_next_message(duka: Tenant, client: Client, talk: TalkTo) -> None:
    before = talk(duka)
    before.say("nipigie hesabu ya mabati")
    assert TAUGHT not in commands_of(before)
    assert teach(client, "nipigie hesabu ya mabati", **PERSON).status_code == 302
    for words in ("nipigie hesabu ya mabati", "naomba unipigie hesabu ya mabati"):
        customer = talk(duka)
        customer.say(words)
        assert commands_of(customer) == [TAUGHT], words
    with tenant_scope(duka.id):
        Exemplar.objects.all().delete()
    customer = talk(duka)
    customer.say("nipigie hesabu ya mabati")
    assert TAUGHT not in commands_of(customer)


def test_what_one_business_teaches_no_other_knows(
    duka: Tenant, client: Client, make_tenant: MakeTenant, talk: TalkTo
) -> None:
    teach(client, "nipigie hesabu ya mabati", **PERSON)
    customer = talk(make_tenant())
    customer.say("nipigie hesabu ya mabati")
    assert TAUGHT not in commands_of(customer)


def test_the_fields_of_a_command_are_kept_as_its_arguments(duka: Tenant, client: Client) -> None:
    teach(
        client, "leta ndula za mbio", command="search",
        **{
            "arguments-search-queries": "running shoes\nsneakers", "arguments-search-price_max": "4000",
            "arguments-search-options": "size: 42\ncolour: black", "arguments-search-sort": "price_low",
            "arguments-search-in_stock_only": "on", "arguments-hand_over-about": "of another command",
        },
    )  # fmt: skip
    arguments = {
        "queries": ["running shoes", "sneakers"], "price_max": 4000, "sort": "price_low", "in_stock_only": True,
        "options": [{"name": "size", "value": "42"}, {"name": "colour", "value": "black"}],
    }  # fmt: skip
    assert stored(duka) == [("leta ndula za mbio", "search", arguments)]
    with tenant_scope(duka.id):
        address = reverse("admin:exemplars_exemplar_change", args=[Exemplar.objects.get().pk])
    text = unescape(client.get(address).content.decode())
    assert "size: 42\ncolour: black" in text
    assert re.search(r'<option value="price_low" selected', text)


@pytest.mark.parametrize(
    ("fields", "problem"),
    sampled(
        [
            ({"command": ""}, "This field is required."),
            ({"command": "teleport"}, "Select a valid choice."),
            ({"command": "confirm_payment"}, "Select a valid choice."),
            ({"command": "decline"}, "Select a valid choice."),
            ({"command": "set_preferences", "arguments-set_preferences-marketing": "yes"}, "Select a valid choice."),
            ({"command": "search", "arguments-search-price_max": "lots"}, "Price up to: Write a whole number."),
            ({"command": "search", "arguments-search-options": "size 42"}, "Write it as size: 42"),
            ({"command": "search", "arguments-search-sort": "best"}, "In which order: Choose one of"),
            ({"command": "open_item"}, "Product: This must not be empty."),
            ({"command": "apply_coupon", "arguments-apply_coupon-code": "x" * 61}, "Code: At most 60 characters."),
            (PERSON | {"sentence": ""}, "This field is required."),
            (PERSON | {"sentence": "nipigie 0722000111"}, "Leave out what belongs to one customer"),
            (PERSON | {"sentence": "my name is [name]"}, "Leave out what belongs to one customer"),
            (PERSON | {"language": "fr"}, "Select a valid choice."),
        ],
        quick=5,
    ),
)
def test_what_is_wrong_is_said_and_nothing_is_kept(
    duka: Tenant, client: Client, fields: dict[str, str], problem: str
) -> None:
    page = teach(client, **({"sentence": "leta ndula"} | fields))
    assert page.status_code == 200
    assert problem in unescape(page.content.decode())
    assert stored(duka) == []


def test_a_sentence_is_taught_once_however_it_is_written(duka: Tenant, client: Client) -> None:
    teach(client, "Nipigie hesabu", **PERSON)
    page = teach(client, "NIPIGIE   hesabu!!", **PERSON)
    assert page.status_code == 200
    assert len(stored(duka)) == 1


def test_there_is_an_end_to_teaching(duka: Tenant, client: Client) -> None:
    with tenant_scope(duka.id):
        sentences = {letters(12) for _ in range(MOST)}
        Exemplar.objects.bulk_create(Exemplar(sentence=each, key=each, command="browse") for each in sentences)
    assert "more cannot be taught" in teach(client, "one more", **PERSON).content.decode()


def test_a_journey_that_is_off_cannot_be_taught_and_what_was_says_so(duka: Tenant, client: Client) -> None:
    teach(client, "kuna chochote cha bure", command="ask_offers")
    with tenant_scope(duka.id):
        Tenant.objects.update(journeys_off=["offers"])
    assert "Switched off" in client.get(reverse(LIST)).content.decode()
    assert "Select a valid choice." in teach(client, "kuna cha bure", command="ask_offers").content.decode()


def test_the_preview_tells_before_and_after_and_keeps_nothing(duka: Tenant, client: Client) -> None:
    fields = {"sentence": "nipigie hesabu ya mabati", "also": "nipigie hesabu ya viatu", "language": "sw"}
    text = unescape(client.post(reverse(UNDERSTOOD), fields | PERSON).content.decode())
    assert text.count("Now") == 2
    assert "Hand over to a person: Why = Something must be arranged; What it is about = A quote" in text
    assert "Understood as taught." in text
    assert stored(duka) == []


def test_the_preview_does_nothing_that_the_words_ask_for(duka: Tenant, client: Client) -> None:
    with tenant_scope(duka.id):
        customers = Customer.objects.count()
    text = client.post(reverse(UNDERSTOOD), {"sentence": "STOP", "command": "browse"}).content.decode()
    assert "Answered in fixed words" in text
    assert "Nothing changes." in text
    with tenant_scope(duka.id):
        assert Customer.objects.count() == customers


def test_the_preview_waits_for_a_whole_form(duka: Tenant, client: Client) -> None:
    for fields in ({}, {"sentence": "x"}, {"command": "browse"}, {"sentence": "x", "command": "open_item"}):
        assert "the preview appears here" in client.post(reverse(UNDERSTOOD), fields).content.decode()


def test_a_message_leads_to_the_form_filled_in(duka: Tenant, client: Client) -> None:
    with tenant_scope(duka.id):
        customer = Customer.objects.create(address="whatsapp:+254700000009", name="Wanjiku Njeri")
        conversation = Conversation.objects.create(channel=Channel.objects.get(), customer=customer)
        said = "Wanjiku hapa, nipigie 0722000111 kuhusu mabati"
        trace = {
            "messages": [{"kind": "text", "text": said}],
            "route": {"language": "sw"},
            "notes": {"understood": {"commands": ['["search",{"queries":["mabati"],"price_max":900}]']}},
        }
        turn = make_turn(conversation, trace=trace)
        make_inbound(conversation, body=said, turn=turn)
    page = client.get(reverse("admin:conversations_conversation_change", args=[conversation.pk])).content.decode()
    address = f"{reverse(ADD)}?turn={turn.pk}"
    assert address in page
    text = unescape(client.get(address).content.decode())
    assert 'value="[name] hapa, nipigie [number] kuhusu mabati"' in text
    assert re.search(r'<option value="sw" selected', text)
    assert re.search(r'<option value="search" selected', text)
    assert 'name="arguments-search-price_max" id="id_arguments-search-price_max" value="900"' in text


def test_an_unanswered_question_leads_to_the_form_filled_in(duka: Tenant, client: Client) -> None:
    with tenant_scope(duka.id):
        customer = Customer.objects.create(address="whatsapp:+254700000009")
        conversation = Conversation.objects.create(channel=Channel.objects.get(), customer=customer)
        row = UnansweredQuestion.objects.create(
            question="mnauza mabati", key="mabati", decision="low_scores", score=0.1, conversation_id=conversation.pk
        )
    page = client.get(reverse("admin:knowledge_unansweredquestion_changelist")).content.decode()
    address = f"{reverse(ADD)}?question={row.pk}"
    assert address in page
    assert 'value="mnauza mabati"' in client.get(address).content.decode()


def test_nothing_of_another_business_fills_the_form(duka: Tenant, make_tenant: MakeTenant) -> None:
    with tenant_scope(duka.id):
        customer = Customer.objects.create(address="whatsapp:+254700000009")
        conversation = Conversation.objects.create(channel=Channel.objects.get(), customer=customer)
        turn = make_turn(conversation, trace={"messages": [{"kind": "text", "text": "theirsecretword"}]})
        row = UnansweredQuestion.objects.create(
            question="theirsecretword", key="x", decision="low_scores", score=0.1, conversation_id=conversation.pk
        )
    stranger = seated(member(make_tenant()))
    for query in ({"turn": turn.pk}, {"question": row.pk}, {"turn": "nonsense"}):
        page = stranger.get(reverse(ADD), query)
        assert page.status_code == 200
        assert "theirsecretword" not in page.content.decode()


def test_operators_teach_and_do_not_delete(duka: Tenant) -> None:
    operator = seated(member(duka, Role.OPERATOR))
    assert teach(operator, "nipigie hesabu", **PERSON).status_code == 302
    assert operator.post(reverse(UNDERSTOOD), {"sentence": "x", "command": "browse"}).status_code == 200
    with tenant_scope(duka.id):
        address = reverse("admin:exemplars_exemplar_delete", args=[Exemplar.objects.get().pk])
    assert operator.post(address, {"post": "yes"}).status_code == 403


def test_staff_who_look_at_all_businesses_only_look(duka: Tenant, client: Client) -> None:
    teach(client, "nipigie hesabu", **PERSON)
    staff = seated(platform())
    assert "nipigie hesabu" in staff.get(reverse(LIST)).content.decode()
    with tenant_scope(duka.id):
        address = reverse("admin:exemplars_exemplar_change", args=[Exemplar.objects.get().pk])
    assert "A quote" in unescape(staff.get(address).content.decode())
    assert staff.post(reverse(UNDERSTOOD), {"sentence": "x", "command": "browse"}).status_code in (302, 403)
