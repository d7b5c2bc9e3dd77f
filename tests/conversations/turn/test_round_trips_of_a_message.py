"""From the webhook to the answer that Twilio has, a message waits for the database at most twenty times."""

from django.db import connection

from conversations import outbox, turn
from tests import demo
from tests.loopback.twilio_server import TwilioServer
from tests.round_trips import counted
from tests.talk import Talk

MOST, MOST_OF_A_TURN = 20, 12


def test_a_search_is_answered_within_twenty(committed_db: None, to_twilio: TwilioServer) -> None:
    connection.close_pool()  # all that follows takes the same connection, whatever others have opened before
    talk = Talk(tenant=demo.put("duka"), twilio=to_twilio)
    talk.say("Hi")
    talk.say("running shoes")  # by now all that is planned once is planned
    talk = Talk(tenant=talk.tenant, twilio=to_twilio)
    talk.say("Hi")
    ids = talk.conversation.tenant_id, talk.conversation.id
    with counted() as sent:
        assert talk.post(Body="nataka viatu vya kukimbia chini ya 5000").status_code == 200
        taken = len(sent)
        assert turn.run(*ids)
        thought = len(sent) - taken
        outbox.deliver(*ids, wait=lambda seconds: None)
    assert "catalog_search" in str(talk.last_turn.trace)
    assert to_twilio.messages[-1].fields["To"] == talk.sender
    assert (taken, thought <= MOST_OF_A_TURN, len(sent) <= MOST) == (1, True, True), sent
