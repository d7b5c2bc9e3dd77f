"""Changes a customer's language, consent or notifications with an audit trail; refuses when nothing was asked."""

from typing import Literal

from pydantic import Field

from tenants import customers
from tenants.models import Customer
from tools.contract import Args, Refusal, Result, Tool, ToolContext


class CustomerUpdatePreferencesArgs(Args):
    """What the customer wants from now on; what is left out stays."""

    language_preference: Literal["en", "sw", "sheng", "mixed"] | None = Field(
        None, description="Language to be answered in."
    )
    marketing_opt_in: bool | None = Field(None, description="Whether offers and news may be sent.")
    notification_prefs: dict[str, bool] | None = Field(
        None, description="Notifications by kind, such as {'order_updates': true}."
    )
    consent_flags: dict[str, bool] | None = Field(
        None, description="Consent by purpose, such as {'messages': false} after STOP."
    )
    reason: str = Field(max_length=200, description="What the customer said or did that asks for the change.")


class CustomerUpdatePreferencesResult(Result):
    """What changed, and how it stands now."""

    changed: list[str]
    language_preference: str | None
    marketing_opt_in: bool | None
    notification_prefs: dict[str, bool]
    consent_flags: dict[str, bool]


def run(args: CustomerUpdatePreferencesArgs, context: ToolContext) -> CustomerUpdatePreferencesResult | Refusal:
    changes = args.model_dump(exclude={"reason"}, exclude_none=True)
    if not changes:
        return Refusal(code="nothing_to_change", reason="No preference was named.")
    customer = Customer.objects.select_for_update().filter(pk=context.customer_id).first()
    if customer is None:
        return Refusal(code="customer_unknown", reason="This customer's record was removed.")
    trail = customers.update_preferences(customer, changes, reason=args.reason, request_id=context.request_id)
    return CustomerUpdatePreferencesResult(
        changed=[change.preference for change in trail],
        language_preference=customer.language_preference or None,
        marketing_opt_in=customer.marketing_opt_in,
        notification_prefs=customer.notification_prefs,
        consent_flags=customer.consent_flags,
    )


TOOL = Tool(
    name="customer_update_preferences",
    effect="write",
    description="Change the customer's language, marketing consent or notifications; each change is audited.",
    args=CustomerUpdatePreferencesArgs,
    result=CustomerUpdatePreferencesResult,
    run=run,
)
