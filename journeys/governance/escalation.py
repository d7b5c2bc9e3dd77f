"""When a person takes over at once: for a danger, on request, for a dispute or refund, for a booking or contract to be
changed, by the tenant's rule, or for lost patience."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from journeys import tenant
from journeys.context import TurnContext
from journeys.handoff import matters
from journeys.handoff.commands import Reason
from journeys.local import requests
from journeys.local.clauses import may_only_come
from journeys.local.wordlists import stems
from journeys.state import ConversationState
from knowledge.text import fold

# The specified threshold of an intent that routes.
SURE: Final = 0.70
# The second time in a row, a person takes over.
FRUSTRATED_TURNS: Final = 2
_SENTENCE: Final = re.compile(r"(?<=[.?!])\s+|\n+")


@cache
def _pattern(name: str) -> re.Pattern[str]:
    lists = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return re.compile("|".join(f"(?:{line})" for line in lists[name]))


def reason_in(state: ConversationState, context: TurnContext) -> Reason | None:
    """Why a person is needed now; None when nobody is."""
    said = fold(context.text)
    if matters.is_urgent(context.text):
        return "danger"
    if _pattern("legal").search(said) and not _pattern("asks_for_rules").search(said):
        return "legal"  # "my lawyer will call you" asks for nobody, and is no less for lying ahead
    if state.understood.intent == "human_request" and state.understood.intent_confidence >= SURE:
        return "human_request"
    if _pattern("human_request").search(said):
        return "complaint" if requests.is_fault(context.text) else "human_request"
    # "One night then, please. What do I lose if I cancel?": each sentence by itself.
    claimed = " ".join(each for each in _SENTENCE.split(context.text) if not _is_answered_by_policy(fold(each)))
    claims: tuple[Reason, ...] = ("dispute", "refund", "complaint", "request")
    for reason in claims:
        if _pattern(reason).search(fold(claimed)):
            return reason
    if matters.changes_booking(context.text) or matters.changes_contract(context.text):
        return "own_matter"
    if by_rule := _by_tenant_rule(claimed, context):
        return by_rule
    if not claimed.strip():
        return None
    is_lost = state.controls.frustrated_turns >= FRUSTRATED_TURNS or _has_not_been_helped(state)
    return "frustration" if is_frustrated(said) and is_lost else None


def is_frustrated(said: str) -> bool:
    return _pattern("frustration").search(said) is not None


def _has_not_been_helped(state: ConversationState) -> bool:
    return bool(state.support.support_asks or state.controls.clarify_turns or state.support.support_question)


def _is_answered_by_policy(said: str) -> bool:
    """A question about the rules is no claim under them, and neither is what only may come: "if I cancel ..."."""
    return _pattern("asks_for_rules").search(said) is not None or may_only_come(said)


def _by_tenant_rule(claimed: str, context: TurnContext) -> Reason | None:
    """A topic of the tenant's, by its name or by what is told of it: nothing has come, or nobody around has a line."""
    if requests.is_late(claimed) and tenant.leaves_to_a_person("late", context):
        return "late"
    if matters.is_outage(claimed) and tenant.leaves_to_a_person("outage", context):
        return "complaint"
    return "tenant_rule" if _names_topic(claimed, context) else None


def _names_topic(text: str, context: TurnContext) -> bool:
    said = stems(text)
    named = (stems(topic) for topic in tenant.escalation(context).topics)
    return any(topic and topic <= said for topic in named)
