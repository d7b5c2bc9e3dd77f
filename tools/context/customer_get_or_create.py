"""Fetches the profile of the customer who writes; refuses when they were erased meanwhile.

Their record is created together with their first message, so that here it is only read.
"""

from typing import Any

from pydantic import Field

from tools.context.profiles import profiles
from tools.contract import Args, Refusal, Result, Tool, ToolContext


class CustomerGetOrCreateArgs(Args):
    """Nothing to ask: the customer is the turn's."""


class CustomerGetOrCreateResult(Result):
    """What is known of the customer."""

    customer_id: str
    name: str = Field(description="As they asked to be called, else as their profile gives it.")
    phone_e164: str | None = Field(description="Where they want to be reached.")
    language_preference: str | None
    consents: dict[str, bool]
    tags: list[str]


def run(args: CustomerGetOrCreateArgs, context: ToolContext) -> CustomerGetOrCreateResult | Refusal:
    customer: Any = context.profile or next(iter(profiles(context.customer_id)), None)
    if customer is None:
        return Refusal(code="customer_unknown", reason="This customer's record was removed.")
    return CustomerGetOrCreateResult(
        customer_id=str(customer.id),
        name=customer.called or customer.name,
        phone_e164=customer.phone or None,
        language_preference=customer.language_preference or None,
        consents=customer.consents or {},
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
