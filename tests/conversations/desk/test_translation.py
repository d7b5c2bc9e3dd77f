"""A message in another language, in English beside it: by a click, once a message, never as the customer's words."""

from typing import Any
from uuid import uuid4

import pytest

from conversations.models import InboundMessage, Turn
from tenants.scope import tenant_scope
from tests.conversations.desk.operator import Operator
from tests.loopback.openai_server import OpenAIServer, answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def message(operator: Operator) -> Any:
    with tenant_scope(operator.customer.tenant.id):
        return InboundMessage.objects.exclude(kind="event").get()


def path(message: Any) -> str:
    return f"messages/{message.pk}/translation/"


@pytest.fixture
def model(openai_server: OpenAIServer, settings: Any) -> OpenAIServer:
    settings.TULIA = settings.TULIA.model_copy(update={"openai_base_url": openai_server.base_url})
    openai_server.reply = answer({"text": "I want to talk to a person"})
    return openai_server


def test_it_is_asked_of_the_model_once_and_paid_by_the_business(
    operator: Operator, message: Any, model: OpenAIServer
) -> None:
    assert path(message) in operator.page()
    assert "I want to talk to a person" in operator.page(path(message))
    assert "I want to talk to a person" in operator.page(path(message))
    assert len(model.asked) == 1
    assert model.asked[0].facts == {"message": "nataka kuongea na mtu"}
    with tenant_scope(operator.customer.tenant.id):
        paid = Turn.objects.get(status="rehearsed")
        assert paid.tokens_in > 0
        assert "talk to a person" not in str(paid.trace)
        assert InboundMessage.objects.get(pk=message.pk).body == "nataka kuongea na mtu"


def test_numbers_that_are_not_the_customers_are_not_shown(
    operator: Operator, message: Any, model: OpenAIServer
) -> None:
    model.reply = answer({"text": "I paid 5000"})
    shown = operator.page(path(message))
    assert "5000" not in shown
    assert "No translation" in shown


def test_without_a_model_it_is_said_to_need_one(operator: Operator, message: Any) -> None:
    assert path(message) not in operator.page()
    assert "needs a language model" in operator.page("customer/")
    assert "No translation" in operator.page(path(message))


def test_nobody_elses_message_is_translated(operator: Operator, model: OpenAIServer) -> None:
    assert operator.client.get(operator.path(f"messages/{uuid4()}/translation/")).status_code == 404
    assert not model.asked
