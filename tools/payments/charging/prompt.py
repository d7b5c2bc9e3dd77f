"""Sends an M-Pesa prompt: its row is committed first, and a prompt whose fate is unknown is never sent again."""

import structlog
from django.utils import timezone

from tenants.scope import tenant_scope
from tenants.secrets import SecretUnreadable
from tools.contract import Refusal, ToolContext
from tools.payments import daraja, phones
from tools.payments.charging import recording, refusals
from tools.payments.charging.beginning import BUSY, Begun, begin
from tools.payments.models import Payment
from tools.payments.outcome import schedule
from tools.payments.wire import Busy, Exchanges, NotSent, Refused, Unknown
from tools.payments.wire.hosts import prompt_hook

log = structlog.get_logger(__name__)
Method, Status = Payment.Method, Payment.Status
DESCRIPTION = "Order payment"
BUSY_SECONDS = 60


def send_prompt(order_id: str, phone: str, context: ToolContext) -> Payment | Refusal:
    """Ask a phone for its PIN; PENDING, UNKNOWN when no answer came, or why there is no prompt."""
    number = phones.read(phone)
    if number is None:
        return refusals.PhoneInvalid().refusal()
    with tenant_scope(context.tenant_id):
        begun = begin(order_id, Method.MPESA_STK, context, phone=number)
        if isinstance(begun, Refusal):
            return begun
        callback = prompt_hook(begun.account, begun.payment.pk)
    return _sent(begun, callback) if begun.is_new else recording.followed(begun.payment)


def _sent(begun: Begun, callback: str) -> Payment | Refusal:
    """Between two transactions: the row is there before, whatever becomes of us."""
    exchanges: Exchanges = []
    now = timezone.now()
    try:
        pushed = _push(begun, callback, exchanges)
    except Busy:
        refusal = refusals.TooSoon(seconds=BUSY_SECONDS).refusal()
        return recording.not_sent(begun, exchanges, refusal, code=BUSY, now=now)
    except NotSent:
        return recording.not_sent(begun, exchanges, refusals.PROVIDER_DOWN, code="not_sent", now=now)
    except (Refused, SecretUnreadable) as error:
        return recording.not_sent(begun, exchanges, refusals.PROVIDER_REFUSED, code=_code(error), why=error, now=now)
    except Unknown:
        return recording.sent(begun, exchanges, status=Status.UNKNOWN, ask_at=now + schedule.FIRST, now=now)
    return recording.sent(
        begun,
        exchanges,
        status=Status.PENDING,
        provider_id=pushed.checkout_id,
        ask_at=now + schedule.FIRST,
        now=now,
    )


def _push(begun: Begun, callback: str, exchanges: Exchanges) -> daraja.Pushed:
    return daraja.stk_push(
        begun.account,
        phone=phones.msisdn(begun.payment.phone_e164),
        amount=begun.payment.amount,
        reference=begun.order.number,
        description=DESCRIPTION,
        callback=callback,
        now=timezone.now(),
        exchanges=exchanges,
    )


def _code(error: Exception) -> str:
    return error.code[:20] if isinstance(error, Refused) else "secret"
