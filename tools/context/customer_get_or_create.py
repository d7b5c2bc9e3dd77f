"""Fetches the profile of the customer who writes; refuses when she was erased meanwhile.

Her record is created together with her first message, so that here it is only read.
"""

from tenants.models import Customer
from tools.contract import Args, Refusal, Result, Tool, ToolContext


class CustomerGetOrCreateArgs(Args):
    """Nothing to ask: the customer is the turn's."""


class CustomerGetOrCreateResult(Result):
    """What is known of the customer."""

    customer_id: str
    name: str
    phone_e164: str | None
    language_preference: str | None
    marketing_opt_in: bool | None
    notification_prefs: dict[str, bool]
    consent_flags: dict[str, bool]
    tags: list[str]


def run(args: CustomerGetOrCreateArgs, context: ToolContext) -> CustomerGetOrCreateResult | Refusal:
    customer = Customer.objects.filter(pk=context.customer_id).first()
    if customer is None:
        return Refusal(code="customer_unknown", reason="This customer's record was removed.")
    return profile(customer)


def profile(customer: Customer) -> CustomerGetOrCreateResult:
    return CustomerGetOrCreateResult(
        customer_id=str(customer.id),
        name=customer.name,
        phone_e164=customer.phone_e164 or None,
        language_preference=customer.language_preference or None,
        marketing_opt_in=customer.marketing_opt_in,
        notification_prefs=customer.notification_prefs,
        consent_flags=customer.consent_flags,
        tags=customer.tags,
    )


TOOL = Tool(
    name="customer_get_or_create",
    effect="read",
    description="Fetch the profile of the customer in this conversation, with language, consent and tags.",
    args=CustomerGetOrCreateArgs,
    result=CustomerGetOrCreateResult,
    run=run,
)
