"""A text that comes again and again is kept and no longer answered, until five minutes have made it new."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from conversations import turn
from conversations.models import InboundMessage
from conversations.turn import loops
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.talk import Talk

pytestmark = pytest.mark.django_db
Status = InboundMessage.Status


@pytest.fixture
def bot(talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]) -> Talk:
    return talk(make_tenant(messages_per_minute=1000))


def statuses(bot: Talk) -> list[str]:
    with tenant_scope(bot.tenant.id):
        return list(InboundMessage.objects.order_by("received_at", "id").values_list("status", flat=True))


def answer(bot: Talk, **options: Any) -> bool:
    return turn.run(bot.tenant.id, bot.conversation.id, **options)


def test_the_twenty_first_of_a_kind_is_ignored(bot: Talk) -> None:
    for _ in range(loops.SAME_TEXTS):
        bot.post(Body="Thank you for contacting Acme!")
        assert answer(bot)
    bot.post(Body=" Thank you for contacting Acme!\n")
    assert not answer(bot)
    assert statuses(bot) == [Status.ANSWERED] * 20 + [Status.IGNORED]
    assert (bot.conversation.due_at, bot.conversation.lease_until) == (None, None)


def test_another_text_is_answered_meanwhile(bot: Talk) -> None:
    for _ in range(loops.SAME_TEXTS + 1):
        bot.post(Body="Out of office")
    bot.post(Body="I am back")
    assert answer(bot)
    assert statuses(bot) == [Status.ANSWERED] * 20 + [Status.IGNORED, Status.ANSWERED]
    heard = [message["text"] for message in bot.last_turn.trace["messages"]]
    assert heard == ["Out of office"] * 20 + ["I am back"]


def test_different_texts_taps_and_pictures_are_no_loop(bot: Talk) -> None:
    for number in range(loops.SAME_TEXTS + 1):
        bot.post(Body=f"number {number}")
        bot.post(Body="More", ListId="more")
        bot.post(Body="this", MediaUrl0="https://api.twilio.com/x")
        bot.post(Body="")
    assert answer(bot)
    assert set(statuses(bot)) == {Status.ANSWERED}


def test_after_five_minutes_it_is_answered_again(bot: Talk) -> None:
    began = timezone.now()
    for _ in range(loops.SAME_TEXTS + 1):
        bot.post(Body="Hello")
    answer(bot)
    place(bot, began - loops.WINDOW - timedelta(seconds=1))
    bot.post(Body="Hello")
    assert answer(bot)
    assert statuses(bot)[-2:] == [Status.IGNORED, Status.ANSWERED]


def place(bot: Talk, at: datetime) -> None:
    with tenant_scope(bot.tenant.id):
        InboundMessage.objects.update(received_at=at)


def test_another_customers_same_text_is_hers(bot: Talk, talk: Callable[..., Talk]) -> None:
    other = talk(bot.tenant)
    for _ in range(loops.SAME_TEXTS):
        bot.post(Body="Hi")
    other.post(Body="Hi")
    assert answer(other)
    assert answer(bot)
    assert set(statuses(bot)) == {Status.ANSWERED}
