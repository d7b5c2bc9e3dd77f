"""verify_me and no_account: whose account it is, before anything of it is shown; asked by the business's own question.

ask_billing, request_refund ──not verified──▶ account number ──▶ question ──▶ verify_account ──▶ what waited
"""

from journeys.billing import state as billing
from journeys.billing.commands import AskBilling, NoAccount, RequestRefund, VerifyMe
from journeys.command import parted, written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.reply import Text
from journeys.state import ConversationState, Tell
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say, spoken
from tools.contract import Refusal

# What an operator reads of it; the message itself is in the talk.
ABOUT = 300


def needed(refusal: Refusal, waits: str, state: ConversationState, context: TurnContext) -> Done:
    """What stands between the customer and their account: their number is asked, or a person takes it up."""
    if refusal.code == "locked":
        return _locked(state)
    if refusal.code == "not_verified" and refusal.facts.get("question"):
        state = billing.waiting(state, waits) if waits else state
        if billing.of(state).account_number:
            return asked("answer", _spoken(refusal, state), state)
        return asked("account", say("billing_ask_account", state), state)
    return Done(state=state, then=written("hand_over", reason="request", about=context.text[:ABOUT]))


def verify_me(command: VerifyMe, state: ConversationState, context: TurnContext) -> Done:
    number = command.account_number.strip() or billing.of(state).account_number
    if not number:
        return asked("account", say("billing_ask_account", state), state)
    if not command.answer.strip():
        call = context.call("get_subscription")
        if call.refusal is None:
            return _go_on(state, context)
        if not call.refusal.facts.get("question"):
            return needed(call.refusal, "", state, context)
        return asked("answer", _spoken(call.refusal, state), billing.kept(state, account_number=number))
    call = context.call("verify_account", account_number=number, answer=command.answer)
    if call.refusal is None:
        return _go_on(billing.kept(state, account_number="", is_unverified=False), context)
    if call.refusal.code == "no_match":
        return asked("account", say("billing_wrong_answer", state), billing.kept(state, account_number=""))
    return needed(call.refusal, "", state, context)


def no_account(command: NoAccount, state: ConversationState, context: TurnContext) -> Done:
    """A refund is asked for without an account, and a person verifies it; nothing else can be told."""
    waits = parted(billing.next_waiting(state)[1])
    state = billing.kept(state, is_unverified=True, account_number="")
    if waits and waits[0] == "request_refund":
        return _go_on(state, context)
    return Done(state=state, then=written("hand_over", reason="request", about=context.text[:ABOUT]))


def _go_on(state: ConversationState, context: TurnContext) -> Done:
    """Serve what waited."""
    state, waits = billing.next_waiting(state)
    return Done(state=state.having(asked=None), then=waits or _asked_beside(context))


def _asked_beside(context: TurnContext) -> str:
    """Nothing more where the message asks for something of the account itself."""
    is_asked = any(isinstance(each, AskBilling | RequestRefund) for each in context.commands)
    return "" if is_asked else written("ask_billing", about="balance")


def _spoken(refusal: Refusal, state: ConversationState) -> str:
    """The business's question, in their language where it is put in it."""
    question = refusal.facts["question"]
    return str(question.get(spoken(state.understood.response_language)) or next(iter(question.values())))


def asked(what: str, words: str, state: ConversationState) -> Done:
    """One thing asked for in words."""
    return Done(state=state.having(asked=Tell(journey="billing", what=what)), reply=Text(text=words))


def _locked(state: ConversationState) -> Done:
    words = f"{say('billing_locked', state)} {how_to_reach_a_person(state)}"
    return Done(state=billing.without_draft(state, account_number="").having(asked=None), reply=Text(text=words))
