"""How many turns of small talk a tenant pays for, and what is said in them."""

from typing import Final

from journeys.local import governor
from journeys.state import ConversationState
from journeys.wording.phrases import say
from knowledge.text import words

CASUAL_TURNS: Final = {0: 0, 1: 1, 2: 2, 3: 4}
GREETING_ONLY: Final = 1
THANKS: Final = frozenset({"thanks", "thank", "thx", "asante", "asanteni", "ahsante", "shukran", "shukrani"})


def small_talk(state: ConversationState, text: str) -> str:
    """A friendly sentence while the limit lasts, then the way back to business, every time."""
    is_greeting = governor.is_greeting(text)
    if state.tenant.max_chattiness_level == 0:
        return say("business_only", state)
    if state.controls.casual_turns >= CASUAL_TURNS[state.tenant.max_chattiness_level]:
        return say("casual_redirect", state)
    if is_greeting:
        return say("greeting", state)
    if state.tenant.max_chattiness_level == GREETING_ONLY:
        return say("casual_redirect", state)
    return say("casual_thanks" if THANKS & set(words(text)) else "casual_chat", state)
