"""Changes what a customer wants remembered, writes it to the audit trail, and repeats it back in words."""

from typing import Any

from journeys.context import TurnContext
from journeys.contract import Done, Wording
from journeys.preferences.commands import OwnData, SetPreferences
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.contact import data_notice, how_to_reach_a_person
from journeys.wording.phrases import NAMES, say, spoken_here


def own_data(command: OwnData, state: ConversationState, context: TurnContext) -> Done:
    told = f"{say('own_data', state)} {how_to_reach_a_person(state)}"
    return Done(state=state, reply=Text(text="\n\n".join(filter(None, (data_notice(state), told)))))


def set_preferences(command: SetPreferences, state: ConversationState, context: TurnContext) -> Done:
    languages = spoken_here(state)
    if command.language and command.language not in state.tenant.allowed_languages:
        words = say("language_not_spoken", state, wanted=NAMES[command.language], languages=languages)
        return Done(state=state, reply=Text(text=words))
    changes = _changes(command, state.customer.notification_prefs)
    if not changes:
        return Done(state=state, reply=Text(text=say("which_preference", state, languages=languages)))
    call = context.call("customer_update_preferences", **changes, reason="asked for it in the chat")
    if call.refusal:
        return Done(state=state, reply=Text(text=say("trouble", state)))
    changed = _changed(command, call.result.notification_prefs, state)
    business = changed.tenant.tenant_name
    lead = " ".join(say(name, changed, business=business) for name in _sentences(command))
    facts = {"changed": call.result.changed, "usual_sentence": lead}
    wording = Wording(node="prefs_consent_response", facts=facts)
    return Done(state=changed, reply=Text(text=lead), lead=lead, wording=wording)


def _changes(command: SetPreferences, known: dict[str, bool]) -> dict[str, Any]:
    marketing = False if command.messages is False else command.marketing
    named: dict[str, Any] = {"language_preference": command.language, "marketing_opt_in": marketing}
    if command.messages is not None:
        named["consent_flags"] = {"messages": command.messages}
    kinds = {"order_updates": command.order_updates, "payment_updates": command.payment_updates}
    notified = {name: value for name, value in kinds.items() if value is not None}
    changes = {name: value for name, value in named.items() if value is not None}
    return changes | ({"notification_prefs": known | notified} if notified else {})


def _changed(command: SetPreferences, notified: dict[str, bool], state: ConversationState) -> ConversationState:
    """From here on the answers are in the language that was asked for."""
    state = state.having(clarify_turns=0, notification_prefs=notified)
    if command.messages is False or command.marketing is not None:
        state = state.having(marketing_opt_in=bool(command.marketing) and command.messages is not False)
    if command.language is None:
        return state
    return state.having(
        customer_language_pref=command.language,
        established_language=command.language,
        response_language=command.language,
    )


def _sentences(command: SetPreferences) -> list[str]:
    told = ["language_changed"] if command.language else []
    if command.messages is not None:
        return [*told, "consent_start" if command.messages else "consent_stop"]
    for name in ("marketing", "order_updates", "payment_updates"):
        value = getattr(command, name)
        if value is not None:
            told.append(f"{name}_{'on' if value else 'off'}")
    return told
