"""Fetches the profile of the customer who writes, remembering a name she gave; refuses when she was erased meanwhile."""

from pydantic import Field

from tenants.models import Customer
from tools.contract import Args, Refusal, Result, Tool, ToolContext


class CustomerGetOrCreateArgs(Args):
    """The customer is the turn's; only her name can be told."""

    name: str | None = Field(None, max_length=120, description="The customer's name, if she has just given it.")


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
    if args.name and args.name != customer.name:
        customer.name = args.name
        customer.save(update_fields=["name"])
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
    effect="write",
    description="Fetch the profile of the customer in this conversation, with language, consent and tags.",
    args=CustomerGetOrCreateArgs,
    result=CustomerGetOrCreateResult,
    run=run,
)
