"""guard: the steps that may settle a message in code, in this order.

A sender or a word that the business does not answer is refused; a flood is answered once and then not; a message
without words gets a polite sentence; and a talk that is longer than its channel allows is asked to begin anew, once a
purchase that is under way is finished.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from journeys.context import TurnContext
from journeys.flow import Flow, Turn, is_over
from journeys.guard import answered, consent
from journeys.guard.injection import is_suspicious
from journeys.handoff.commands import HandOver
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say
from knowledge.text import words
from tenants.blocklist.entry import BlockEntry

SENTENCES = {"media": "cannot_open_media", "location": "cannot_use_location"}
# Who goes on at the edge of the limit is not told again each minute.
TOLD_FOR: Final = timedelta(minutes=10)
# What an operator reads of it; the message itself is in the talk.
LONGEST: Final = 1_000

Step = Callable[[ConversationState, TurnContext], dict[str, Any] | None]


def refuse_blocked(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    """Silence, or a ticket where a person shall decide; None for everybody else."""
    entry = _block_entry(context)
    if entry is None:
        return None
    context.trace.notes["blocked"] = entry.pattern
    if entry.outcome == BlockEntry.Outcome.PERSON:
        return {"commands": (HandOver(reason="blocked", about=context.text[:LONGEST]),), "by": "code"}
    return {"silence": "blocked"}


def limit_flood(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    """More messages a minute than one customer may send: said once within a while, then silence."""
    if context.messages_last_minute <= context.messages_per_minute:
        return None
    context.trace.notes["flood"] = context.messages_last_minute
    now, told_at = context.tools.now, state.controls.told_to_slow_down_at
    if told_at is not None and told_at > now - TOLD_FOR:
        return {"silence": "too many messages"}
    return {"state": state.having(told_to_slow_down_at=now), "reply": Text(text=say("slow_down", state))}


def limit_length(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    """Where a channel limits how long a talk goes on; a cart that is being filled is finished first."""
    is_over = context.most_turns is not None and state.controls.turn_count > context.most_turns
    if not is_over or state.purchase.cart:
        return None
    context.trace.notes["too_long"] = state.controls.turn_count
    return {"state": state, "reply": Text(text=f"{say('too_long', state)} {how_to_reach_a_person(state)}")}


def answer_wordless(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    """A picture, a voice note, a place or nothing at all gets a polite sentence."""
    written = [message for message in context.incoming if message.kind != "event"]
    if not written:
        return {"silence": "nothing was written"}
    if context.text.strip() or any(message.tapped_id for message in written):
        return None
    return {"reply": Text(text=say(SENTENCES.get(written[-1].kind, "empty_message"), state))}


STEPS: tuple[Step, ...] = (
    consent.obey, refuse_blocked, limit_flood, answer_wordless, answered.settle, limit_length, consent.ask,
)  # fmt: skip


def guard(flow: Flow, runtime: Turn) -> dict[str, Any]:
    settled: Flow = {"state": flow["state"]}
    if is_suspicious(runtime.context.text):  # it stays text: nothing is refused, and nothing obeyed
        runtime.context.trace.notes["injection"] = True
    for step in STEPS:
        settled |= step(settled["state"], runtime.context) or {}  # type: ignore[typeddict-item]
        if is_over(settled) or settled.get("commands"):
            break
    return dict(settled)


def _block_entry(context: TurnContext) -> BlockEntry | None:
    blocked = context.blocked()
    if blocked is None:
        return None
    if blocked.sender is not None or not blocked.words:
        return blocked.sender
    said = " ".join(words(context.text))
    return next((entry for entry in blocked.words if _pattern(entry.pattern).search(said)), None)


def _pattern(phrase: str) -> re.Pattern[str]:
    """The words in their order; one with a * is the beginning of a word."""
    each = [" ".join(map(re.escape, words(word))) + (r"\w*" if word.endswith("*") else "") for word in phrase.split()]
    return re.compile(rf"(?<!\S){' '.join(each)}(?!\S)")
