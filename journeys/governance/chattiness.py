"""How many turns of small talk a tenant pays for, and what is said in them."""

import re
from typing import Final

from journeys import catalog
from journeys.context import TurnContext
from journeys.local import governor
from journeys.state import ConversationState
from journeys.wording.phrases import say
from knowledge.text import fold, words

CASUAL_TURNS: Final = {0: 0, 1: 1, 2: 2, 3: 4}
GREETING_ONLY: Final = 1
THANKS: Final = frozenset({"thanks", "thank", "thx", "asante", "asanteni", "ahsante", "shukran", "shukrani"})
_ASKS_WHAT_FOR = re.compile(
    r"\b(?:what|how) (?:else )?(?:can|do|could) (?:you|u) (?:guys )?(?:do|help|offer|know|assist)\b"
    r"|\b(?:una|mna)(?:weza|eza) (?:kuni|kutu|ni|tu)?saidia\w{0,3} (?:na |kwa |ku)?(?:nini|vipi|aje|gani)\b"
)


def small_talk(state: ConversationState, context: TurnContext) -> str:
    """A friendly sentence while the limit lasts, then the way back to business, every time."""
    text = context.text
    is_greeting = governor.is_greeting(text)
    if state.tenant.max_chattiness_level == 0:
        return say("business_only", state)
    if state.controls.casual_turns >= CASUAL_TURNS[state.tenant.max_chattiness_level]:
        return say("casual_redirect", state)
    if is_greeting or _ASKS_WHAT_FOR.search(fold(text)):
        shelves = catalog.shelves(context)
        topics = [say("greeting_topics", state, shelves=", ".join(shelves))] if shelves else []
        return " ".join([say("greeting", state), *topics])
    if state.tenant.max_chattiness_level == GREETING_ONLY:
        return say("casual_redirect", state)
    return say("casual_thanks" if THANKS & set(words(text)) else "casual_chat", state)
