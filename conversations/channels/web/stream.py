"""An answer as events: it is known whole and checked before the first of them goes out, and then told in pieces.

metadata ──▶ token* or replace, then message, for each reply ──▶ sources ──▶ done
                                └── error ──▶ done       nobody answered in time; the message is kept, and answered
"""

import json
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import UUID

from conversations.channels.web import shown
from conversations.channels.web.shown import Answer
from conversations.channels.web.threads import Thread
from conversations.live.admission import InThread
from conversations.live.hub import Ear

# Past every deadline of a turn; then the page asks again.
TIMEOUT_SECONDS: Final = 60.0
# A hint that was lost is made up for.
TICK_SECONDS: Final = 2.0
LATE: Final = "No answer yet. It comes into this thread as soon as it is there."
# Where code speaks by itself, such as a greeting or what is no business: said in one piece.
WHOLE: Final = frozenset({"unknown", "fallback"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEvents:
    """The stream of one answer."""

    thread: Thread
    conversation_id: UUID
    message_id: UUID
    seconds: float

    async def events(self, ear: Ear, in_thread: InThread) -> AsyncIterator[str]:
        """Until it is told, it is too late, or the visitor is gone."""
        yield event("metadata", {"thread_id": str(self.thread.id), "message_id": str(self.message_id)})
        look = partial(shown.answer_to, self.thread.channel, self.conversation_id, self.message_id)
        until = time.monotonic() + self.seconds
        while not ear.is_closed:
            found = await in_thread(look)
            if found.is_over:
                for part in events_of(found):
                    yield part
                return
            if time.monotonic() >= until:
                yield event("error", {"error": LATE}) + event("done", {"done": True})
                return
            await _rung(ear, min(TICK_SECONDS, until - time.monotonic()))


async def _rung(ear: Ear, seconds: float) -> None:
    await ear.wait(seconds)
    ear.take()


def events_of(answer: Answer) -> Iterator[str]:
    """The events of an answer that is over."""
    for message in answer.messages:
        if answer.route in WHOLE or message["kind"] != "text":
            yield event("replace", {"content": message["text"]})
        else:
            yield "".join(event("token", {"content": piece}) for piece in sentences(message["text"]))
        yield event("message", message)
    if answer.sources:
        yield event("sources", {"sources": shown.names(answer.sources)})
    yield event("done", {"done": True, **answer.owner})


def sentences(text: str) -> list[str]:
    """The text in pieces that together are the text: a sentence or a line each."""
    pieces = [""]
    for line in text.splitlines(keepends=True):
        for word in line.split(" "):
            pieces[-1] += word + " "
            if word.endswith((".", "!", "?")):
                pieces.append("")
        pieces[-1] = pieces[-1][:-1] if pieces[-1] else ""
        pieces.append("")
    return [piece for piece in pieces if piece]


def event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
