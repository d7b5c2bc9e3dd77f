"""notices: tells of the events that came with the batch, each in her language, before her own words are answered."""

from typing import Any

from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.notices import aftermath, wording
from journeys.notices.happening import Happening, happenings
from journeys.notices.wanted import is_wanted, purpose_of
from journeys.reply import Reply
from journeys.state import ConversationState, Pick


def notices(flow: Flow, runtime: Turn) -> dict[str, Any]:
    before, context = flow["state"], runtime.context
    state, told = before, list[Reply]()
    for happening in happenings(context):
        if aftermath.is_outdated(happening, context):
            _note(happening, "outdated", context)
            continue
        state = aftermath.of(happening, state)
        if not is_wanted(happening, before):
            _note(happening, "unwanted", context)
            continue
        state, reply = _told(happening, state, context)
        sent_for = {"is_notice": True, "purpose": purpose_of(happening, before)}
        told += [reply.model_copy(update=sent_for)] if reply else []
        _note(happening, "told" if reply else "not told", context)
    return {"state": state, "notices": tuple(told)}


def _told(
    happening: Happening, state: ConversationState, context: TurnContext
) -> tuple[ConversationState, Reply | None]:
    words = wording.sentence(happening, state)
    if words is None:
        return state, None
    if template := wording.template(happening, words, state):
        return state, template  # its words are the tenant's, so that what we would ask is not in them
    asked = wording.ways_on(happening, state) if state.purchase.order_number == happening.number else None
    return _asking(asked, state, context), wording.reply(words, asked, state)


def _asking(asked: Pick | None, state: ConversationState, context: TurnContext) -> ConversationState:
    """A "1" that she wrote before she could see these buttons answers what she had been asked."""
    is_answering = state.controls.asked is not None and any(message.kind != "event" for message in context.incoming)
    return state if asked is None or is_answering else state.having(asked=asked)


def _note(happening: Happening, outcome: str, context: TurnContext) -> None:
    noted = context.trace.notes.setdefault("notices", [])
    noted.append({"event": happening.name, "outcome": outcome})
