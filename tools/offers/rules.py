"""What an offer's rules say of a basket: pure, from values alone. They stand in one table, in the order of telling."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from tools.orders import totals

NOTHING = Decimal("0.00")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """An offer as its seller wrote it; an empty scope is everything."""

    offer_id: UUID
    currency: str
    percent: Decimal | None = None
    amount: Decimal | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    minimum_spend: Decimal | None = None
    total_limit: int | None = None
    per_customer_limit: int | None = None
    is_stackable: bool = False
    products: frozenset[UUID] = frozenset()
    shelves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BasketLine:
    """What is bought, and on which shelf it stands."""

    item_id: UUID
    shelf: str
    total: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Basket:
    """An order as the rules see it; `applied` are the terms of the offers that it has already."""

    currency: str
    lines: tuple[BasketLine, ...]
    applied: tuple[Terms, ...] = ()
    taken_off: Decimal = NOTHING

    @property
    def subtotal(self) -> Decimal:
        return sum((line.total for line in self.lines), NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Uses:
    """How often it was used, by all and by this customer."""

    total: int = 0
    by_customer: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What it saves, or why it does not apply; `facts` are what may be told about that."""

    saving: Decimal = NOTHING
    obstacle: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Everything that a rule may look at."""

    terms: Terms
    basket: Basket
    uses: Uses
    now: datetime


def judge(terms: Terms, basket: Basket, uses: Uses, now: datetime) -> Verdict:
    """The first obstacle of the table, or the saving."""
    case = Case(terms=terms, basket=basket, uses=uses, now=now)
    for obstacle, stands_in_the_way in RULES:
        if stands_in_the_way(case):
            return Verdict(obstacle=obstacle, facts=_facts(obstacle, case))
    return Verdict(saving=saving(terms, basket))


def saving(terms: Terms, basket: Basket) -> Decimal:
    """What the offer takes off: of what it is for, as far as earlier discounts have left anything."""
    base = sum((line.total for line in basket.lines if _is_for(terms, line)), NOTHING)
    off = base * terms.percent / 100 if terms.percent is not None else terms.amount or NOTHING
    return min(totals.rounded(off, basket.currency), base, basket.subtotal - basket.taken_off)


def _is_for(terms: Terms, line: BasketLine) -> bool:
    """A shelf includes those within it: Shoes is for Shoes > Running too."""
    if not terms.products and not terms.shelves:
        return True
    on_shelf = any(line.shelf == shelf or line.shelf.startswith(f"{shelf} > ") for shelf in terms.shelves)
    return on_shelf or line.item_id in terms.products


def _is_elsewhere(case: Case) -> bool:
    is_money = case.terms.amount is not None or case.terms.minimum_spend is not None
    is_foreign = is_money and case.terms.currency != case.basket.currency
    return is_foreign or not any(_is_for(case.terms, line) for line in case.basket.lines)


def _is_applied(case: Case) -> bool:
    return any(terms.offer_id == case.terms.offer_id for terms in case.basket.applied)


def _is_too_little(case: Case) -> bool:
    return case.terms.minimum_spend is not None and case.basket.subtotal < case.terms.minimum_spend


def _is_used_up(case: Case) -> bool:
    return case.terms.total_limit is not None and case.uses.total >= case.terms.total_limit


def _is_used_by_them(case: Case) -> bool:
    return case.terms.per_customer_limit is not None and case.uses.by_customer >= case.terms.per_customer_limit


def _cannot_stack(case: Case) -> bool:
    together = (case.terms, *case.basket.applied)
    return bool(case.basket.applied) and not all(terms.is_stackable for terms in together)


# An order that has it already is told so, though its own use may have been the last.
RULES: tuple[tuple[str, Callable[[Case], bool]], ...] = (
    ("already_applied", _is_applied),
    ("coupon_not_started", lambda case: case.terms.starts_at is not None and case.now < case.terms.starts_at),
    ("coupon_expired", lambda case: case.terms.ends_at is not None and case.now >= case.terms.ends_at),
    ("not_for_these_items", _is_elsewhere),
    ("minimum_not_met", _is_too_little),
    ("coupon_used_up", _is_used_up),
    ("coupon_used_by_customer", _is_used_by_them),
    ("not_stackable", _cannot_stack),
    ("not_stackable", lambda case: case.basket.applied != () and not saving(case.terms, case.basket)),
)


def _facts(obstacle: str, case: Case) -> Mapping[str, Any]:
    minimum = case.terms.minimum_spend
    if obstacle != "minimum_not_met" or minimum is None:
        return {}
    missing = minimum - case.basket.subtotal
    return {"minimum": str(minimum), "missing": str(missing), "currency": case.terms.currency}
