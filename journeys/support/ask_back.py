"""ask_back: asks for what an answer hangs on, in the tenant's own words; at most twice for one question."""

from collections.abc import Iterable, Mapping
from typing import Any

from journeys import tenant
from journeys.flow import Turn
from journeys.reply import Text
from journeys.state import Asked, ConversationState
from journeys.support.flow import SupportFlow
from journeys.support.question import kinds
from journeys.support.retrieve import MOST_ASKS
from journeys.wording.phrases import say, spoken
from tenants.rules import in_language


def ask_back(flow: SupportFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    question = flow.get("question", "")
    draft = flow.get("draft")
    words = draft.question if draft and draft.question else _words(question, state, runtime)
    asked = Asked(kind="details", journey="support", about=question[:300])
    asks = min(state.support_asks + 1, MOST_ASKS)
    changed = state.having(asked=asked, support_asks=asks, clarify_turns=state.clarify_turns + 1)
    return {"state": changed, "reply": Text(text=words)}


def _words(question: str, state: ConversationState, runtime: Turn) -> str:
    details = tenant.guardrails(runtime.context).answers.details
    if details and (kinds.is_trouble(question) or kinds.is_vague(question)):
        return asked_details(details, state)
    return say("ask_more", state)


def asked_details(details: Iterable[Mapping[str, str]], state: ConversationState) -> str:
    """The tenant's list of what an answer hangs on, in the language of the reply."""
    lead = say("ask_details_again" if state.support_asks else "ask_details", state)
    language = spoken(state.response_language)
    return "\n".join([lead, *(f"• {in_language(detail, language)}" for detail in details)])
