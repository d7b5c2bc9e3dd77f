"""An operator lets a customer tap: buttons and lists as the channel takes them, tried before, and refused in words."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from hypothesis import given, settings
from hypothesis import strategies as st

from conversations import outbox
from conversations.channels.registry import KINDS
from conversations.channels.whatsapp import compile
from conversations.desk.choices import PLACES, ChoicesForm
from conversations.models import OutboundMessage
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator

BUTTONS = {"kind": "buttons", "text": "When shall we bring it?", "title_1": "Today", "title_2": "Tomorrow"}
LIST = BUTTONS | {"kind": "list", "opener": "Times", "title_3": "Saturday", "description_3": "before noon"}


def write(operator: Operator, form: dict[str, str], action: str = "write") -> HttpResponse:
    return operator.do(action, **({"key": str(uuid4())} | form))


def sent(operator: Operator) -> list[Any]:
    customer = operator.customer
    before = len(customer.twilio.messages)
    outbox.deliver(customer.tenant.id, customer.conversation.id, wait=lambda seconds: None)
    return customer.twilio.messages[before:]


@pytest.mark.django_db
def test_what_is_offered_is_tapped_and_the_assistant_knows_of_it(operator: Operator) -> None:
    operator.do("take-over")
    assert write(operator, BUTTONS).status_code == 302
    assert write(operator, LIST).status_code == 302
    buttons, choice = [json.loads(message.fields["ContentVariables"]) for message in sent(operator)]
    assert buttons == {"1": BUTTONS["text"], "2": "Today", "3": "choice-1", "4": "Tomorrow", "5": "choice-2"}
    assert [*choice.values()][:2] == [BUTTONS["text"], "Times"]
    assert [*choice.values()][-3:] == ["Saturday", "choice-3", "before noon"]
    shown = operator.page()
    assert all(f"<li>{title}</li>" in shown for title in ("Today", "Tomorrow", "Saturday"))
    assert operator.customer.tap("choice-2", "Tomorrow") == []
    assert "Tomorrow" in operator.page("talk/")
    operator.do("hand-back")
    operator.customer.tap("choice-1", "Today")  # a late tap is their word, and nobody's command
    said = operator.customer.conversation.state["transcript"]["messages"]
    assert "- Saturday" in " ".join(each["text"] for each in said if each["who"] == "person")


@pytest.mark.django_db
def test_it_is_tried_before_and_what_cannot_go_out_says_why_and_stays(operator: Operator) -> None:
    operator.do("take-over")
    assert "As they will see it" in write(operator, LIST, "preview").content.decode()
    long = BUTTONS | {"title_2": "Tomorrow, in the afternoon", "title_3": "today"}
    assert "a button has 20 characters at most" in write(operator, long, "preview").content.decode()
    refused = write(operator, long)
    shown = refused.content.decode()
    assert refused.status_code == 409
    assert "Two choices have the same words." in shown
    assert 'value="Tomorrow, in the afternoon"' in shown
    with tenant_scope(operator.customer.tenant.id):
        assert not OutboundMessage.objects.filter(author="operator").exists()


@pytest.mark.django_db
def test_a_list_opens_with_a_word_of_their_language(operator: Operator) -> None:
    operator.do("take-over")
    assert 'value="Chagua"' in operator.page()
    write(operator, LIST | {"opener": ""})
    assert "Chagua" in json.loads(sent(operator)[-1].fields["ContentVariables"]).values()


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=90)
TYPED = st.fixed_dictionaries(
    {"kind": st.sampled_from(["list", "buttons"]), "text": WORDS.map(lambda words: words * 12), "opener": WORDS},
    optional={f"{name}_{place}": WORDS for place in PLACES for name in ("title", "description")},
)


@settings(max_examples=100)
@given(typed=TYPED, kind=st.sampled_from(KINDS))
def test_what_the_form_takes_goes_out_as_it_was_tried(typed: dict[str, str], kind: Any) -> None:
    form = ChoicesForm(typed, taps=kind.can.taps)
    if not form.is_valid():
        assert form.problems
        return
    reply = form.reply()
    assert kind.compile(reply) == [reply]
    assert kind.name != "whatsapp" or compile.content(reply) is not None
