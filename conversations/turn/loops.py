"""Notices a conversation that goes in circles, such as another business's bot that answers our every answer."""

from collections import defaultdict, deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

import structlog

from conversations.models import InboundMessage

log = structlog.get_logger(__name__)
# Two machines that answer each other say the same for ever; nobody says one thing twenty times in five minutes.
WINDOW = timedelta(minutes=5)
# A person does not send one text twenty times; a bot does nothing else.
SAME_TEXTS = 20


def set_aside(recent: Iterable[InboundMessage]) -> set[UUID]:
    """Mark as ignored what waits and repeats a text oftener than a person would; `recent` in order of time."""
    found = set(_repeated(recent))
    if found:
        InboundMessage.objects.filter(pk__in=found).update(status=InboundMessage.Status.IGNORED)
        log.warning("conversations.loop.ignored", messages=len(found))
    return found


def _repeated(recent: Iterable[InboundMessage]) -> Iterable[UUID]:
    heard: defaultdict[str, deque[datetime]] = defaultdict(deque)
    for message in recent:
        text = message.body.strip()
        if message.kind != InboundMessage.Kind.TEXT or not text:
            continue
        same, at = heard[text], message.received_at
        while same and same[0] <= at - WINDOW:
            same.popleft()
        same.append(at)
        if len(same) > SAME_TEXTS and message.status == InboundMessage.Status.PENDING:
            yield message.id
