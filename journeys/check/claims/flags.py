"""What typed tool results say has happened: the flags that a claim needs before it may be said."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Final

from journeys.check.reading.clauses import expanded
from knowledge import lexicon
from knowledge.text import words
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.catalog_search import CatalogSearchResult
from tools.context.customer_update_preferences import CustomerUpdatePreferencesResult
from tools.contract import Call, Refusal
from tools.handoff.handoff_create_ticket import HandoffCreateTicketResult
from tools.offers.offers_get_applicable import OfferFacts, OffersGetApplicableResult
from tools.orders.facts import OrderFacts
from tools.payments.order_get_status import OrderAndPayments, OrderGetStatusResult
from tools.payments.payment_initiate_stk_push import PaymentInitiateStkPushResult

# Half price.
HALF: Final = Decimal(50)
OF_ORDERS: Final[Mapping[str, frozenset[str]]] = {
    "draft": frozenset(),
    "placed": frozenset({"order.placed"}),
    "paid": frozenset({"order.placed", "payment.received"}),
    "preparing": frozenset({"order.placed", "order.preparing"}),
    "shipped": frozenset({"order.placed", "order.shipped"}),
    "delivered": frozenset({"order.placed", "order.shipped", "order.delivered"}),
    "cancelled": frozenset({"order.cancelled"}),
    "expired": frozenset({"order.cancelled"}),
}
OF_PAYMENTS: Final[Mapping[str, frozenset[str]]] = {
    "pending": frozenset({"payment.pending"}),
    "unknown": frozenset({"payment.pending"}),
    "paid": frozenset({"payment.received"}),
    "part_paid": frozenset({"payment.received"}),
    "overpaid": frozenset({"payment.received"}),
    "refund_asked": frozenset({"payment.received", "refund"}),
    "reversed": frozenset({"refund"}),
}
# Events of our own, told as a notice.
OF_EVENTS: Final[Mapping[str, frozenset[str]]] = {
    "payment.settled": OF_PAYMENTS["paid"],
    "payment.partial": OF_PAYMENTS["paid"],
    "payment.excess": OF_PAYMENTS["paid"] | {"handoff"},
    "payment.reversed": OF_PAYMENTS["reversed"],
    "payment.failed": frozenset({"order.placed"}),
}


@dataclass(frozen=True, slots=True)
class ItemForm:
    """A form of an item that can be bought, with its price, and whether it is there.

    Of an item that a search has found it holds every value of each option, the prices from and to, and no stock; of
    what is left of it in other forms, no price.
    """

    title: str
    options: Mapping[str, frozenset[str]]
    prices: tuple[Decimal, ...]
    is_in_stock: bool
    stock: Decimal | None = None

    @property
    def values(self) -> Iterator[str]:
        return (value for values in self.options.values() for value in values)

    @property
    def option_words(self) -> frozenset[str]:
        """The options, as written and as concepts."""
        return frozenset(
            each
            for value in self.values
            for each in (value.casefold(), *(lexicon.concept(word) or word for word in words(value)))
        )


@dataclass(slots=True)
class Flags:
    """What has happened: in general, to each order by its number, and what is on the shelf."""

    general: set[str] = field(default_factory=set)
    orders: dict[str, set[str]] = field(default_factory=dict)
    shelf: list[ItemForm] = field(default_factory=list)
    offers: list[OfferFacts] = field(default_factory=list)

    def of(self, numbers: Iterable[str]) -> set[str]:
        """What holds of the orders that are named; of the latest when none is."""
        named = [self.orders[number] for number in numbers if number in self.orders]
        told = named or list(self.orders.values())[:1]
        return self.general.union(*told)


def flags_of(calls: Iterable[Call], today: date | None = None) -> Flags:
    """What the results of these calls say; what an offer's end makes of "this week" depends on the day."""
    found = Flags()
    for call in calls:
        _read(call.answer, found)
        if isinstance(call.answer, HandoffCreateTicketResult):
            found.general |= {"handoff", f"handoff.{call.arguments.get('reason')}"}
    for offer in found.offers:
        found.general |= _of_offer(offer, today)
    return found


def _read(answer: Any, found: Flags) -> None:
    match answer:
        case Refusal() if answer.code in ("out_of_stock", "sold_out"):
            found.general |= {"stock.out", "stock.left"}
        case OrderGetStatusResult():
            for status in answer.orders:
                _read_status(status, found)
        case OffersGetApplicableResult():
            found.offers += answer.offers
        case CustomerUpdatePreferencesResult():
            found.general |= _of_preferences(answer)
        case PaymentInitiateStkPushResult():
            found.general.add("payment.pending")
        case CatalogSearchResult() | CatalogGetItemResult():
            _read_shelf(answer, found)
    if isinstance(order := getattr(answer, "order", None), OrderFacts):
        _read_order(order, found)


def _read_shelf(answer: CatalogSearchResult | CatalogGetItemResult, found: Flags) -> None:
    """What an item's own page tells of its forms takes the place of what a search told."""
    if isinstance(answer, CatalogSearchResult):
        for item in [*answer.items, *(miss.item for miss in answer.near_misses)]:
            options = {name: frozenset(values) for name, values in item.options.items()}
            found.shelf.append(ItemForm(item.title, options, (item.price_from, item.price_to), item.in_stock))
            for left in item.left:  # at which price was not told
                there = {name: frozenset({value}) for name, value in left.items()}
                found.shelf.append(ItemForm(item.title, there, (), is_in_stock=True))
            for form in item.form_prices:
                own = {name: frozenset({value}) for name, value in form.options.items()}
                found.shelf.append(ItemForm(item.title, options | own, (form.price,), item.in_stock))
        return
    found.shelf = [form for form in found.shelf if form.title != answer.title]
    for variant in answer.variants:
        options = {name: frozenset({value}) for name, value in variant.options.items()}
        found.shelf.append(ItemForm(answer.title, options, (variant.price,), variant.in_stock, variant.stock))


def _read_status(status: OrderAndPayments, found: Flags) -> None:
    _read_order(status.order, found)
    own = found.orders[status.order.number]
    own |= OF_PAYMENTS.get(status.payment_status, frozenset())
    if any(payment.status == "reversed" for payment in status.payments):
        own.add("refund")
    if status.set_aside_until is not None:
        own.add("order.held")


def _read_order(order: OrderFacts, found: Flags) -> None:
    own = found.orders.setdefault(order.number, set())
    own |= OF_ORDERS.get(order.status, frozenset())
    if order.discounts:
        own.add("discount")
    if order.delivery_fee == 0 and not order.is_place_untold:
        own.add("delivery.free")


def _of_offer(offer: OfferFacts, today: date | None) -> set[str]:
    """What it takes off and of what; for how long it lasts, by its own end."""
    told = {"discount"}
    if not offer.scope and offer.minimum_spend is None:
        told.add("discount.all")
    if offer.percent == HALF:
        told.add("discount.half")
    if offer.ends_on is not None:
        told.add("discount.ends")
    else:
        return told | {"discount.week", "discount.month"}
    if today is not None:
        week = today + timedelta(days=6 - today.weekday())
        month = (today.replace(day=1) + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        told |= {"discount.week"} if offer.ends_on >= week else set()
        told |= {"discount.month"} if offer.ends_on >= month else set()
        told |= {"discount.ends_today"} if offer.ends_on == today else set()
    return told


def _of_preferences(result: CustomerUpdatePreferencesResult) -> set[str]:
    told = {"preferences"}
    told |= {"consent.off"} if False in result.consents.values() else set()
    told |= {"consent.on"} if {result.consents.get("marketing"), result.consents.get("service")} & {True} else set()
    return told


def offers_in(text: str, offers: Sequence[OfferFacts]) -> list[OfferFacts]:
    """The offers that a text names."""
    plain = expanded(text)
    return [
        offer
        for offer in offers
        if any(name and re.search(rf"\b{re.escape(expanded(name))}\b", plain) for name in (offer.code, offer.name))
    ]
