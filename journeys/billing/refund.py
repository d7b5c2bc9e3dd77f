"""request_refund and drop_refund: what a case needs is asked for one thing at a time, then the case is opened."""

from decimal import Decimal
from typing import Any, Final

from journeys.billing import state as billing
from journeys.billing import verify
from journeys.billing.commands import DropRefund, RequestRefund
from journeys.billing.reading import REASONS, amount_of
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.reply import Text
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.money import money
from journeys.wording.phrases import say
from tools.billing.get_subscription import GetSubscriptionResult
from tools.billing.models import MOST_REFUNDED
from tools.billing.open_refund_case import OpenRefundCaseResult

# Asked twice, then a person looks for the invoice.
MOST_MISREAD: Final = 2
# What an operator reads of it; the message itself is in the talk.
ABOUT: Final = 300


def request_refund(command: RequestRefund, state: ConversationState, context: TurnContext) -> Done:
    told = {name: value for name, value in command.model_dump().items() if value}
    state = billing.kept(state.having(clarify_turns=0), refund_in_progress=True, **told)
    found: GetSubscriptionResult | None = None
    if not billing.of(state).is_unverified:
        call = context.call("get_subscription")
        if call.refusal and call.refusal.code == "not_verified" and call.refusal.facts.get("question"):
            return verify.needed(call.refusal, written("request_refund"), state, context)
        found = None if call.refusal else call.result
    draft = billing.of(state)
    if not draft.invoice_id:
        return _asks_invoice(found, state)
    if not draft.reason:
        return _asks_reason(state)
    if amount_of(draft.amount) is None:
        return verify.asked("amount", say("billing_ask_amount", state), state)
    return _opened(state, context)


def drop_refund(command: DropRefund, state: ConversationState, context: TurnContext) -> Done:
    """Also what waited for them to be verified is left, whatever it was."""
    known = billing.of(state)
    words = "billing_dropped" if known.refund_in_progress or "request_refund" in known.waits else "billing_left"
    return Done(
        state=billing.without_draft(state, account_number="").having(asked=None), reply=Text(text=say(words, state))
    )


def _asks_invoice(found: GetSubscriptionResult | None, state: ConversationState) -> Done:
    """Which one, with those that they have."""
    invoices = [invoice for account in found.accounts for invoice in account.invoices] if found else []
    known = [f"• {each.invoice_id}: {money(each.amount, each.currency)}" for each in invoices]
    return verify.asked("invoice", "\n".join([say("billing_ask_invoice", state), *known]), state)


def _asks_reason(state: ConversationState) -> Done:
    choices = tuple(
        Choice(title=say(f"billing_reason_{name}", state), command=RequestRefund(reason=name).written())
        for name in REASONS
    )
    asked = Pick(journey="billing", of="reason", choices=choices)
    state = state.having(asked=asked)
    return Done(state=state, reply=choice(say("billing_ask_reason", state), asked, state))


def _opened(state: ConversationState, context: TurnContext) -> Done:
    draft = billing.of(state)
    amount = amount_of(draft.amount)
    if amount is None or amount > MOST_REFUNDED:
        # More than a case may be for is a person's to decide, with all that was told.
        about = f"{draft.invoice_id}: {draft.amount}, {draft.reason}. {draft.description}"[:ABOUT]
        return _to_a_person(about, state)
    call = context.call(
        "open_refund_case", reason=draft.reason, amount=amount, invoice_id=draft.invoice_id,
        description=draft.description,
    )  # fmt: skip
    if call.refusal is None:
        return _told(call.result, state)
    return _refused(call.refusal.code, dict(call.refusal.facts), state, context)


def _to_a_person(about: str, state: ConversationState) -> Done:
    state = billing.without_draft(state).having(asked=None)
    return Done(state=state, then=written("hand_over", reason="refund", about=about))


def _refused(code: str, facts: dict[str, Any], state: ConversationState, context: TurnContext) -> Done:
    draft = billing.of(state)
    if code == "more_than_invoice":
        most = money(Decimal(facts["amount"]), facts["currency"])
        words = say("billing_more_than_invoice", state, invoice=draft.invoice_id, amount=most)
        return verify.asked("amount", words, billing.kept(state, amount=""))
    if code == "too_many_cases":
        words = f"{say('billing_too_many', state)} {how_to_reach_a_person(state)}"
        return Done(state=billing.without_draft(state).having(asked=None), reply=Text(text=words))
    if draft.misread >= MOST_MISREAD or code != "invoice_unknown":
        about = f"{draft.invoice_id}: {draft.description or context.text}"[:ABOUT]
        return _to_a_person(about, state)
    words = say("billing_invoice_unknown", state, invoice=draft.invoice_id)
    return verify.asked("invoice", words, billing.kept(state, invoice_id="", misread=draft.misread + 1))


def _told(case: OpenRefundCaseResult, state: ConversationState) -> Done:
    amount = money(case.amount, case.currency)
    state = billing.without_draft(state, billing_case_id=case.case_id).having(asked=None)
    if not case.is_new:
        status = say(f"billing_case_{case.status}", state)
        words = say(
            "billing_opened_before", state, case=case.case_id, invoice=case.invoice_id, amount=amount, status=status
        )
        return Done(state=state, reply=Text(text=words))
    reason = say(f"billing_reason_{case.reason}", state)
    opened = say(
        "billing_opened", state, case=case.case_id, invoice=case.invoice_id, amount=amount,
        reason=reason[:1].lower() + reason[1:], eta=case.eta_date.isoformat(),
    )  # fmt: skip
    besides = [] if case.is_account_known else [say("billing_reviewed_first", state)]
    besides += [say("billing_seen_first", state)] if case.is_priority else []
    return Done(state=state, reply=Text(text=" ".join([opened, *besides])))
