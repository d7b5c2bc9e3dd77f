"""STOP, START and HELP: obeyed at once, before and above everything else; inside a sentence they are asked about."""

from collections.abc import Container, Mapping
from typing import Any, Final

from journeys import tenant
from journeys.context import Incoming, TurnContext
from journeys.flow import Flow, Turn
from journeys.guard.arrive import agreed
from journeys.local.consent import ConsentWord, consent_word, is_inside, is_ordinary
from journeys.preferences.commands import KeepMessages, SetPreferences
from journeys.reply import Text
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say, version

CHANGES: Final[Mapping[str, dict[str, bool]]] = {
    "stop": {"service": False, "marketing": False},
    "start": {"service": True},
    "stop_marketing": {"marketing": False},
}
SENTENCES: Final = {"stop": "consent_stop", "start": "consent_start", "stop_marketing": "marketing_off"}
OF_THE_CART: Final = frozenset({"cart", "line", "way"})
ALL: Final[Container[str]] = frozenset({*CHANGES, "help"})
WAYS: Final = (
    ("stop_all", SetPreferences(messages=False)),
    ("stop_offers", SetPreferences(marketing=False)),
    ("stop_nothing", KeepMessages()),
)


def listen(flow: Flow, runtime: Turn) -> dict[str, Any]:
    """While a person has the conversation: STOP and START are obeyed as ever, everything else is for them to answer."""
    settled = obey(flow["state"], runtime.context, among=frozenset(CHANGES))
    return settled or {"silence": "a person has the conversation"}


def obey(state: ConversationState, context: TurnContext, *, among: Container[str] = ALL) -> dict[str, Any] | None:
    """The last consent word of the burst is the one that counts."""
    own = tenant.guardrails(context).own_words
    told = [(found, message) for message in context.incoming if (found := consent_word(message.text, own))]
    told = [(found, message) for found, message in told if found.kind in among and not _is_of_the_cart(message, state)]
    if not told:
        return None
    word, message = told[-1]
    context.trace.notes["consent"] = word.kind
    state = _in_its_language(word, state)
    return _help(state) if word.kind == "help" else _change(word, message, state, context)


def ask(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    """What somebody means who says "can you stop please": asked, and not obeyed."""
    if not is_inside(context.text):
        return None
    context.trace.notes["consent"] = "asked"
    choices = tuple(Choice(title=say(name, state), command=command.written()) for name, command in WAYS)
    asked = Pick(journey="prefs", of="consent", choices=choices)
    lines = "\n".join(f"{number}. {each.title}" for number, each in enumerate(choices, 1))
    words = f"{say('stop_what', state, business=state.tenant.tenant_name)}\n{lines}"
    return {"state": state.having(asked=asked), "reply": choice(words, asked, state)}


def _is_of_the_cart(message: Incoming, state: ConversationState) -> bool:
    """ONDOA under a question about what is being bought takes something out of the cart."""
    asked = state.controls.asked
    return isinstance(asked, Pick) and asked.of in OF_THE_CART and is_ordinary(message.text)


def _in_its_language(word: ConsentWord, state: ConversationState) -> ConversationState:
    """Who begins with ACHA is told in Swahili that it was heard; STOP is said in every language."""
    is_known = state.customer.customer_language_pref or state.understood.established_language
    if is_known or word.language == "en" or word.language not in state.tenant.allowed_languages:
        return state
    return state.having(response_language=word.language)


def _help(state: ConversationState) -> dict[str, Any]:
    words = say("help", state, bot=state.tenant.bot_name, business=state.tenant.tenant_name)
    return {"state": state, "reply": Text(text=f"{words}\n\n{how_to_reach_a_person(state)}")}


def _change(word: ConsentWord, message: Incoming, state: ConversationState, context: TurnContext) -> dict[str, Any]:
    sentence = SENTENCES[word.kind]
    call = context.call(
        "customer_update_preferences", consents=CHANGES[word.kind], wording=version(sentence, state),
        reason=f"wrote {word.kind.replace('_', ' ').upper()}", **message.proof,
    )  # fmt: skip
    if call.refusal:
        return {"state": state, "reply": Text(text=say("trouble", state))}
    changes = {"asked": None, **agreed(call.result.consents)}
    if word.kind != "start" and not call.result.changed:
        return {"state": state.having(**changes), "silence": "already stopped"}
    words = say(sentence, state, business=state.tenant.tenant_name)
    return {"state": state.having(**changes), "reply": Text(text=words, is_notice=True)}
