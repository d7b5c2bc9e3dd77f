"""Changes a customer's language or what they agree to, with its proof; refuses when nothing was asked."""

from typing import TYPE_CHECKING, Literal
from uuid import UUID

from pydantic import Field

from tenants import customers
from tenants.choices import list_languages
from tenants.consent import ledger, standing
from tenants.consent.ledger import Proof
from tenants.consent.purposes import ConsentSource
from tenants.models import Customer
from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext

Purpose = Literal["service", "marketing", "order_updates", "payment_updates"]
if TYPE_CHECKING:
    _Language = str
else:  # as many as there are folders of them
    _Language = Literal[tuple(code for code, _ in list_languages())]


class CustomerUpdatePreferencesArgs(Args):
    """What the customer wants from now on; what is left out stays."""

    language_preference: _Language | None = Field(None, description="Language to be answered in.")
    consents: dict[Purpose, bool] | None = Field(
        None, description="What they agree to or refuse, by purpose: {'service': false} after STOP."
    )
    called: str | None = Field(None, min_length=1, max_length=60, pattern=PLAIN_TEXT, description="Their name.")
    told_phone: str | None = Field(None, pattern=r"^\+[1-9]\d{6,14}$", description="Their number.")
    erase: bool | None = Field(None, description="Whether their data shall be erased, or kept after all.")
    reason: str = Field(
        max_length=200, pattern=PLAIN_TEXT, description="What the customer said or did that asks for the change."
    )
    words: str = Field("", max_length=300, pattern=PLAIN_TEXT, description="The customer's own words.")
    message_id: UUID | None = Field(None, description="The message in which they stand.")
    wording: str = Field("", max_length=60, description="Which sentence, in which form, they are told.")


class CustomerUpdatePreferencesResult(Result):
    """What changed, and how it stands now."""

    changed: list[str]
    language_preference: str | None
    consents: dict[str, bool]


def run(args: CustomerUpdatePreferencesArgs, context: ToolContext) -> CustomerUpdatePreferencesResult | Refusal:
    changes = args.model_dump(include={"language_preference", "called", "told_phone"}, exclude_none=True)
    if not (changes or args.consents or args.erase is not None):
        return Refusal(code="nothing_to_change", reason="No preference was named.")
    # The ledger of a customer is written in order: under their row.
    customer = Customer.objects.select_for_update().filter(pk=context.customer_id).first()
    if customer is None:
        return Refusal(code="customer_unknown", reason="This customer's record was removed.")
    trail = customers.update_preferences(customer, changes, reason=args.reason, request_id=context.request_id)
    proof = Proof(
        source=ConsentSource.CUSTOMER, reason=args.reason, words=args.words, message_id=args.message_id,
        wording=args.wording, request_id=context.request_id,
    )  # fmt: skip
    agreed = ledger.record(customer.pk, dict(args.consents or {}), proof=proof)
    at = context.now if args.erase else None
    is_asked = args.erase is not None and customers.ask_erasure(
        customer, at, reason=args.reason, request_id=context.request_id
    )
    return CustomerUpdatePreferencesResult(
        changed=[*(change.preference for change in trail), *agreed, *(["erasure"] if is_asked else [])],
        language_preference=customer.language_preference or None,
        consents=dict(standing.of(customer.pk).known),
    )


TOOL = Tool(
    name="customer_update_preferences",
    effect="write",
    description="Change the customer's language, name, number or consents; each change is kept with its proof.",
    args=CustomerUpdatePreferencesArgs,
    result=CustomerUpdatePreferencesResult,
    run=run,
)
