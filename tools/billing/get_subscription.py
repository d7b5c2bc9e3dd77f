"""Fetches the customer's accounts with plan, balance, invoices and refund cases.

Refuses with not_verified when no account is bound to them (facts: question, by language, that verifies who writes from
another number), and with locked while there were too many wrong answers to it.
"""

from datetime import date
from decimal import Decimal

from pydantic import Field

from tools.billing import selectors
from tools.billing.models import Account, Invoice, RefundCase
from tools.billing.verify_account import LOCKED
from tools.contract import Args, Refusal, Result, Tool, ToolContext


class GetSubscriptionArgs(Args):
    """Nothing to ask: the customer is the turn's."""


class InvoiceFacts(Result):
    """One invoice."""

    invoice_id: str
    issued_on: date
    due_on: date
    amount: Decimal
    paid: Decimal
    owed: Decimal
    currency: str


class CaseFacts(Result):
    """One refund case."""

    case_id: str
    invoice_id: str
    reason: str
    amount: Decimal
    currency: str
    status: str
    eta_date: date


class AccountFacts(Result):
    """One account: its current plan, and what is owed."""

    account_number: str
    plan_code: str
    plan_name: str
    price_monthly: Decimal
    currency: str
    status: str = Field(description="active, suspended, ended, or not_found when it has no subscription.")
    start_date: date | None
    owed: Decimal
    invoices: list[InvoiceFacts] = Field(description="What is owed first, then the newest.")


class GetSubscriptionResult(Result):
    """Everything that this customer may be told of their accounts."""

    accounts: list[AccountFacts]
    cases: list[CaseFacts]


def run(args: GetSubscriptionArgs, context: ToolContext) -> GetSubscriptionResult | Refusal:
    accounts = selectors.list_own(context.customer_id, now=context.now)
    if not accounts:
        return _not_verified(context)
    cases = selectors.list_cases(context.customer_id)
    return GetSubscriptionResult(accounts=[_account(each) for each in accounts], cases=[_case(each) for each in cases])


def _not_verified(context: ToolContext) -> Refusal:
    rules = selectors.rules()
    if selectors.wrong_tries(context.customer_id, "", now=context.now) >= rules.most_tries:
        return LOCKED
    reason = "No account is bound to this customer, and none is verified."
    return Refusal(code="not_verified", reason=reason, facts={"question": rules.spoken("question")})


def _account(account: Account) -> AccountFacts:
    current = next(iter(sorted(account.subscriptions.all(), key=lambda each: each.status == "ended")), None)
    invoices = sorted(account.invoices.all(), key=lambda each: not each.owed)
    plan = current.plan if current else None
    return AccountFacts(
        account_number=account.number,
        plan_code=plan.code if plan else "",
        plan_name=plan.name if plan else "",
        price_monthly=plan.monthly_price if plan else Decimal(0),
        currency=plan.currency if plan else (invoices[0].currency if invoices else "KES"),
        status=current.status if current else "not_found",
        start_date=current.start_date if current else None,
        owed=sum((each.owed for each in invoices), Decimal(0)),
        invoices=[_invoice(each) for each in invoices[: selectors.MOST_INVOICES]],
    )


def _invoice(invoice: Invoice) -> InvoiceFacts:
    return InvoiceFacts(
        invoice_id=invoice.number, issued_on=invoice.issued_on, due_on=invoice.due_on, amount=invoice.amount,
        paid=invoice.paid, owed=invoice.owed, currency=invoice.currency,
    )  # fmt: skip


def _case(case: RefundCase) -> CaseFacts:
    return CaseFacts(
        case_id=case.case_id, invoice_id=case.invoice_number, reason=case.reason, amount=case.amount,
        currency=case.currency, status=case.status, eta_date=case.eta_date,
    )  # fmt: skip


TOOL = Tool(
    name="get_subscription",
    effect="read",
    description="Fetch the customer's own plan, price, status, invoices, balance and refund cases.",
    args=GetSubscriptionArgs,
    result=GetSubscriptionResult,
    run=run,
)
