"""Messages without words (a picture, a voice note, a place, nothing at all) get a polite sentence."""

from typing import Any

from journeys.context import TurnContext
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.phrases import say

SENTENCES = {"media": "cannot_open_media", "location": "cannot_use_location"}


def answer(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    written = [message for message in context.incoming if message.kind != "event"]
    if not written:
        return {"silence": "nothing was written"}
    if context.text.strip() or any(message.tapped_id for message in written):
        return None
    return {"reply": Text(text=say(SENTENCES.get(written[-1].kind, "empty_message"), state))}
