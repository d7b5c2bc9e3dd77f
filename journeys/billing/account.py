"""ask_billing: the customer's own plan, balance, invoices and cases, or the policy that holds for everybody."""

from collections.abc import Callable, Iterator
from typing import Final

from journeys.billing import state as billing
from journeys.billing import verify
from journeys.billing.commands import AskBilling, VerifyMe
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.days import date_of, month_name
from journeys.wording.money import money
from journeys.wording.phrases import say, spoken
from tools.billing.get_refund_policy import GetRefundPolicyResult
from tools.billing.get_subscription import AccountFacts, CaseFacts, GetSubscriptionResult

UNDECIDED: Final = frozenset({"opened", "pending_review"})


def ask_billing(command: AskBilling, state: ConversationState, context: TurnContext) -> Done:
    state = state.having(clarify_turns=0)
    if command.about == "policy":
        told = context.call("get_refund_policy")
        if told.refusal:
            return verify.needed(told.refusal, command.written(), state, context)
        return Done(state=state, reply=Text(text="\n".join(_policy(told.result, state))))
    call = context.call("get_subscription")
    if call.refusal and any(isinstance(each, VerifyMe) for each in context.commands):
        return Done(state=billing.waiting(state, command.written()))
    if call.refusal and billing.of(state).account_number:  # whose it is has been asked
        return verify.verify_me(VerifyMe(), billing.waiting(state, command.written()), context)
    if call.refusal and command.question:
        return Done(state=state, then=written("ask_library", question=command.question))
    if call.refusal:
        return verify.needed(call.refusal, command.written(), state, context)
    lines = LINES[command.about](call.result, state)
    state = billing.kept(state, amounts=[*dict.fromkeys(_amounts(call.result))])
    state, then = billing.next_waiting(state)
    return Done(state=state, reply=Text(text="\n".join(lines)), then=then)


def _amounts(told: GetSubscriptionResult) -> Iterator[str]:
    for account in told.accounts:
        yield from (money(each, account.currency) for each in (account.price_monthly, account.owed))
        for invoice in account.invoices:
            yield from (money(each, invoice.currency) for each in (invoice.amount, invoice.owed))


def _policy(policy: GetRefundPolicyResult, state: ConversationState) -> Iterator[str]:
    language = spoken(state.understood.response_language)
    yield say(
        "billing_policy", state, cooling=policy.cooling_off_days, sla=policy.processing_sla_business_days,
        days=policy.refund_to_method_days,
    )  # fmt: skip
    yield from (f"• {note}" for note in policy.notes.get(language, policy.notes.get("en", [])))
    if items := policy.non_refundable_items.get(language, policy.non_refundable_items.get("en", [])):
        yield say("billing_policy_not", state, items="; ".join(item.rstrip(".") for item in items))


def _plan(told: GetSubscriptionResult, state: ConversationState) -> Iterator[str]:
    for account in told.accounts:
        yield _named(account, state)


def _named(account: AccountFacts, state: ConversationState) -> str:
    if not account.plan_name:
        return say("billing_account_bare", state, number=account.account_number)
    return say(
        "billing_account", state, number=account.account_number, plan=account.plan_name,
        price=money(account.price_monthly, account.currency), status=say(f"billing_status_{account.status}", state),
    )  # fmt: skip


def _balance(told: GetSubscriptionResult, state: ConversationState) -> Iterator[str]:
    for account in told.accounts:
        if not account.owed:
            yield say("billing_owes_nothing", state, number=account.account_number)
            continue
        yield say("billing_owed", state, number=account.account_number, amount=money(account.owed, account.currency))
        yield from _invoiced(account, state, only_open=True)
        if account.status == "suspended":
            yield say("billing_is_suspended", state)


def _invoices(told: GetSubscriptionResult, state: ConversationState) -> Iterator[str]:
    lines = [line for account in told.accounts for line in _invoiced(account, state)]
    yield from lines or [say("billing_no_invoices", state)]
    for account in told.accounts:
        if account.invoices and not account.owed:
            yield say("billing_owes_nothing", state, number=account.account_number)


def _invoiced(account: AccountFacts, state: ConversationState, *, only_open: bool = False) -> Iterator[str]:
    for invoice in account.invoices:
        amount = money(invoice.amount, invoice.currency)
        month = month_name(invoice.issued_on, state)
        if invoice.owed:
            yield say(
                "billing_invoice_open", state, invoice=invoice.invoice_id, month=month, amount=amount,
                owed=money(invoice.owed, invoice.currency), due=date_of(invoice.due_on, state),
            )  # fmt: skip
        elif not only_open:
            yield say("billing_invoice_paid", state, invoice=invoice.invoice_id, month=month, amount=amount)


def _cases(told: GetSubscriptionResult, state: ConversationState) -> Iterator[str]:
    yield from [case_line(case, state) for case in told.cases] or [say("billing_no_cases", state)]


def case_line(case: CaseFacts, state: ConversationState) -> str:
    name = "billing_case" if case.status in UNDECIDED else "billing_case_decided"
    return say(
        name, state, case=case.case_id, invoice=case.invoice_id, amount=money(case.amount, case.currency),
        status=say(f"billing_case_{case.status}", state), eta=date_of(case.eta_date, state),
    )  # fmt: skip


LINES: Final[dict[str, Callable[[GetSubscriptionResult, ConversationState], Iterator[str]]]] = {
    "plan": _plan, "balance": _balance, "invoices": _invoices, "cases": _cases,
}  # fmt: skip
