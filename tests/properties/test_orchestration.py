"""Every message goes through the graph, whatever it is."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conversations.models import InboundMessage, OutboundMessage, Turn
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.talk import Talk
from tests.undone import undone

BODIES = st.text(st.characters(blacklist_categories=("Cs",)), max_size=300)
EXTRAS = st.sampled_from(
    [
        {},
        {"Latitude": "-1.28", "Longitude": "36.82"},
        {"NumMedia": "1", "MediaUrl0": "https://api.twilio.com/x", "MediaContentType0": "audio/ogg"},
        {"ListId": "item:unknown"},
        {"ButtonPayload": "yes", "ButtonText": "Yes"},
    ]
)


@pytest.fixture
def shop(make_tenant: Callable[..., Tenant]) -> Tenant:
    """To which somebody new writes each time."""
    return make_tenant()


# Feature: tulia-ai-v2-langgraph-refactor, Property 1: LangGraph Orchestration Universality
@pytest.mark.django_db
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(body=BODIES, extra=EXTRAS)
@undone
def test_no_message_bypasses_the_graph(
    talk: Callable[..., Talk], shop: Tenant, body: str, extra: dict[str, str]
) -> None:
    customer = talk(shop)
    assert customer.post(Body=body, **extra).status_code == 200
    customer.answer()
    with tenant_scope(customer.tenant.id):
        message = InboundMessage.objects.select_related("turn").get(conversation=customer.conversation)
        assert message.status == InboundMessage.Status.ANSWERED
        assert message.turn is not None
        nodes = [node["name"] for node in message.turn.trace["nodes"]]
        assert (nodes[0], nodes[-1]) == ("arrive", "check")
        replies = OutboundMessage.objects.filter(conversation=customer.conversation)
        assert {reply.turn_id for reply in replies} <= {message.turn_id}
        assert message.conversation.turns.get().status == Turn.Status.COMMITTED
