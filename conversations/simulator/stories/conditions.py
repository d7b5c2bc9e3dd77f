"""What does not hold after a message, in sentences; an empty list is a condition that was met."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from conversations.simulator.stories import words
from conversations.simulator.stories.story import (
    CustomerIs,
    Fact,
    Line,
    Met,
    OrderIs,
    PaymentIs,
    TicketIs,
)
from tenants.consent import standing
from tenants.models import Customer
from tenants.scope import tenant_scope
from tools.handoff.models import HandoffTicket
from tools.orders.models import Order, OrderLine
from tools.payments.models import Payment

OPEN = (Order.Status.DRAFT, Order.Status.PLACED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A product of the catalog, as far as a reply can be compared with it."""

    title: str
    shelf: str
    lowest: Decimal
    highest: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a customer was told by a message's answer, and the business's own rows after it."""

    text: str = ""
    intro: str = ""
    has_options: bool = False
    catalog: tuple[Item, ...] = ()
    order: Order | None = None
    lines: tuple[OrderLine, ...] = ()
    ticket: HandoffTicket | None = None
    payment: Payment | None = None
    customer: Customer | None = None
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def answer(self) -> str:
        """The reply without the sentence that is said to everybody who is new: it states nothing that was asked for."""
        return self.text.replace(self.intro, "") if self.intro else self.text

    @property
    def items(self) -> tuple[Item, ...]:
        """The products that the reply names."""
        return tuple(item for item in self.catalog if words.has(self.text, item.title))


def problems(met: Met, seen: Seen) -> list[str]:
    """Everything that should hold and does not."""
    return [*_of_reply(met, seen), *_of_items(met, seen), *_of_rows(met, seen)]


def _of_reply(met: Met, seen: Seen) -> Iterator[str]:
    if met.silent is not None and met.silent == bool(seen.text):
        yield "there was a reply" if met.silent else "there was no reply"
    yield from (f"does not say {_said(fact)}" for fact in met.reply_has if not words.has(seen.answer, fact))
    yield from (f"says {_said(fact)}" for fact in met.reply_lacks if words.has(seen.text, fact))
    if met.language and not (seen.text and words.is_in(seen.text, met.language)):
        yield f"is in {words.language_of(seen.text) or 'no language'} and not in {met.language}"
    asks = "?" in seen.text or seen.has_options
    if met.asked and not (asks and any(words.has(seen.answer, word) for word in met.asked)):
        yield f"does not ask about {' or '.join(met.asked)}"


def _of_items(met: Met, seen: Seen) -> Iterator[str]:
    yield from (f"does not show {_said(title)}" for title in met.items_shown if not words.has(seen.text, title))
    if met.shelf:
        shown = seen.items
        fitting = [item for item in shown if item.shelf.startswith(met.shelf)]
        if not fitting or 2 * len(fitting) < len(shown):
            yield f"shows {len(fitting)} of {' or '.join(met.shelf)} among {len(shown)} items"
    for item in seen.items if (met.price_max, met.price_min) != (None, None) else ():
        if met.price_max is not None and item.lowest > met.price_max:
            yield f"shows {item.title} for {item.lowest:,.0f}"
        if met.price_min is not None and item.highest < met.price_min:
            yield f"shows {item.title} for {item.highest:,.0f}"


def _of_rows(met: Met, seen: Seen) -> Iterator[str]:
    if met.cart is not None:
        yield from _of_cart(met.cart, seen)
    if met.order is not None:
        yield from _of_order(met.order, seen.order)
    if met.ticket is not None:
        yield from _of_ticket(met.ticket, seen.ticket)
    if met.payment is not None:
        yield from _of_payment(met.payment, seen.payment)
    if met.customer is not None:
        yield from _of_customer(met.customer, seen.customer)
    for path, wanted in met.state.items():
        found = _at(seen.state, path)
        if found != wanted:
            yield f"the state has {found!r} at {path}, not {wanted!r}"


def _of_cart(wanted: Sequence[Line], seen: Seen) -> Iterator[str]:
    is_open = seen.order is not None and seen.order.status in OPEN
    left = list(seen.lines) if is_open else []
    for line in wanted:
        found = next((one for one in left if _is_line(line, one)), None)
        if found is None:
            yield f"no {line.quantity} x {line.title} {_options(line.options)} in the cart"
        else:
            left.remove(found)
    yield from (f"{line.quantity} x {line.title} {_options(line.options)} is in the cart" for line in left)


def _options(options: Mapping[str, Any]) -> str:
    return f"({', '.join(str(value) for value in options.values())})" if options else ""


def _is_line(wanted: Line, line: OrderLine) -> bool:
    options = {name: str(value).lower() for name, value in line.options.items()}
    same = all(options.get(name) == value.lower() for name, value in wanted.options.items())
    return same and line.title.lower() == wanted.title.lower() and line.quantity == wanted.quantity


def _of_order(wanted: OrderIs, order: Order | None) -> Iterator[str]:
    if order is None or (wanted.status == ("none",) and order.status not in OPEN):
        if wanted.status != ("none",):
            yield "there is no order"
        return
    if wanted.status and order.status not in wanted.status:
        yield f"the order is {order.status}, not {' or '.join(wanted.status)}"
    pairs = (("total", order.total), ("discount", order.discount_total), ("paid", order.paid_total))
    for name, found in pairs:
        sum_ = getattr(wanted, name)
        if sum_ is not None and found != sum_:
            yield f"the order's {name} is {found:,.0f}, not {sum_:,.0f}"


def _of_ticket(wanted: TicketIs | bool, ticket: HandoffTicket | None) -> Iterator[str]:
    if ticket is None or wanted is False:
        if bool(ticket) != bool(wanted):
            yield "there is no ticket" if ticket is None else f"there is a ticket for {ticket.reason}"
        return
    if isinstance(wanted, TicketIs):
        if wanted.reason and ticket.reason not in wanted.reason:
            yield f"the ticket is for {ticket.reason}, not {' or '.join(wanted.reason)}"
        summary = ticket.summary
        yield from (f"the ticket does not say {_said(fact)}" for fact in wanted.has if not words.has(summary, fact))


def _of_payment(wanted: PaymentIs | bool, payment: Payment | None) -> Iterator[str]:
    if payment is None or wanted is False:
        if bool(payment) != bool(wanted):
            yield "there is no payment" if payment is None else f"there is a payment by {payment.method}"
        return
    if isinstance(wanted, PaymentIs):
        if wanted.status and payment.status not in wanted.status:
            yield f"the payment is {payment.status}, not {' or '.join(wanted.status)}"
        if wanted.method and payment.method != wanted.method:
            yield f"the payment is by {payment.method}, not {wanted.method}"
        if wanted.phone and payment.phone_e164 != wanted.phone:
            yield f"the payment is from {payment.phone_e164}, not {wanted.phone}"
        if wanted.amount is not None and payment.amount != wanted.amount:
            yield f"the payment is over {payment.amount:,.0f}, not {wanted.amount:,.0f}"


def _of_customer(wanted: CustomerIs, customer: Customer | None) -> Iterator[str]:
    if customer is None:
        yield "there is no customer"
        return
    with tenant_scope(customer.tenant_id):
        known = standing.of(customer.pk).known
    if wanted.marketing is not None and known.get("marketing") != wanted.marketing:
        yield f"marketing is {known.get('marketing')}, not {wanted.marketing}"
    if wanted.language and customer.language_preference != wanted.language:
        yield f"the language wanted is {customer.language_preference or 'not known'}, not {wanted.language}"
    for name, value in wanted.notifications.items():
        found = known.get(name)
        if found != value:
            yield f"notifications of {name} are {found}, not {value}"


def _at(document: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(document, list) and part.isdecimal() and int(part) < len(document):
            document = document[int(part)]
        elif isinstance(document, dict):
            document = document.get(part)
        else:
            return None
    return document


def _said(fact: Fact) -> str:
    return f"“{fact}”" if isinstance(fact, str) else " or ".join(f"“{way}”" for way in fact.any_of)
