"""What stays in a tenant's books when a customer is erased: what was bought and paid, and nothing that names them.

The law wants the books of a sale for years, whoever bought. What stays is held together by ids of our own and by
pseudonyms; receipts keep one too, so that the same money is still known when it is told of again.
"""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F, Q

from conversations.rights.reach import Ids, Table, chunks
from tenants.models import Customer, CustomerAddress, Tenant
from tenants.pseudonyms import MARK, pseudonym
from tenants.scope import tenant_scope
from tools.offers.models import Redemption
from tools.orders.models import Order, OrderDiscount, OrderEvent, OrderLine
from tools.payments.models import IncomingPayment, Payment, PaymentExchange
from tools.payments.models.payment import OPEN

ENDED = (Payment.Status.PAID, Payment.Status.REVERSED)
UNFINISHED = (Order.Status.PLACED, Order.Status.PAID, Order.Status.PREPARING, Order.Status.SHIPPED)
OF_ORDERS: tuple[Table, ...] = (OrderLine, OrderDiscount, OrderEvent)
STAYS: tuple[Table, ...] = (Customer, Order, *OF_ORDERS, Redemption, Payment, IncomingPayment)
# A younger payment may still be settled, and needs to know whose it is.
UNDER_WAY = timedelta(days=1)
# Rows a transaction, so that nobody waits for a lock.
BATCH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """By what a customer can be known in what providers tell: names, numbers, receipts."""

    names: frozenset[str]
    msisdns: frozenset[str]
    receipts: frozenset[str]

    def is_payer(self, incoming: IncomingPayment) -> bool:
        """Whether money that belongs to no order can be theirs: by the number, or by what is left of it and a name."""
        told = incoming.payer_phone.strip().lower()
        if any(told == hashlib.sha256(own.encode()).hexdigest() for own in self.msisdns):
            return True
        digits = re.findall(r"\d+", told)
        if "*" not in told:
            return len("".join(digits)) >= 9 and any(own.endswith("".join(digits)[-9:]) for own in self.msisdns)
        fits = bool(digits) and any(own.startswith(digits[0]) and own.endswith(digits[-1]) for own in self.msisdns)
        return fits and bool(self.names & words_of(incoming.payer_name))

    def tells(self, words: str) -> bool:
        """Whether these words name the customer."""
        return bool(self.names & words_of(words)) or any(own[-9:] in re.sub(r"\D", "", words) for own in self.msisdns)


def list_open(customer: Customer, *, now: datetime) -> list[str]:
    """What is not finished with this customer, in sentences for whoever wants to erase them."""
    orders = Order.objects.filter(customer=customer, status__in=UNFINISHED).order_by("id")
    told = [f"Order {order.number} is {order.get_status_display().lower()}." for order in orders]
    young = Q(created_at__gt=now - UNDER_WAY)
    payments = Payment.objects.select_related("order").filter(young, customer=customer, status__in=OPEN).order_by("id")
    told += [f"{payment} for order {payment.order} is under way." for payment in payments]
    held = (
        IncomingPayment.objects.select_related("order")
        .filter(order__customer=customer, status=IncomingPayment.Status.HELD)
        .order_by("id")
    )
    return told + [
        f"{row.currency} {row.amount:,.2f} for order {row.order} waits until Safaricom confirms it." for row in held
    ]


def list_kept(ids: Ids) -> Ids:
    """Of these rows those that stay: orders for which money came, and what belongs to them."""
    came = IncomingPayment.objects.exclude(status=IncomingPayment.Status.VOID)
    orders = Order.objects.filter(pk__in=ids[Order])
    orders = orders.filter(
        Q(paid_total__gt=0) | Q(payments__status__in=ENDED) | Q(pk__in=came.filter(order__isnull=False).values("order"))
    )
    kept: Ids = {Order: set(orders.values_list("pk", flat=True))}
    for model in OF_ORDERS:
        kept[model] = _of(model, order_id__in=kept[Order])
    kept[Redemption] = _of(Redemption, discount_id__in=kept[OrderDiscount])
    kept[Payment] = _of(Payment, order_id__in=kept[Order], status__in=ENDED)
    kept[IncomingPayment] = _of(IncomingPayment, order_id__in=kept[Order])
    kept[Customer] = ids[Customer] if kept[Order] else set()
    return kept


def marks_of(customer: Customer, ids: Ids) -> Marks:
    """By what they can be known, read before anything of it goes."""
    payments = list(Payment.objects.filter(pk__in=ids[Payment]))
    incoming = list(IncomingPayment.objects.filter(pk__in=ids[IncomingPayment]))
    addresses = CustomerAddress.objects.filter(customer=customer).values_list("address", flat=True)
    numbers = [customer.phone_e164, customer.told_phone, customer.address, *addresses]
    numbers += [row.phone_e164 for row in payments]
    named = [customer.name, customer.called, *(row.payer_name for row in incoming)]
    told = [row.receipt for row in payments] + [row.told_receipt for row in payments]
    return Marks(
        names=frozenset().union(*map(words_of, named)),
        msisdns=frozenset(found[0] for number in numbers if (found := re.search(r"\d{9,15}", number))),
        receipts=frozenset(filter(None, [*told, *(row.transaction_id for row in incoming)])),
    )


def forget_strays(tenant_id: UUID, marks: Marks) -> Counter[str]:
    """Money of theirs that belongs to no order loses its names; what providers told of their receipts goes."""
    receipts, count = set(marks.receipts), 0
    # A person may be matching one of them to an order: then it is no stray any more.
    strays = IncomingPayment.objects.select_for_update(no_key=True).filter(order=None)
    for row in strays.exclude(transaction_id__startswith=MARK):
        if marks.is_payer(row):
            receipts.add(row.transaction_id)
            _write_incoming(row, tenant_id, marks)
            count += 1
    report: Counter[str] = Counter({IncomingPayment._meta.label: count})
    typed = Q()
    for mark in {*marks.names, *(own[-9:] for own in marks.msisdns)}:
        typed |= Q(request__BillRefNumber__icontains=mark)  # asked about, and never paid
    if typed:
        asked = PaymentExchange.objects.filter(typed, payment=None, incoming=None)
        report[PaymentExchange._meta.label] += asked.delete()[0]
    for chunk in chunks(receipts):
        names = [pseudonym(tenant_id, receipt) for receipt in chunk]
        told = PaymentExchange.objects.filter(Q(receipt__in=chunk) | Q(incoming__transaction_id__in=names))
        report[PaymentExchange._meta.label] += told.delete()[0]
    return report


def write_without_names(tenant_id: UUID, kept: Ids, marks: Marks, *, now: datetime) -> None:
    """What stays, from now on without anything that names them."""
    for customer in Customer.objects.filter(pk__in=kept[Customer]):
        fresh = Customer(id=customer.pk, tenant_id=tenant_id, address=f"erased:{customer.pk}", erased_at=now)
        fresh.created_at = customer.created_at
        fresh.save(force_update=True)
    nowhere: dict[str, Any] = {"delivery": {}, "delivery_area": ""}
    Order.objects.filter(pk__in=kept[Order]).update(conversation_id=F("pk"), **nowhere, erased_at=now)
    for payment in Payment.objects.filter(pk__in=kept[Payment]):
        payment.conversation_id, payment.phone_e164, payment.redirect_url = payment.order_id, "", ""
        payment.receipt, payment.told_receipt = pseudonym(tenant_id, payment.receipt), ""
        payment.provider_id = pseudonym(tenant_id, payment.provider_id)
        payment.ask_at, payment.is_prompting = None, False
        payment.problem = _without(payment.problem, tenant_id, marks)
        payment.save()
    for incoming in IncomingPayment.objects.filter(pk__in=kept[IncomingPayment]):
        _write_incoming(incoming, tenant_id, marks)
    for event in OrderEvent.objects.filter(pk__in=kept[OrderEvent]):
        event.what = _without(event.what, tenant_id, marks)[:200]
        event.save(update_fields=["what"])


def expire(tenant_id: UUID, *, now: datetime) -> Counter[str]:
    """Remove what has stood in the books of erased customers for as long as the tenant keeps them."""
    with tenant_scope(tenant_id):
        years = Tenant.objects.values_list("books_years", flat=True).get()
    limit, report = _years_before(now, years), Counter[str]()
    while count := _remove_old(tenant_id, limit):
        report.update(count)
    with tenant_scope(tenant_id):
        report.update(Customer.objects.filter(erased_at__isnull=False, orders=None).delete()[1])
    return report


def _remove_old(tenant_id: UUID, limit: datetime) -> Counter[str]:
    """One batch."""
    with tenant_scope(tenant_id):
        orders = Order.objects.filter(erased_at__isnull=False, created_at__lt=limit).order_by("pk")
        strays = IncomingPayment.objects.filter(order=None, transaction_id__startswith=MARK, created_at__lt=limit)
        count: Counter[str] = Counter()
        for model, rows in ((Order, orders), (IncomingPayment, strays)):
            ids = list(rows.values_list("pk", flat=True)[:BATCH])
            count.update(model.objects.filter(pk__in=ids).delete()[1])
    return count


def _years_before(moment: datetime, years: int) -> datetime:
    try:
        return moment.replace(year=moment.year - years)
    except ValueError:  # the 29th of February
        return moment.replace(year=moment.year - years, day=28)


def _of(model: Table, **which: Any) -> set[UUID]:
    return set(model.objects.filter(**which).values_list("pk", flat=True))


def _write_incoming(row: IncomingPayment, tenant_id: UUID, marks: Marks) -> None:
    row.transaction_id = pseudonym(tenant_id, row.transaction_id)
    row.payer_name = row.payer_phone = row.ask_secret = ""
    row.reference = "" if marks.tells(row.reference) else row.reference
    row.problem, row.ask_at = _without(row.problem, tenant_id, marks), None
    row.save()


def _without(words: str, tenant_id: UUID, marks: Marks) -> str:
    """The words with receipts under their pseudonyms; none at all when they name the customer."""
    for receipt in marks.receipts:
        words = words.replace(receipt, pseudonym(tenant_id, receipt))
    return "" if marks.tells(words) else words


def words_of(text: str) -> frozenset[str]:
    """The words of a name, however it is written; initials tell nothing."""
    return frozenset(word for word in re.findall(r"\w+", text.casefold()) if len(word) > 2)
