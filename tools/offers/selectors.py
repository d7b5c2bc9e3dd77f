"""Reading offers, inside the tenant in scope: which run, what they say, how often they were used."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tools.offers.models import Offer, Redemption
from tools.offers.rules import NOTHING, Basket, BasketLine, Terms, Uses, Verdict, judge
from tools.orders.models import Order, OrderDiscount

NOT_A_DRAFT = "not_a_draft"
MOST_IN_PASSING: Final = 5
"""As many as are told of where nobody has asked for offers."""


class InPassing(NamedTuple):
    """An offer that runs, in as much as tells it from the others and what it needs."""

    name: str
    description: str
    code: str
    minimum_spend: Decimal | None
    currency: str
    scope: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferFigures:
    """An offer as a customer may hear of it."""

    offer: Offer
    saving: Decimal | None
    obstacle: str | None
    ends_on: date | None
    is_applied: bool = False


def code_of(text: str) -> str:
    """A code as it is kept: "karibu 10!" is KARIBU10."""
    return "".join(char for char in text.upper() if char.isascii() and (char.isalnum() or char == "-"))


def list_running(now: datetime) -> "QuerySet[Offer]":
    """Offers that are switched on and within their dates."""
    begun, not_over = Q(starts_at=None) | Q(starts_at__lte=now), Q(ends_at=None) | Q(ends_at__gt=now)
    rows: QuerySet[Offer] = Offer.objects.filter(begun, not_over, is_active=True)
    return rows.prefetch_related("scope__product", "scope__category").order_by("pk")


def list_public(*, customer_id: UUID, now: datetime) -> list[OfferFigures]:
    """What anyone may be told of, with no order in sight."""
    offers = list(list_running(now).filter(is_public=True))
    uses, zone = uses_of(offers, customer_id=customer_id), _zone()
    return [
        OfferFigures(offer=offer, saving=None, obstacle=_exhausted(offer, uses[offer.pk]), ends_on=_day(offer, zone))
        for offer in offers
    ]


def list_in_passing(tenant_id: UUID, now: datetime) -> tuple[InPassing, ...]:
    """A few of those that anyone may be told of, those with a code first: one round trip, for nobody has asked."""
    with tenant_scope(tenant_id, has_one_statement=True):
        parts = Coalesce("scope__category__path", "scope__product__title")
        rows = list_running(now).filter(is_public=True).prefetch_related(None)
        rows = rows.annotate(parts=ArrayAgg(parts, filter=~Q(scope=None), default=[])).order_by(
            Exact(F("code"), ""), "pk"
        )
        told = rows.values_list("name", "description", "code", "minimum_spend", "currency", "parts")
        return tuple(InPassing(*row) for row in told[:MOST_IN_PASSING])


def list_for(order: Order, *, now: datetime) -> list[OfferFigures]:
    """Public offers, and those the order has: the most saving first."""
    applied = {row.offer_id: row.discount for row in _redemptions(order)}
    offers = list(list_running(now).filter(Q(is_public=True) | Q(pk__in=applied)))
    basket, uses, zone = basket_of(order), uses_of(offers, customer_id=order.customer_id), _zone()
    told = []
    for offer in offers:
        verdict = _verdict(order, offer, applied, basket, uses, now)
        told.append(
            OfferFigures(
                offer=offer, saving=None if verdict.obstacle else verdict.saving, obstacle=verdict.obstacle,
                ends_on=_day(offer, zone), is_applied=offer.pk in applied,
            )
        )  # fmt: skip
    return sorted(told, key=lambda one: (one.obstacle is not None, -(one.saving or NOTHING)))


def terms_of(offer: Offer) -> Terms:
    """The offer as the rules read it."""
    scope = list(offer.scope.all())
    return Terms(
        offer_id=offer.pk,
        currency=offer.currency,
        percent=offer.percent,
        amount=offer.amount,
        starts_at=offer.starts_at,
        ends_at=offer.ends_at,
        minimum_spend=offer.minimum_spend,
        total_limit=offer.total_limit,
        per_customer_limit=offer.per_customer_limit,
        is_stackable=offer.is_stackable,
        products=frozenset(part.product_id for part in scope if part.product_id),
        shelves=tuple(part.category.path for part in scope if part.category),
    )


def basket_of(order: Order, *, without: Collection[UUID] = ()) -> Basket:
    """The order as the rules see it, as if these discounts were not there."""
    kept = [row for row in _redemptions(order) if row.discount_id not in without]
    return Basket(
        currency=order.currency,
        lines=tuple(_basket_lines(order)),
        applied=tuple(terms_of(row.offer) for row in kept),
        taken_off=sum((row.discount.amount for row in kept), NOTHING),
    )


def uses_of(offers: Sequence[Offer], *, customer_id: UUID, but_for: Order | None = None) -> Mapping[UUID, Uses]:
    """How often each was used, leaving out an order's own uses."""
    rows = Redemption.objects.filter(offer__in=[offer for offer in offers if _is_limited(offer)])
    if but_for is not None:
        rows = rows.exclude(discount__order=but_for)
    counts = rows.values("offer_id").annotate(total=Count("pk"), own=Count("pk", filter=Q(customer_id=customer_id)))
    used = {row["offer_id"]: Uses(total=row["total"], by_customer=row["own"]) for row in counts.order_by()}
    return {offer.pk: used.get(offer.pk, Uses()) for offer in offers}


def _is_limited(offer: Offer) -> bool:
    return offer.total_limit is not None or offer.per_customer_limit is not None


def _redemptions(order: Order) -> list[Redemption]:
    rows = Redemption.objects.filter(discount__order=order).select_related("offer", "discount")
    return list(rows.prefetch_related("offer__scope__category").order_by("pk"))


def _basket_lines(order: Order) -> Iterable[BasketLine]:
    for line in order.lines.select_related("variant__product__category"):
        shelf = line.variant.product.category if line.variant else None
        yield BasketLine(item_id=line.item_id, shelf=shelf.path if shelf else "", total=line.line_total)


def _verdict(
    order: Order,
    offer: Offer,
    applied: Mapping[UUID, OrderDiscount],
    basket: Basket,
    uses: Mapping[UUID, Uses],
    now: datetime,
) -> Verdict:
    if offer.pk in applied:
        return Verdict(saving=applied[offer.pk].amount)
    if order.status != Order.Status.DRAFT:
        return Verdict(obstacle=NOT_A_DRAFT)
    return judge(terms_of(offer), basket, uses[offer.pk], now)


def _exhausted(offer: Offer, uses: Uses) -> str | None:
    if offer.total_limit is not None and uses.total >= offer.total_limit:
        return "coupon_used_up"
    if offer.per_customer_limit is not None and uses.by_customer >= offer.per_customer_limit:
        return "coupon_used_by_customer"
    return None


def _zone() -> ZoneInfo:
    return ZoneInfo(Tenant.objects.values_list("time_zone", flat=True).get())


def _day(offer: Offer, zone: ZoneInfo) -> date | None:
    return offer.ends_at.astimezone(zone).date() if offer.ends_at else None
