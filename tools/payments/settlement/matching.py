"""Finds the order that money which came by itself belongs to, and credits it there, once.

By the reference that the customer typed. A till takes none: there it is the one payment of this amount, awaited or
requested, whose customer's number ends as the payer's does. A number that somebody has only told in the chat proves
nothing: anybody could name another payer's. Money that an STK request brought is confirmed here too,
under its receipt: it settles the request, or finds it settled, and is not credited again.

Money that nobody has confirmed yet is credited up to the account's limit, counted over all orders of a customer; what
goes beyond waits, whatever it says of itself.
"""

from datetime import datetime, timedelta

import structlog
from django.db.models import Q

from tools.orders import selectors as orders
from tools.orders.models import Order
from tools.payments.contract import ProviderStatus
from tools.payments.models import IncomingPayment, Payment, PaymentAccount
from tools.payments.phones import is_alike
from tools.payments.settlement import provisional
from tools.payments.settlement.crediting import credit_alone
from tools.payments.settlement.receipts import BY_STK
from tools.payments.settlement.settling import settle

log = structlog.get_logger(__name__)
Method, Status, Kind = Payment.Method, Payment.Status, IncomingPayment.Status
ALIVE = (Status.CREATED, Status.PENDING, Status.UNKNOWN, Status.PAID)
UNCONFIRMED = "Safaricom has not confirmed this money yet. Confirm it first."
# Money to a till names no order: only one that was asked for lately, and by nobody else for the same amount, is meant.
TILL_WINDOW, STK_WINDOW = timedelta(days=1), timedelta(hours=1)


class NotMatchable(ValueError):
    """This money belongs to an order already, is in another currency, or nobody has confirmed it."""


def match(incoming: IncomingPayment, *, now: datetime) -> None:
    """Credit it to its order, in the tenant scope that is open; what names none stays unmatched for a person."""
    order = orders.find_by_number(incoming.reference) if incoming.reference.strip() else _find_by_amount(incoming, now)
    if order is not None:
        order = Order.objects.select_for_update(no_key=True).get(pk=order.pk)
    # Only under the lock: an STK request of this order may be receiving its receipt at this moment.
    if known := Payment.objects.filter(receipt=incoming.transaction_id).first():
        _join(incoming, known)
        return
    if order is None or order.currency != incoming.currency:
        log.warning("payments.incoming.unmatched", incoming_id=str(incoming.pk))
        return
    request = _find_stk_request(incoming, order)
    if request is not None and request.status == Status.PAID:
        _join(incoming, request)
    elif not provisional.may_count(incoming, order):
        provisional.hold(incoming, order, now)
        return
    elif request is None:
        provisional.ask_later(incoming, now)
        credit_alone(incoming, order, now=now)
        return
    else:
        provisional.ask_later(incoming, now)
        _join(incoming, request)
    settle(request.pk, ProviderStatus(state="paid", code="0", receipt=incoming.transaction_id), now=now)


def match_by_hand(incoming: IncomingPayment, order: Order, *, by: str, now: datetime) -> None:
    """A person has found its order; raises NotMatchable."""
    # The order first, as everywhere; two people who match one receipt count it once.
    order = Order.objects.select_for_update(no_key=True).get(pk=order.pk)
    row = IncomingPayment.objects.select_for_update(no_key=True).get(pk=incoming.pk)
    if row.status != Kind.UNMATCHED or order.currency != row.currency:
        raise NotMatchable("This money belongs to an order already, or is in another currency.")
    if not provisional.may_count(row, order):
        raise NotMatchable(UNCONFIRMED)
    row.matched_by = by[:150]
    credit_alone(row, order, now=now)


def _join(incoming: IncomingPayment, payment: Payment) -> None:
    """Nothing is credited by this; Safaricom's answer about a paid STK request confirms the money that it brought."""
    incoming.order_id, incoming.payment, incoming.status = payment.order_id, payment, Kind.SAME
    if payment.status == Status.PAID and payment.method == Method.MPESA_STK and incoming.confirmed_at is None:
        incoming.confirmed_at, incoming.confirmed_by, incoming.ask_at = payment.settled_at, BY_STK, None
    incoming.save()


def _find_stk_request(incoming: IncomingPayment, order: Order) -> Payment | None:
    """The order's STK request whose money this is: of this amount, from this phone, and without a receipt so far."""
    rows = Payment.objects.filter(order=order, method=Method.MPESA_STK, amount=incoming.amount, receipt="")
    fitting = [
        row
        for row in rows.filter(status__in=ALIVE).order_by("-created_at")
        if is_alike(row.phone_e164, incoming.payer_phone)
    ]
    told = [row for row in fitting if row.told_receipt == incoming.transaction_id]
    return next(iter(told or [row for row in fitting if not row.told_receipt]), None)


def _find_by_amount(incoming: IncomingPayment, now: datetime) -> Order | None:
    """Whose till money it is, by hand or from an STK request, when it can be only one's."""
    if incoming.account.kind != PaymentAccount.Kind.TILL:
        return None
    by_hand = Q(method=Method.MPESA_C2B, status=Status.PENDING, created_at__gt=now - TILL_WINDOW)
    requested = Q(method=Method.MPESA_STK, status__in=ALIVE, receipt="", created_at__gt=now - STK_WINDOW)
    rows = Payment.objects.select_related("order", "customer")
    rows = rows.filter(by_hand | requested, amount=incoming.amount) if incoming.payer_phone else rows.none()
    phones = [(row.order, row.phone_e164 or row.customer.phone_e164) for row in rows]
    fitting = {order.pk: order for order, phone in phones if phone and is_alike(phone, incoming.payer_phone)}
    return next(iter(fitting.values())) if len(fitting) == 1 else None
