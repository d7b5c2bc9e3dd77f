"""govern: business goes on; casual, spam and abuse are answered up to their limits, then no more.

Who goes on abusing us once they were told where it ends is a person's to decide on. Each is counted in the
conversation, where business begins the count anew, and for the customer in all of their conversations, where only a
cool-off does. Business is served whatever was counted.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from journeys import catalog, library, registry
from journeys.command import Command
from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.governance import escalation, fixed
from journeys.handoff.commands import HandOver, Reason
from journeys.local import asks, governor
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.understand.wanted import spoken
from journeys.unknown.commands import Unclear
from journeys.wording.phrases import say
from knowledge import lexicon
from knowledge.search.terms import attributes
from knowledge.text import fold, words

CASUAL_TURNS: Final = {0: 0, 1: 1, 2: 2, 3: 4}
# Level 1: a greeting and nothing else.
GREETING_ONLY: Final = 1
THANKS: Final = frozenset({"thanks", "thank", "thx", "asante", "asanteni", "ahsante", "shukran", "shukrani"})
GOODBYE: Final = frozenset({"bye", "byebye", "goodbye", "kwaheri", "kwaherini", "tutaonana"})
_ASKS_WHAT_FOR = re.compile(
    r"\b(?:what|how) (?:else )?(?:can|do|could) (?:you|u) (?:guys )?(?:do|help|offer|know|assist)\b"
    r"|\b(?:una|mna)(?:weza|eza) (?:kuni|kutu|ni|tu)?saidia\w{0,3} (?:na |kwa |ku)?(?:nini|vipi|aje|gani)\b"
)

# Told twice what this place is for, then not at all.
SPAM_TURNS: Final = 2
# Told once where it ends; who goes on is a person's.
ABUSE_TURNS: Final = 1
# Of one customer within the cool-off; fixed answers count as small talk.
CASUAL_OF_CUSTOMER: Final = 12
# The specified threshold of an intent that routes.
SURE: Final = 0.70
# What an operator reads of it; the message itself is in the talk.
LONGEST: Final = 1_000
MOST_OF_CUSTOMER: Final = {"casual": CASUAL_OF_CUSTOMER, "spam": SPAM_TURNS, "abuse": ABUSE_TURNS}
KEEP_BOOKS: Final = frozenset({"orders", "billing", "checkout"})
"""The journeys that change an order or an account themselves, or say whose that is."""
OF_BOOKS: Final = frozenset({"own_matter", "late"})
OF_SHOPPING: Final = frozenset({"search", "open_item", "ask_item", "compare", "add", "choose"})


def govern(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, context, commands = flow["state"], runtime.context, flow.get("commands", ())
    is_frustrated = escalation.is_frustrated(fold(context.text))
    state = state.having(frustrated_turns=state.controls.frustrated_turns + 1 if is_frustrated else 0)
    if not _is_shopping(flow) and (settled := _fixed(state, context)):
        return settled
    manners = manners_of(
        state, spoken(state, context), has_commands=flow.get("by") in ("model", "taught") and bool(commands)
    )
    if manners == "casual" and escalation.reason_in(state, context):
        manners = "business"  # "you people are useless" is no small talk
    if flow.get("by") == "local" and state.controls.asked is None and governor.is_nod(spoken(state, context)):
        manners = "casual"  # "sawa" after an answer is not that question again
    elif manners == "casual" and (asked := _asked_of_library(context)):
        manners, commands = "business", asked
    context.trace.notes["governed"] = manners
    if manners != "business":
        return OUTCOMES[manners](state, context) | {"conduct": manners}
    state = state.having(casual_turns=0, spam_turns=0, abuse_turns=0)
    if not commands:
        return {"state": state, "commands": (Unclear(),)}
    return {"state": state, "commands": _with_person(flow, state, context)}


def _asked_of_library(context: TurnContext) -> tuple[Command, ...]:
    """What sounds like chat is a question all the same where the library has an answer: "what's on on thursday"."""
    kind = registry.of(context).commands.get("ask_library")
    text = context.text[:LONGEST]
    is_of_a_thing = asks.ASKS.search(text) and lexicon.things(text) and not _ASKS_WHAT_FOR.search(fold(text))
    is_question = attributes.asks_what_is_on(text) or is_of_a_thing
    if kind is None or context.by != "local" or not is_question or not library.passages(text, context):
        return ()
    return (kind.model_validate({"question": text, "goes_on": False}),)


def _is_shopping(flow: Flow) -> bool:
    """A model that understood a wish for goods has seen that the topic is not meant: "which tablets do you have"."""
    return flow.get("by") == "model" and any(command.name in OF_SHOPPING for command in flow.get("commands", ()))


def _with_person(flow: Flow, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """A need for a person that rules see; what a model understood besides is served all the same."""
    commands = flow.get("commands", ())
    reason = escalation.reason_in(state, context)
    if reason is None:
        return commands
    known = registry.of(context)
    if reason in OF_BOOKS and any(known.owner(command).name in KEEP_BOOKS for command in commands):
        return commands
    if any(isinstance(command, HandOver) for command in commands):
        return tuple(_for(reason, command) if isinstance(command, HandOver) else command for command in commands)
    if any(reason in known.owner(command).takes for command in commands):
        return commands
    wanted = HandOver(reason=reason, about=context.text[:LONGEST])
    if flow.get("by") != "model":
        return (wanted,)
    return (*commands, wanted) if reason == "tenant_rule" else commands


def _for(reason: Reason, asked: HandOver) -> HandOver:
    """What rules see tells more than that a person was asked for, or is to do something."""
    tells_more = asked.reason == "human_request" or (asked.reason == "request" and reason != "human_request")
    return asked.model_copy(update={"reason": reason}) if tells_more else asked


def manners_of(state: ConversationState, text: str, *, has_commands: bool) -> str:
    """A confident intent of business outweighs doubts about its manners, but never excuses abuse.

    What a model takes for spam or abuse ends a conversation only where code agrees.
    """
    classified = state.understood.governor_classification
    if has_commands and classified != "abuse":
        return "business"
    if classified in ("spam", "abuse") and governor.classify(text).label not in ("spam", "abuse"):
        classified = "business" if has_commands else "casual"
    has_business = (
        state.understood.intent not in ("spam_casual", "unknown") and state.understood.intent_confidence >= SURE
    )
    is_doubtful = state.understood.governor_confidence < SURE
    return "business" if classified in ("casual", "spam") and has_business and is_doubtful else classified


def _fixed(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    """An answer in fixed words, which counts as small talk. On a restricted topic one always comes: it may be help."""
    about_us = fixed.about_us(state, context)
    settled = about_us or fixed.of_topic(state, context) or fixed.of_a_scam(state, context)
    if settled is None or "reply" not in settled:
        return settled
    state = settled["state"]
    counted = {"state": state.having(casual_turns=state.controls.casual_turns + 1), "conduct": "casual"}
    is_silent = about_us is not None and _is_used_up("casual", context)
    return counted | ({"silence": "casual"} if is_silent else {"reply": settled["reply"]})


def _casual(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    if governor.is_nod(spoken(state, context)):
        return {"state": state, "reply": Text(text=say("nodded", state))}  # no small talk, however often
    words = small_talk(state, context)
    governed = state.having(casual_turns=state.controls.casual_turns + 1, abuse_turns=0)
    if _is_used_up("casual", context):
        return {"state": governed, "silence": "casual"}
    return {"state": governed, "reply": Text(text=words)}


def _spam(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    governed = state.having(spam_turns=state.controls.spam_turns + 1, abuse_turns=0)
    if governed.controls.spam_turns > SPAM_TURNS or _is_used_up("spam", context):
        return {"state": governed, "silence": "spam"}
    words = say("spam_redirect", state, business=state.tenant.tenant_name)
    return {"state": governed, "reply": Text(text=words)}


def _abuse(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    governed = state.having(abuse_turns=state.controls.abuse_turns + 1)
    if governed.controls.abuse_turns == ABUSE_TURNS + 1:  # they were told where it ends, and go on
        return {"state": governed, "commands": (HandOver(reason="abuse", about=context.text[:LONGEST]),)}
    if governed.controls.abuse_turns > ABUSE_TURNS or _is_used_up("abuse", context):
        return {"state": governed, "silence": "abuse"}
    return {"state": governed, "reply": Text(text=say("abuse_close", state, business=state.tenant.tenant_name))}


def _is_used_up(kind: str, context: TurnContext) -> bool:
    """Whether the customer had all of it that they get before a cool-off."""
    return context.conduct_lately().get(kind, 0) >= MOST_OF_CUSTOMER[kind]


OUTCOMES: dict[str, Callable[[ConversationState, TurnContext], dict[str, Any]]] = {
    "casual": _casual,
    "spam": _spam,
    "abuse": _abuse,
}


def small_talk(state: ConversationState, context: TurnContext) -> str:
    """A friendly sentence while the limit lasts, then the way back to business, every time."""
    text = spoken(state, context)
    is_greeting = governor.is_greeting(text)
    if state.tenant.max_chattiness_level == 0:
        return say("business_only", state)
    if state.controls.casual_turns >= CASUAL_TURNS[state.tenant.max_chattiness_level]:
        return say("casual_redirect", state)
    if is_greeting or _ASKS_WHAT_FOR.search(fold(text)):
        shelves = catalog.shelves(context)
        topics = [say("greeting_topics", state, shelves=", ".join(shelves))] if shelves else []
        return " ".join([say("greeting", state), *topics])
    if THANKS & set(words(text)):
        return say("casual_thanks", state)
    if GOODBYE & set(words(text)):
        return say("goodbye", state)
    return say("casual_redirect" if state.tenant.max_chattiness_level == GREETING_ONLY else "casual_chat", state)
