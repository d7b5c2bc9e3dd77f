"""How a payment begins: the customer's yes is checked, its row is written, and only then is a provider asked.

In one transaction all that must hold is checked and the row is written; the order is locked from the check to the
commit, so that what the customer said yes to is what is charged. The provider is asked once, with no transaction open.
What became of it is written in another. A request whose fate is unknown is looked up, and never made again.
"""

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tenants.scope import tenant_scope
from tenants.secrets import SecretUnreadable
from tools.contract import Refusal, ToolContext
from tools.orders import selectors as orders
from tools.orders import services
from tools.orders.models import Order
from tools.orders.refusals import OrderClosed, OrderRefused
from tools.payments import provider_log, refusals, registry, selectors
from tools.payments.contract import AcceptedCharge, Attempt, SendRequest
from tools.payments.models import Payment, PaymentAccount, locked
from tools.payments.settlement import schedule
from tools.payments.settlement.schedule import SENDING_LIMIT, STK_LIFE
from tools.providers import Busy, Exchanges, NotSent, OutcomeUnknown, Refused, Unauthorised

log = structlog.get_logger(__name__)
Method, Status = Payment.Method, Payment.Status
# M-Pesa takes one STK request a minute to a phone, and takes an equal one within two for the last one's double.
BETWEEN_REQUESTS, BETWEEN_EQUALS = timedelta(minutes=1), timedelta(minutes=2)
BUSY, BUSY_SECONDS = "busy", 60


def charge(order_id: str, method: Payment.Method, context: ToolContext, *, phone: str = "") -> Payment | Refusal:
    """Have the order's provider ask for what is due: PENDING, UNKNOWN when no answer came, or why it was not asked."""
    with tenant_scope(context.tenant_id):
        attempt = _begin(order_id, method, context, phone)
        if isinstance(attempt, Refusal):
            return attempt
        way = registry.get(attempt.account.provider).ways[method]
        request = way.prepare(attempt) if way.prepare and attempt.is_new else None
    if request is not None:
        return _send(attempt, request)
    followed = _followed(attempt.payment)
    is_lost = way.has_page and isinstance(followed, Payment) and not followed.redirect_url
    return refusals.PROVIDER_DOWN if is_lost else followed


def instruct(order_id: str, context: ToolContext) -> Payment | Refusal:
    """The order's one open paybill payment, for what is due now; in the tenant scope that is open."""
    attempt = _begin(order_id, Method.MPESA_C2B, context, phone="")
    if isinstance(attempt, Refusal):
        return attempt
    if attempt.is_new:
        earlier = Payment.objects.filter(order=attempt.order, method=Method.MPESA_C2B, status=Status.PENDING)
        earlier.delete()
        attempt.payment.status, attempt.payment.ask_at, attempt.payment.sent_at = Status.PENDING, None, context.now
        attempt.payment.save(update_fields=["status", "ask_at", "sent_at"])
    return attempt.payment


def _begin(order_id: str, method: Payment.Method, context: ToolContext, phone: str) -> Attempt | Refusal:
    """In the tenant scope that is open, or what speaks against it; an order brought to today's prices stays so."""
    try:
        return _checked(order_id, method, context, phone)
    except OrderRefused as refused:
        return refused.refusal()


def _checked(order_id: str, method: Payment.Method, context: ToolContext, phone: str) -> Attempt:
    order = services.locked(orders.get_own(order_id, customer_id=context.customer_id).pk)
    earlier = Payment.objects.select_related("account").filter(request_id=context.request_id, method=method).first()
    if earlier is not None:
        return Attempt(payment=earlier, account=earlier.account, order=order, is_new=False)
    account = _payable(order, method)
    order = _confirmed(order, context)
    if method == Method.MPESA_STK:
        _no_other_request(order, phone, context.now)
    with transaction.atomic():
        _set_aside(order, method, context.now)
    payment = _written(order, account, method, context, phone)
    return Attempt(payment=payment, account=account, order=order, is_new=True)


def _payable(order: Order, method: Payment.Method) -> PaymentAccount:
    if order.status in (Order.Status.CANCELLED, Order.Status.EXPIRED):
        raise OrderClosed(number=order.number, status=str(order.status))
    if not order.due:
        raise refusals.AlreadyPaid
    account = selectors.find_account_for(order, method)
    if account is None or str(method) not in selectors.list_methods(order):
        raise refusals.MethodDisabled
    return account


def _confirmed(order: Order, context: ToolContext) -> Order:
    """The order at today's prices, which must be what the customer said yes to."""
    if not context.confirmed_quote:
        raise refusals.NotConfirmed
    if order.status == Order.Status.DRAFT:
        services.reprice(order.pk, now=context.now)
        order = services.locked(order.pk)
    if orders.quote_of(order) != context.confirmed_quote:
        raise refusals.QuoteChanged(total=str(order.total), due=str(order.due), currency=order.currency)
    return order


def _no_other_request(order: Order, phone: str, now: datetime) -> None:
    """One STK request an order, one a minute to a phone, and none that M-Pesa would take for the last one's double."""
    requests = Payment.objects.filter(method=Method.MPESA_STK)
    mine = requests.filter(order=order, is_prompting=True)
    if mine.filter(created_at__gt=now - STK_LIFE).exists():
        raise refusals.PaymentPending
    mine.update(is_prompting=False)
    soon = Q(status__in=[Status.CREATED, Status.PENDING, Status.UNKNOWN]) | Q(told_code=BUSY)
    equal = Q(status=Status.PAID, amount=order.due)
    recent = requests.filter(phone_e164=phone)
    waits = [
        (last.created_at + gap - now).total_seconds()
        for kind, gap in ((soon, BETWEEN_REQUESTS), (equal, BETWEEN_EQUALS))
        if (last := recent.filter(kind, created_at__gt=now - gap).order_by("-created_at").first())
    ]
    if waits:
        raise refusals.TooSoon(seconds=max(1, round(max(waits))))


def _set_aside(order: Order, method: Payment.Method, now: datetime) -> None:
    """The pieces wait for the money. An STK request keeps it from being changed; a page or paybill does not."""
    if method == Method.MPESA_STK:
        services.place(order.pk, until=now + STK_LIFE, now=now)
    else:
        services.hold(order.pk, now=now)


def _written(
    order: Order, account: PaymentAccount, method: Payment.Method, context: ToolContext, phone: str
) -> Payment:
    payment = Payment(
        order=order,
        customer_id=order.customer_id,
        account=account,
        conversation_id=context.conversation_id,
        request_id=context.request_id,
        method=method,
        amount=order.due,
        currency=order.currency,
        quote=context.confirmed_quote,
        phone_e164=phone,
        is_prompting=method == Method.MPESA_STK,
        ask_at=context.now + SENDING_LIMIT,
    )
    payment.save(force_insert=True)
    return payment


def _send(attempt: Attempt, request: SendRequest) -> Payment | Refusal:
    """Between two transactions: the row is there before, whatever becomes of us."""
    exchanges: Exchanges = []
    now = timezone.now()
    try:
        accepted = request(exchanges)
    except Busy:
        refusal = refusals.TooSoon(seconds=BUSY_SECONDS).refusal()
        return _not_sent(attempt, exchanges, refusal, code=BUSY, now=now)
    except NotSent:
        return _not_sent(attempt, exchanges, refusals.PROVIDER_DOWN, code="not_sent", now=now)
    except (Refused, SecretUnreadable) as error:
        code = error.code[:20] if isinstance(error, Refused) else "secret"
        return _not_sent(attempt, exchanges, refusals.PROVIDER_REFUSED, code=code, why=error, now=now)
    except OutcomeUnknown:
        return _sent(attempt, exchanges, None, now=now)
    return _sent(attempt, exchanges, accepted, now=now)


def _sent(
    attempt: Attempt, exchanges: Exchanges, accepted: AcceptedCharge | None, *, now: datetime
) -> Payment | Refusal:
    """The provider took it, or perhaps did. A callback may have been quicker: what it settled stays settled."""
    with tenant_scope(attempt.account.tenant_id):
        row = locked(attempt.payment.pk)
        if row is None:
            return refusals.ORDER_UNKNOWN
        provider_log.keep(exchanges, account=attempt.account, payment=row)
        row.sent_at = now
        if accepted is not None:
            row.redirect_url = accepted.redirect_url or row.redirect_url
            row.provider_id = row.provider_id or accepted.provider_id
        if row.is_open:
            row.status = Status.PENDING if accepted is not None else Status.UNKNOWN
            row.ask_at = now + schedule.FIRST
        row.save()
    log.info("payments.payment.sent", method=row.method, status=row.status)
    return row


def _not_sent(
    attempt: Attempt, exchanges: Exchanges, refusal: Refusal, *, code: str, now: datetime, why: Exception | None = None
) -> Refusal:
    """The provider surely did not take it: the attempt is over, and the order can be paid in another way."""
    with tenant_scope(attempt.account.tenant_id):
        row = locked(attempt.payment.pk)
        if row is not None:
            provider_log.keep(exchanges, account=attempt.account, payment=row)
            if row.is_open:
                row.status, row.reason, row.told_code = Status.FAILED, "declined", code
                row.settled_at, row.ask_at, row.is_prompting = now, None, False
                row.save()
                services.reopen(row.order_id, now=now)
        if isinstance(why, Unauthorised):
            PaymentAccount.objects.filter(pk=attempt.account.pk).update(problem=why.message[:300])
    log.warning("payments.payment.not_sent", method=attempt.payment.method, code=code)
    return refusal


def _followed(payment: Payment) -> Payment | Refusal:
    """The row of an earlier try of the same turn, whose process died: its fate is found out, and it is not repeated."""
    with tenant_scope(payment.tenant_id):
        row = locked(payment.pk)
        if row is None:
            return refusals.ORDER_UNKNOWN
        if row.status == Status.CREATED:
            row.status = Status.UNKNOWN
            row.save(update_fields=["status"])
    return refusals.PROVIDER_DOWN if row.status == Status.FAILED else row
