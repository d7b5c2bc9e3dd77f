"""understand: three questions in one call, and what their answers change in the state."""

from typing import Any, Final, cast

from journeys.flow import Flow, Turn
from journeys.state import ConversationState
from journeys.understand import governor_spam_casual, intent_classify, language_policy
from journeys.understand.governor_spam_casual import Governed
from journeys.understand.intent_classify import IntentClassified
from journeys.understand.language_policy import LanguageHeard

QUESTIONS = (intent_classify.QUESTION, language_policy.QUESTION, governor_spam_casual.QUESTION)
LONGEST_READ: Final = 2_000
LONGEST_REMEMBERED: Final = 300


def understand(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, context = flow["state"], runtime.context
    answers = context.mind.ask_together(QUESTIONS, facts(state, context.text))
    intent = cast(IntentClassified, answers["intent_classify"])
    heard = cast(LanguageHeard, answers["language_policy"])
    governed = cast(Governed, answers["governor_spam_casual"])
    context.trace.notes["understood"] = {name: answer.model_dump() for name, answer in answers.items()}
    understood = state.having(
        intent=intent.intent,
        intent_confidence=intent.confidence,
        governor_classification=governed.classification,
        governor_confidence=governed.confidence,
        **language_policy.chosen(state, heard),
    )
    return {"state": understood}


def facts(state: ConversationState, text: str) -> dict[str, Any]:
    return {
        "text": text[:LONGEST_READ],
        "journey": state.journey,
        "last_reply": (state.response_text or "")[:LONGEST_REMEMBERED],
        "allowed_languages": state.allowed_languages,
        "business": state.tenant_name,
    }
