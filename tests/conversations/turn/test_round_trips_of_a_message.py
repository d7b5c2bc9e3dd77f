"""From the webhook to the answer that Twilio has, a message waits for the database at most twenty times."""

from datetime import UTC, datetime

import pytest
from django.db import connection

from conversations import routing
from conversations.turn import on_demand
from journeys import llm
from tenants.scope import tenant_scope
from tests import demo, round_trips
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.twilio_server import TwilioServer
from tests.talk import Talk
from tools.offers.models import Offer
from tools.offers.selectors import list_in_passing


def test_a_search_is_answered_within_twenty(
    committed_db: None, to_twilio: TwilioServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, the channel that was met a moment ago is remembered.
    monkeypatch.setattr(routing, "REMEMBERED_SECONDS", 600.0)
    connection.close_pool()  # all that follows takes the same connection, whatever others have opened before
    talk = Talk(tenant=demo.put("duka"), twilio=to_twilio)
    talk.say("Hi")
    talk.say("running shoes")  # by now all that is planned once is planned
    talk = Talk(tenant=talk.tenant, twilio=to_twilio)
    talk.say("Hi")
    taken, thought, sent = round_trips.of_a_message(talk, "nataka viatu vya kukimbia chini ya 5000")
    assert "catalog_search" in str(talk.last_turn.trace)
    assert to_twilio.messages[-1].fields["To"] == talk.sender
    assert len(taken) == 1, taken
    assert 0 < len(thought) <= round_trips.MOST_OF_A_TURN, thought
    assert 0 < len(sent) <= round_trips.MOST - len(taken) - len(thought), [*taken, *thought, *sent]


def test_what_runs_costs_a_model_one_more(
    committed_db: None, to_twilio: TwilioServer, openai_server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    openai_server.reply = Script()
    monkeypatch.setattr(llm, "provider_from", lambda *settings: openai_server.provider)
    talk = Talk(tenant=demo.put("duka"), twilio=to_twilio)
    talk.say("running shoes")
    card = next(each.facts["card"] for each in openai_server.asked if "commands" in each.schema["properties"])
    assert [each["code"] for each in card["offers"]] == ["KARIBU10", "VIATU500", "none needed"]
    assert "ASANTE250" not in str(card)  # handed out one by one
    with round_trips.counted() as waits:
        list_in_passing(talk.tenant.id, datetime.now(UTC))
    assert len(waits) == 1


def test_a_business_without_offers_has_none_looked_up(
    committed_db: None, to_twilio: TwilioServer, openai_server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    openai_server.reply = Script(give("show_cart"))
    monkeypatch.setattr(llm, "provider_from", lambda *settings: openai_server.provider)
    talk = Talk(tenant=demo.put("duka"), twilio=to_twilio)
    with tenant_scope(talk.tenant.id):
        Offer.objects.update(is_active=False)
    monkeypatch.setattr(on_demand, "list_in_passing", lambda *which: pytest.fail("It was looked up."))
    talk.say("what have I put in so far")
    assert openai_server.asked
