"""The rate limit of one customer at one tenant: said once, then silence until the burst is over."""

from typing import Any

from journeys.context import TurnContext
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.phrases import say


def limit(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    if context.messages_last_minute <= context.messages_per_minute:
        return {"state": state.having(is_told_to_slow_down=False)} if state.controls.is_told_to_slow_down else None
    context.trace.notes["flood"] = context.messages_last_minute
    if state.controls.is_told_to_slow_down:
        return {"silence": "too many messages"}
    return {"state": state.having(is_told_to_slow_down=True), "reply": Text(text=say("slow_down", state))}
