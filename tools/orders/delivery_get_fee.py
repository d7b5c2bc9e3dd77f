"""Tells what bringing goods of this worth to a place costs, before anything is ordered; None where that is not known.

Refuses with item_unknown."""

from decimal import Decimal

from pydantic import Field

from tenants.models import Tenant
from tools.catalog import selectors as catalog
from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.orders import selectors, totals


class DeliveryGetFeeArgs(Args):
    """What is brought, and where to."""

    item_ids: list[str] = Field(min_length=1, max_length=20, description="The item_ids of the goods.")
    place: str = Field(max_length=300, pattern=PLAIN_TEXT, description="Where they go, as the customer said it.")
    goods: Decimal = Field(ge=0, description="What the goods come to: from some amount on delivery may be free.")


class DeliveryGetFeeResult(Result):
    """The fee."""

    fee: Decimal | None = Field(description="None where it is not known what bringing these goods there costs.")


def run(args: DeliveryGetFeeArgs, context: ToolContext) -> DeliveryGetFeeResult | Refusal:
    found = [catalog.find_variants(item) for item in args.item_ids]
    if not all(found):
        return Refusal(code="item_unknown", reason="There is no such item in this catalog.")
    variants = [variant for variants in found for variant in variants]
    area = selectors.find_area(args.place, [variant.pk for variant in variants], variants[0].currency)
    currency = Tenant.objects.values_list("currency", flat=True).get()
    fee = totals.delivery_fee(area.tariff, args.goods, currency) if area is not None else None
    return DeliveryGetFeeResult(fee=fee)


TOOL = Tool(
    name="delivery_get_fee",
    effect="read",
    description="Tell what bringing goods to a place costs, before they are ordered.",
    args=DeliveryGetFeeArgs,
    result=DeliveryGetFeeResult,
    run=run,
)
