"""Preferences: parse → customer_update_preferences → prefs_consent_response."""

from typing import Any, Final

from journeys.flow import Flow, Turn
from journeys.preferences.parse import Wanted, parse
from journeys.preferences.prefs_consent_response import confirmation
from journeys.reply import Text
from journeys.state import ConversationState, Lang
from journeys.wording.contact import data_notice, how_to_reach_a_person
from journeys.wording.phrases import say

NAMES: Final[dict[Lang, str]] = {"en": "English", "sw": "Kiswahili", "sheng": "Sheng"}


def preferences(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, wanted = flow["state"], parse(runtime.context.text)
    if refused := _cannot(wanted, state):
        return {"reply": Text(text=refused)}
    changes = {"language_preference": wanted.language, "marketing_opt_in": wanted.marketing}
    asked = {name: value for name, value in changes.items() if value is not None}
    call = runtime.context.call("customer_update_preferences", **asked, reason="asked for it in the chat")
    if call.refusal:
        return {"reply": Text(text=say("trouble", state))}
    changed = _changed(wanted, state)
    usual = say(_sentence(wanted), changed, business=state.tenant_name)
    words = confirmation(usual, call.result.changed, changed, runtime.context)
    return {"state": changed, "reply": Text(text=words), "fallback": Text(text=usual)}


def _cannot(wanted: Wanted, state: ConversationState) -> str | None:
    if wanted.about == "own_data":
        told = f"{say('own_data', state)} {how_to_reach_a_person(state)}"
        return "\n\n".join(filter(None, (data_notice(state), told)))
    languages = ", ".join(NAMES[lang] for lang in NAMES if lang in state.allowed_languages)
    if wanted.language and wanted.language not in state.allowed_languages:
        return say("language_not_spoken", state, wanted=NAMES[wanted.language], languages=languages)
    if wanted.language is None and wanted.marketing is None:
        return say("which_preference", state, languages=languages)
    return None


def _changed(wanted: Wanted, state: ConversationState) -> ConversationState:
    """From here on she is answered in the language she asked for."""
    state = state.having(clarify_turns=0)
    if wanted.marketing is not None:
        return state.having(marketing_opt_in=wanted.marketing)
    return state.having(
        customer_language_pref=wanted.language,
        established_language=wanted.language,
        response_language=wanted.language,
    )


def _sentence(wanted: Wanted) -> str:
    if wanted.language:
        return "language_changed"
    return "marketing_on" if wanted.marketing else "marketing_off"
