"""How long a talk may go on where its channel has a limit; then it is asked to begin anew, and told who helps instead.

What is asked back of a purchase is answered before, and a purchase under way is finished.
"""

from typing import Any

from journeys.context import TurnContext
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say


def limit(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    is_over = context.most_turns is not None and state.controls.turn_count > context.most_turns
    if not is_over or state.purchase.cart:
        return None
    context.trace.notes["too_long"] = state.controls.turn_count
    return {"state": state, "reply": Text(text=f"{say('too_long', state)} {how_to_reach_a_person(state)}")}
