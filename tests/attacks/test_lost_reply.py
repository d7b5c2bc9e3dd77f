"""A reply whose sending nobody heard the end of stayed "perhaps sent" for ever once the customer had written again."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from conversations import outbox, turn
from conversations.inbox import events
from conversations.models import OutboundMessage
from conversations.outbox import claim, reconciliation
from conversations.outbox.queue import NOTICE_POSITION
from journeys.graph import Outcome
from journeys.reply import Text
from tenants.scope import tenant_scope
from tests.conversations.inbox.test_events import customer, leave
from tests.talk import Talk

__all__ = ["customer"]
pytestmark = pytest.mark.django_db
TIMED_OUT = (504, {"message": "upstream timed out"})
MISSED = "may not have arrived"
RECEIPT = "UKL8A1B2C3"
Status = OutboundMessage.Status


def answered(customer: Talk, *words: str) -> None:
    """A turn that answers with these words; nothing of it is sent yet."""
    customer.post(Body=" ".join(words))
    replies = tuple(Text(text=word) for word in words)
    assert turn.run(
        customer.tenant.id, customer.conversation.id, think=lambda state, context: Outcome(state=state, replies=replies)
    )


def deliver(customer: Talk, now: datetime | None = None) -> None:
    outbox.deliver(
        customer.tenant.id, customer.conversation.id, now=lambda: now or timezone.now(), wait=lambda seconds: None
    )


def times_out(customer: Talk) -> None:
    customer.twilio.fail_next(TIMED_OUT)
    deliver(customer)


def dies(customer: Talk) -> None:
    """The worker dies between claiming the message and sending it; the next one finds that out."""
    claim.claim_next(customer.tenant.id, customer.conversation.id, is_spaced=True, now=timezone.now())
    deliver(customer, timezone.now() + claim.SENDING_LIMIT + timedelta(seconds=1))


def look(customer: Talk) -> None:
    """Both looks, each when it is due."""
    for seconds in (31, 95):
        at = timezone.now() + timedelta(seconds=seconds)
        outbox.reconcile(customer.tenant.id, customer.conversation.id, now=lambda at=at: at)


def row(customer: Talk, body: str) -> OutboundMessage:
    with tenant_scope(customer.tenant.id):
        return OutboundMessage.objects.filter(body__contains=body).earliest("queued_at")


def sent(customer: Talk) -> list[str]:
    return [customer._words(message.fields) for message in customer.twilio.messages]


@pytest.mark.parametrize("lose", [times_out, dies])
def test_its_words_go_out_with_the_next_answer(customer: Talk, lose: Callable[[Talk], None]) -> None:
    answered(customer, "The first answer.")
    lose(customer)
    answered(customer, "The second answer.")
    deliver(customer)
    look(customer)
    assert (row(customer, "The first").status, row(customer, "The first").is_repeated) == (Status.UNKNOWN, False)
    answered(customer, "The third answer.")
    deliver(customer)
    again, third = sent(customer)[-2:]
    assert MISSED in again
    assert again.endswith("\n\nThe first answer.")
    assert third == "The third answer."
    assert (row(customer, "The first").is_repeated, row(customer, "The first").reason) == (
        True,
        reconciliation.REPEATED,
    )
    answered(customer, "The fourth answer.")
    deliver(customer)
    assert sent(customer)[-2:] == ["The third answer.", "The fourth answer."]


def test_it_goes_with_the_turn_that_was_under_way_too(customer: Talk) -> None:
    answered(customer, "The first answer.")
    times_out(customer)
    customer.post(Body="Are you there?")
    look(customer)
    assert any(text.endswith("The first answer.") and MISSED in text for text in customer.answer())


def test_what_the_next_answer_says_anyway_is_not_repeated(customer: Talk) -> None:
    answered(customer, "We open at eight.")
    times_out(customer)
    answered(customer, "Something else.")
    deliver(customer)
    look(customer)
    answered(customer, "We open at  eight.")
    deliver(customer)
    assert sent(customer)[-2:] == ["Something else.", "We open at  eight."]
    assert row(customer, "We open at eight").reason == reconciliation.SUPERSEDED


def test_what_twilio_lists_is_not_repeated(customer: Talk) -> None:
    answered(customer, "The first answer.")
    deliver(customer)
    with tenant_scope(customer.tenant.id):
        OutboundMessage.objects.filter(body="The first answer.").update(
            status=Status.UNKNOWN, provider_id="", look_at=timezone.now()
        )
    answered(customer, "The second answer.")
    look(customer)
    answered(customer, "The third answer.")
    deliver(customer)
    assert row(customer, "The first").status == Status.SENT
    assert not [text for text in sent(customer) if MISSED in text]


def test_that_an_answer_takes_longer_is_not_repeated(customer: Talk) -> None:
    answered(customer, "This takes longer.")
    times_out(customer)
    with tenant_scope(customer.tenant.id):
        OutboundMessage.objects.filter(body="This takes longer.").update(position=NOTICE_POSITION)
    answered(customer, "The answer.")
    deliver(customer)
    look(customer)
    answered(customer, "The next answer.")
    deliver(customer)
    assert not [text for text in sent(customer) if MISSED in text]


@pytest.mark.parametrize("lose", [times_out, dies])
def test_a_notice_of_a_payment_is_sent_though_the_talk_has_gone_on(
    customer: Talk, lose: Callable[[Talk], None]
) -> None:
    leave(customer)
    take_and_run(customer)
    lose(customer)
    answered(customer, "The answer to something else.")
    deliver(customer)
    look(customer)
    notice = row(customer, RECEIPT)
    assert (notice.status, notice.is_ambiguous) == (Status.QUEUED, True)
    deliver(customer, timezone.now() + timedelta(minutes=3))
    assert RECEIPT in sent(customer)[-1]
    assert row(customer, RECEIPT).status == Status.SENT


def take_and_run(customer: Talk) -> None:
    events.take(customer.tenant.id, customer.conversation.id)
    assert turn.run(customer.tenant.id, customer.conversation.id)


def test_a_notice_that_is_lost_twice_goes_with_the_next_answer(customer: Talk) -> None:
    leave(customer)
    take_and_run(customer)
    times_out(customer)
    look(customer)
    customer.twilio.fail_next(TIMED_OUT)
    deliver(customer, timezone.now() + timedelta(minutes=3))
    for seconds in (300, 400):
        at = timezone.now() + timedelta(seconds=seconds)
        outbox.reconcile(customer.tenant.id, customer.conversation.id, now=lambda at=at: at)
    answered(customer, "The next answer.")
    deliver(customer)
    assert any(MISSED in text and RECEIPT in text for text in sent(customer))
