"""What is answered in fixed words, whatever it belongs to: whether they talk to a machine, and restricted topics."""

import re
from typing import Any, Final

from journeys import tenant
from journeys.context import TurnContext
from journeys.guard import restricted
from journeys.guard.injection import is_suspicious
from journeys.handoff import beside, matters
from journeys.handoff.commands import HandOver
from journeys.handoff.hand_over import passing_on
from journeys.local import governor
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.choices import choice
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say, spoken
from knowledge.text import fold
from tenants.rules import Topic, in_language

# The specified threshold of an intent that routes.
SURE: Final = 0.70
# What an operator reads of it; the message itself is in the talk.
LONGEST: Final = 1_000
WITHOUT_BUSINESS: Final = frozenset({"spam_casual", "unknown"})
_MACHINE = "bot|robot|roboti|machine|mashine|ai|computer|kompyuta|chatbot|chatgpt|automated|program"
_PERSON = "human|real|person|mtu|binadamu|msee|mwanadamu"
_ASKS_WHAT_WE_ARE = re.compile(
    rf"\b(?:are|r) (?:you|u) (?:a |an |really |actually |just |even |some )*(?:{_MACHINE}|{_PERSON})\b"
    rf"|\b(?:is this|am i (?:talking|speaking|chatting|texting) (?:to|with)) (?:a |an |really |some )*"
    rf"(?:{_MACHINE}|{_PERSON})\b"
    rf"|\b(?:wewe|we|u) (?:ni|uko) (?:{_MACHINE}|{_PERSON})\b|\bnaongea na (?:{_MACHINE}|{_PERSON})\b"
    rf"|\b(?:ni|hii ni) (?:{_MACHINE})\b"
)


def about_us(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    """What they talk to, and that it takes no orders about itself."""
    if _ASKS_WHAT_WE_ARE.search(fold(context.text)):
        context.trace.notes["fixed"] = "what_we_are"
        words = say("what_we_are", state, bot=state.tenant.bot_name, business=state.tenant.tenant_name)
        return {"state": state, "reply": Text(text=words)}
    without_business = state.understood.intent_confidence < SURE or state.understood.intent in WITHOUT_BUSINESS
    if without_business and is_suspicious(context.text):
        context.trace.notes["fixed"] = "takes_no_orders"
        words = say("takes_no_orders", state, business=state.tenant.tenant_name)
        return {"state": state, "reply": Text(text=words)}
    return None


def of_a_scam(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    """What to do with a message in our name that they doubt, where no model answers them; a tap asks our people."""
    if context.by == "model" or not governor.asks_if_true(context.text):
        return None
    context.trace.notes["fixed"] = "of_a_scam"
    words = say("doubt_what_was_sent", state, business=state.tenant.tenant_name)
    if sentence := beside.never_asked(context):
        words = f"{words}\n\n{say('documents_say', state, words=sentence)}"
    asked = passing_on(state, context)
    reply = choice(f"{words}\n\n{how_to_reach_a_person(state)}\n\n{say('ask_our_people', state)}", asked, state)
    return {"state": state.having(asked=asked), "reply": reply}


def of_topic(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    """What the tenant says instead of talking about a restricted topic, or a person who does."""
    topic = restricted.topic_in(context.text, tenant.guardrails(context))
    if topic is None or (not topic.is_for_a_person and matters.is_danger(context.text)):
        return None  # who is hurt asks for help, and for no advice
    context.trace.notes["fixed"] = f"restricted: {topic.topic}"
    if topic.is_for_a_person:
        return {"state": state, "commands": (HandOver(reason="sensitive", about=context.text[:LONGEST]),)}
    return {"state": state, "reply": Text(text=said_instead(topic, state))}


def said_instead(topic: Topic, state: ConversationState) -> str:
    """The tenant's own text, else ours; then who helps with it."""
    own = in_language(topic.reply, spoken(state.understood.response_language))
    parts = [own or say("topic_is_restricted", state), *(f"• {line}" for line in topic.helplines)]
    if not (own or topic.helplines):
        parts.append(how_to_reach_a_person(state))
    return "\n".join(parts)
