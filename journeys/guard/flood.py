"""The rate limit of one customer at one tenant: said once within a while, then silence until the burst is over."""

from datetime import timedelta
from typing import Any, Final

from journeys.context import TurnContext
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.phrases import say

# Who goes on at the edge of the limit is not told again each minute.
TOLD_FOR: Final = timedelta(minutes=10)


def limit(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    if context.messages_last_minute <= context.messages_per_minute:
        return None
    context.trace.notes["flood"] = context.messages_last_minute
    now, told_at = context.tools.now, state.controls.told_to_slow_down_at
    if told_at is not None and told_at > now - TOLD_FOR:
        return {"silence": "too many messages"}
    return {"state": state.having(told_to_slow_down_at=now), "reply": Text(text=say("slow_down", state))}
