"""Fetches the business's refund policy; never refuses."""

from decimal import Decimal

from pydantic import Field

from tools.billing import selectors
from tools.billing.models import MOST_REFUNDED
from tools.contract import Args, Result, Tool, ToolContext


class GetRefundPolicyArgs(Args):
    """Nothing to ask: the policy is the business's."""


class GetRefundPolicyResult(Result):
    """How money is given back, in days; and what is not, in the business's words by language."""

    cooling_off_days: int
    processing_sla_business_days: int
    refund_to_method_days: str = Field(description="After approval, until it has arrived: 7-10.")
    non_refundable_items: dict[str, list[str]]
    notes: dict[str, list[str]]
    most_in_one_case: Decimal = Field(description="What a case may be for at most; more is a person's to decide.")


def run(args: GetRefundPolicyArgs, context: ToolContext) -> GetRefundPolicyResult:
    rules = selectors.rules()
    return GetRefundPolicyResult(
        cooling_off_days=rules.cooling_off_days,
        processing_sla_business_days=rules.processing_sla_business_days,
        refund_to_method_days=rules.refund_to_method_days,
        non_refundable_items={language: text.splitlines() for language, text in rules.spoken("non_refundable").items()},
        notes={language: text.splitlines() for language, text in rules.spoken("notes").items()},
        most_in_one_case=MOST_REFUNDED,
    )


TOOL = Tool(
    name="get_refund_policy",
    effect="read",
    description="Fetch the refund policy: cooling-off, how long a case and the money take, what is not refunded.",
    args=GetRefundPolicyArgs,
    result=GetRefundPolicyResult,
    run=run,
)
