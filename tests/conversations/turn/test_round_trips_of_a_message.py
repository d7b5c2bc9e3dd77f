"""From the webhook to the answer that Twilio has, a message waits for the database at most twenty times."""

import pytest
from django.db import connection

from conversations import routing
from tests import demo, round_trips
from tests.loopback.twilio_server import TwilioServer
from tests.talk import Talk


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
