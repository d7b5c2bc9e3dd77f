"""Fetches the offers that run now, and what each would save on an order; never refuses for want of an offer.

With a draft order it also applies the offers that need no code, and only then it is a write: order_create drops every
discount and cannot know of offers, so a cart is followed by this call. Refuses with order_unknown only.
"""

from datetime import date
from decimal import Decimal

from pydantic import Field

from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.offers import selectors, services
from tools.orders.facts import OrderFacts
from tools.orders.refusals import OrderRefused
from tools.orders.selectors import facts_of, get_own

# As many as a reply may show.
MOST = 6


class OffersGetApplicableArgs(Args):
    """Which order."""

    order_id: str | None = Field(
        None, max_length=40, pattern=PLAIN_TEXT, description="A draft order; without it, all public offers."
    )


class OfferFacts(Result):
    """One offer."""

    name: str
    description: str
    code: str | None = Field(description="To be told to the shop; None for one that applies by itself.")
    percent: Decimal | None
    amount: Decimal | None
    currency: str
    minimum_spend: Decimal | None
    ends_on: date | None
    scope: list[str] = Field(description="Titles of the products or shelves it is for; none means all.")
    is_stackable: bool = Field(False, description="Whether it may be combined with others of which this is said too.")
    applies: bool
    is_applied: bool = Field(False, description="Whether this order has it already.")
    saving: Decimal | None = Field(description="What it takes off this order.")
    obstacle: str | None = Field(description="Why it does not apply, as a code: the refusals of order_apply_coupon.")


class OffersGetApplicableResult(Result):
    """Offers that anyone may be told of, the most saving first, at most six."""

    offers: list[OfferFacts]
    order: OrderFacts | None = Field(None, description="The order, with what was applied to it by itself.")


def run(args: OffersGetApplicableArgs, context: ToolContext) -> OffersGetApplicableResult | Refusal:
    if args.order_id is None:
        told = selectors.list_public(customer_id=context.customer_id, now=context.now)
        return OffersGetApplicableResult(offers=[_facts(one) for one in told[:MOST]])
    try:
        order = get_own(args.order_id, customer_id=context.customer_id)
    except OrderRefused as refused:
        return refused.refusal()
    services.apply_automatic(order.pk, now=context.now)
    order.refresh_from_db()
    told = selectors.list_for(order, now=context.now)
    return OffersGetApplicableResult(offers=[_facts(one) for one in told[:MOST]], order=facts_of(order))


def _facts(told: selectors.OfferFigures) -> OfferFacts:
    offer = told.offer
    return OfferFacts(
        name=offer.name,
        description=offer.description,
        code=offer.code or None,
        percent=offer.percent,
        amount=offer.amount,
        currency=offer.currency,
        minimum_spend=offer.minimum_spend,
        ends_on=told.ends_on,
        scope=[str(part) for part in offer.scope.all()],
        is_stackable=offer.is_stackable,
        applies=told.obstacle is None,
        is_applied=told.is_applied,
        saving=told.saving,
        obstacle=told.obstacle,
    )


TOOL = Tool(
    name="offers_get_applicable",
    effect="write",
    only_reads_without="order_id",
    description=(
        "Fetch the offers that run now. With a draft order, those that need no code are applied to it, "
        "and each offer says what it takes off, or why it does not."
    ),
    args=OffersGetApplicableArgs,
    result=OffersGetApplicableResult,
    run=run,
)
