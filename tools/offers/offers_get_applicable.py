"""Fetches the offers that run now, and what each would save on an order; never refuses for want of an offer."""

from datetime import date
from decimal import Decimal

from pydantic import Field

from tools.contract import Args, Result


class OffersGetApplicableArgs(Args):
    """Which order."""

    order_id: str | None = Field(None, max_length=40, description="A draft order; without it, all public offers.")


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
    applies: bool
    saving: Decimal | None = Field(description="What it takes off this order.")
    obstacle: str | None = Field(description="Why it does not apply, as a code: the refusals of order_apply_coupon.")


class OffersGetApplicableResult(Result):
    """Offers that anyone may be told of, the most saving first, at most six."""

    offers: list[OfferFacts]


# Refusals: order_unknown.
