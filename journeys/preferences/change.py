"""Changes what a customer wants remembered, writes it to the audit trail, and repeats it back in words."""

from typing import Any

from journeys.context import TurnContext
from journeys.contract import Done, Wording
from journeys.guard.arrive import agreed
from journeys.preferences.commands import OwnData, SetPreferences
from journeys.reply import Text
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.phrases import NAMES, say, spoken_here, version


def set_preferences(command: SetPreferences, state: ConversationState, context: TurnContext) -> Done:
    languages = spoken_here(state)
    if command.language and command.language not in state.tenant.allowed_languages:
        words = say("language_not_spoken", state, wanted=NAMES[command.language], languages=languages)
        return Done(state=state, reply=Text(text=words))
    changes = _changes(command)
    if not changes:
        return _which(state)
    told = state.having(response_language=command.language) if command.language else state
    sentences = _sentences(command)
    call = context.call(
        "customer_update_preferences", **changes, reason="asked for it in the chat",
        wording=version(sentences[-1], told), **context.proof,
    )  # fmt: skip
    if call.refusal:
        return Done(state=state, reply=Text(text=say("trouble", state)))
    changed = _changed(command, told.having(**agreed(call.result.consents)))
    values = {"business": changed.tenant.tenant_name, "called": command.called, "phone": command.phone}
    lead = " ".join(say(name, changed, **values) for name in sentences)
    facts = {"changed": call.result.changed, "usual_sentence": lead}
    wording = Wording(node="prefs_consent_response", facts=facts)
    return Done(state=changed, reply=Text(text=lead), lead=lead, wording=wording)


def _which(state: ConversationState) -> Done:
    """What can be changed, each with its number."""
    other = next((lang for lang in NAMES if lang in state.tenant.allowed_languages and lang != _language(state)), None)
    is_on = state.customer.notification_prefs.get("order_updates") is not False
    offered = [
        *([(say("prefs_language", state, value=NAMES[other]), SetPreferences(language=other))] if other else []),
        (say("prefs_orders_off" if is_on else "prefs_orders_on", state), SetPreferences(order_updates=not is_on)),
        (say("prefs_offers_off", state), SetPreferences(marketing=False)),
        (say("prefs_offers_on", state), SetPreferences(marketing=True)),
        (say("prefs_own_data", state), OwnData()),
    ]
    choices = tuple(Choice(title=title, command=command.written()) for title, command in offered)
    asked = Pick(journey="prefs", of="consent", choices=choices)
    lines = "\n".join(f"{number}. {each.title}" for number, each in enumerate(choices, 1))
    words = f"{say('which_preference', state)}\n{lines}"
    return Done(state=state.having(asked=asked), reply=choice(words, asked, state))


def _language(state: ConversationState) -> str:
    return state.customer.customer_language_pref or state.understood.response_language


def _changes(command: SetPreferences) -> dict[str, Any]:
    """Who wants no messages at all wants no offers either; who wants messages again has not asked for offers."""
    marketing = False if command.messages is False else command.marketing
    wishes = {
        "service": command.messages, "marketing": marketing, "order_updates": command.order_updates,
        "payment_updates": command.payment_updates,
    }  # fmt: skip
    consents = {purpose: wish for purpose, wish in wishes.items() if wish is not None}
    named = {
        "language_preference": command.language, "called": command.called, "told_phone": command.phone,
        "consents": consents,
    }  # fmt: skip
    return {name: value for name, value in named.items() if value}


def _changed(command: SetPreferences, state: ConversationState) -> ConversationState:
    """From here on the answers are in the language that was asked for."""
    asked = state.controls.asked
    is_settled = isinstance(asked, Pick) and asked.of == "consent"
    state = state.having(clarify_turns=0, asked=None if is_settled else asked)
    if command.language is None:
        return state
    return state.having(customer_language_pref=command.language, established_language=command.language)


def _sentences(command: SetPreferences) -> list[str]:
    told = ["language_changed"] if command.language else []
    told += [f"{name}_changed" for name in ("called", "phone") if getattr(command, name)]
    if command.messages is not None:
        return [*told, "consent_start" if command.messages else "consent_stop"]
    for name in ("marketing", "payment_updates", "order_updates"):
        value = getattr(command, name)
        if value is not None:
            told.append(f"{name}_{'on' if value else 'off'}")
    return told
