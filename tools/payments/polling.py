"""Asks the provider how a payment stands: the only way in which an STK request or a card payment becomes paid.

The question is claimed in one transaction, asked outside any, and its answer written in another; who dies in between
leaves a row that is due again. What cannot be asked for by an id (no answer came to the STK request, and no callback
yet) is waited for: its callback brings the id, or the paybill's confirmation its money, or after a day a person looks.
"""

from datetime import datetime, timedelta
from uuid import UUID

import structlog

from tenants.scope import fleet_scope, tenant_scope
from tenants.secrets import SecretUnreadable
from tools.orders import services
from tools.payments import provider_log, registry
from tools.payments.contract import ProviderStatus
from tools.payments.models import Payment, locked
from tools.payments.settlement import schedule
from tools.payments.settlement.settling import GIVEN_UP, settle
from tools.providers import Exchanges, ProviderProblem, Refused, Unauthorised

log = structlog.get_logger(__name__)
Method, Status = Payment.Method, Payment.Status
# What one round of the sweep asks about; more wait for the next, two seconds later.
BATCH = 500


def list_due(now: datetime) -> list[tuple[UUID, UUID]]:
    """Tenant and id of payments that are to be asked about, of every tenant, the longest waiting first."""
    with fleet_scope():
        due = Payment.objects.filter(ask_at__lte=now).order_by("ask_at")
        return list(due.values_list("tenant_id", "id")[:BATCH])


def ask(tenant_id: UUID, payment_id: UUID, *, now: datetime, apart: timedelta = schedule.APART) -> None:
    """Ask about a payment, unless it was asked about a moment ago; whatever goes wrong, it is asked about later."""
    with tenant_scope(tenant_id):
        payment = _claim(payment_id, apart=apart, now=now)
    if payment is None:
        return
    exchanges: Exchanges = []
    answer: ProviderStatus | None = None
    is_unheard_of = False
    try:
        answer = registry.get(payment.account.provider).look_up(payment, exchanges, now)
    except (ProviderProblem, SecretUnreadable) as error:
        is_unheard_of = isinstance(error, Refused) and not isinstance(error, Unauthorised)
        log.warning("payments.ask.failed", payment_id=str(payment.pk), problem=type(error).__name__)
    with tenant_scope(tenant_id):
        if Payment.objects.filter(pk=payment.pk).exists():
            provider_log.keep(exchanges, account=payment.account, payment=payment)
            if is_unheard_of and payment.has_told_id:
                _forget_id(payment)
            settle(payment.pk, answer or ProviderStatus(state="pending"), now=now)


def _forget_id(payment: Payment) -> None:
    """The provider knows no such id: whoever told it to us made it up. The true one may still come."""
    rows = Payment.objects.filter(pk=payment.pk, provider_id=payment.provider_id)
    rows.update(provider_id="", has_told_id=False, told_code="", told_receipt="")


def _claim(payment_id: UUID, *, apart: timedelta, now: datetime) -> Payment | None:
    """The payment, if it is to be asked about now; nobody else asks meanwhile."""
    payment = locked(payment_id)
    if payment is None or (payment.ask_at is None and not payment.is_open) or payment.method == Method.MPESA_C2B:
        return None
    if not payment.provider_id:
        _wait(payment, now)
        return None
    if payment.asked_at is not None and now - payment.asked_at < apart:
        return None
    payment.asked_at, payment.asks = now, payment.asks + 1
    payment.ask_at = now + schedule.FIRST * 3  # past the time limit of a question, should we die over it
    payment.save(update_fields=["asked_at", "asks", "ask_at"])
    return payment


def _wait(payment: Payment, now: datetime) -> None:
    """Nobody can be asked. Its sender may have died; its STK request is closed in the end, and the order free again."""
    age = now - payment.created_at
    if payment.status == Status.CREATED and age < schedule.SENDING_LIMIT:
        return
    if payment.status == Status.CREATED:
        payment.status = Status.UNKNOWN
    payment.asks += 1
    payment.ask_at = schedule.next_at(payment, now)
    if payment.is_prompting and age >= schedule.STK_LIFE:
        payment.is_prompting = False
        services.reopen(payment.order_id, now=now)
    if payment.ask_at is None:
        payment.problem = GIVEN_UP
    payment.save()
