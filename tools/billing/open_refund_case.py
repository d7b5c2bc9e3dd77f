"""Opens a refund case for an invoice; one for each invoice and reason, so that asking again finds the same.

Refuses with invoice_unknown (no such invoice on their account), more_than_invoice (facts: amount, currency) and
too_many_cases. Of a customer without a known account the case is pending_review, and a person verifies them.
"""

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from tools.billing import selectors, services
from tools.billing.models import MOST_REFUNDED, RefundCase, money
from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext

Reason = Literal["overcharge", "service_outage", "within_cooling_off", "other"]
INVOICE_UNKNOWN = Refusal(code="invoice_unknown", reason="There is no such invoice on the customer's account.")
TOO_MANY = Refusal(code="too_many_cases", reason="The customer has as many undecided cases as one may have.")


class OpenRefundCaseArgs(Args):
    """What shall be given back, and why."""

    reason: Reason = Field(description="overcharge, service_outage, within_cooling_off or other.")
    amount: Decimal = Field(
        gt=0, le=MOST_REFUNDED, max_digits=12, decimal_places=2, description="How much, in the invoice's currency."
    )
    invoice_id: str = Field(
        min_length=3, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9/_-]*\d[A-Za-z0-9/_-]*$|^\d[A-Za-z0-9/_-]+$",
        description="The invoice's number, such as INV-20251001.",
    )  # fmt: skip
    description: str = Field(
        "", max_length=500, pattern=PLAIN_TEXT, description="What happened, in the customer's words."
    )


class OpenRefundCaseResult(Result):
    """The case, as the customer may quote it."""

    case_id: str
    is_new: bool = Field(description="False when this invoice and reason had a case already.")
    status: str = Field(description="opened, pending_review, approved or rejected.")
    is_priority: bool
    is_account_known: bool
    reason: str
    amount: Decimal
    currency: str
    invoice_id: str
    next_steps: list[str]
    sla_business_days: int
    eta_date: date
    refund_to_method_days: str


def run(args: OpenRefundCaseArgs, context: ToolContext) -> OpenRefundCaseResult | Refusal:
    accounts = selectors.list_own(context.customer_id, now=context.now)
    invoice = selectors.find_invoice(args.invoice_id, accounts)
    if accounts and invoice is None:
        return INVOICE_UNKNOWN
    if invoice is not None and args.amount > invoice.amount:
        facts = {"amount": str(invoice.amount), "currency": invoice.currency}
        return Refusal(code="more_than_invoice", reason="More is asked back than was billed.", facts=facts)
    try:
        case, is_new = services.open_case(
            customer_id=context.customer_id, conversation_id=context.conversation_id, invoice=invoice,
            invoice_number=invoice.number if invoice else args.invoice_id.upper(), reason=args.reason,
            amount=args.amount, description=args.description, now=context.now,
        )  # fmt: skip
    except services.TooManyCases:
        return TOO_MANY
    rules = selectors.rules()
    return OpenRefundCaseResult(
        case_id=case.case_id, is_new=is_new, status=case.status, is_priority=case.is_priority,
        is_account_known=case.invoice_id is not None, reason=case.reason, amount=case.amount, currency=case.currency,
        invoice_id=case.invoice_number, next_steps=_next_steps(case), eta_date=case.eta_date,
        sla_business_days=rules.processing_sla_business_days, refund_to_method_days=rules.refund_to_method_days,
    )  # fmt: skip


def _next_steps(case: RefundCase) -> list[str]:
    if case.invoice_id is None:
        return ["The account is not known here: a person verifies the customer and the invoice."]
    return [
        f"Case created for invoice {case.invoice_number}.",
        f"Classification: {case.reason}.",
        "A billing specialist validates the charge.",
        f"If approved: {money(case.currency, case.amount)} goes back to the way it was paid.",
        *(["The cooling-off period is claimed: the case is seen to first."] if case.is_priority else []),
    ]


TOOL = Tool(
    name="open_refund_case",
    effect="write",
    description="Open a refund case for one of the customer's invoices; a person decides it.",
    args=OpenRefundCaseArgs,
    result=OpenRefundCaseResult,
    run=run,
)
