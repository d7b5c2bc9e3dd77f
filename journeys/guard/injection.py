"""Flags text that gives the assistant orders. It stays text: nothing is refused, and nothing obeyed."""

import re
from typing import Any

from journeys.context import TurnContext
from journeys.state import ConversationState
from knowledge.text import fold

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass|puuza|sahau)\b.{0,40}"
    r"\b(?:previous|prior|above|earlier|all|your|system|maagizo|maelekezo|sheria)\b.{0,30}"
    r"\b(?:instructions?|prompts?|rules?|directions?|guidelines?|training|yote|yako|ya awali|maagizo)\b"
    r"|\b(?:system|developer|initial|hidden) (?:prompt|message|instructions?|mode)\b"
    r"|\b(?:jailbreak|dan mode|do anything now|god mode|sudo mode|prompt injection)\b"
    r"|\b(?:you are|youre|act as if you are|pretend (?:to be|you are)) (?:now|no longer|not an? (?:ai|bot))\b"
    r"|\b(?:reveal|print|show|repeat|output|tell me)\b.{0,30}\byour\b.{0,20}"
    r"\b(?:prompt|instructions|rules|configuration)\b"
    r"|<\W{0,3}(?:system|assistant|im_start|inst)\W|\[/?inst\]|###? ?(?:system|instruction)"
    r"|\b(?:repeat|print|reveal|output)\b.{0,40}\b(?:instructions|above text|text above|entire conversation)\b"
    r"|\bfrom now on,? (?:you|your|act)\b|\byou (?:will|must|are going to) (?:act|pretend|play|simulate|roleplay)\b"
    r"|\b(?:act|respond|behave) as (?:an? |if |gpt|chatgpt|dan)|\bdeveloper\W{0,3}_?mode\b|\bstay in character\b"
    r"|\bnew (?:instructions?|rules?) ?:"
)


def flag(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    if is_suspicious(context.text):
        context.trace.notes["injection"] = True
    return None


def is_suspicious(text: str) -> bool:
    return _ORDERS.search(fold(text)) is not None
