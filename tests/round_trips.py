"""Counts the times that somebody waits for PostgreSQL, and those of a message from the webhook to Twilio."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import psycopg

from conversations import outbox, turn
from tests.talk import Talk

MOST, MOST_OF_A_TURN = 20, 12


def of_a_message(customer: Talk, text: str) -> tuple[list[str], list[str], list[str]]:
    """What is waited for until it is acknowledged, until its turn is committed, and until Twilio has the answer.

    Somebody who has written before; on a connection of one's own, whose statements are planned already.
    """
    ids = customer.conversation.tenant_id, customer.conversation.id
    with counted() as sent:
        assert customer.post(Body=text).status_code == 200
        taken = len(sent)
        assert turn.run(*ids)
        thought = len(sent)
        outbox.deliver(*ids, wait=lambda seconds: None)
    return sent[:taken], sent[taken:thought], sent[thought:]


@contextmanager
def counted() -> Iterator[list[str]]:
    """What each wait was for, of any thread: the statement, or what else was asked of the server."""
    sent: list[str] = []
    real = psycopg.Connection.wait

    def wait(self: Any, generator: Any, *args: Any, **options: Any) -> Any:
        return real(self, watched(generator), *args, **options)

    def watched(generator: Any) -> Any:
        """What needs nothing from the server never yields."""
        asked = str((generator.gi_frame.f_locals if generator.gi_frame else {}).get("query", generator.__name__))
        ready, has_waited = None, False
        try:
            while True:
                wanted = generator.send(ready)
                sent.extend([] if has_waited else [asked])
                ready, has_waited = (yield wanted), True
        except StopIteration as end:
            return end.value

    with patch.object(psycopg.Connection, "wait", wait):
        yield sent
