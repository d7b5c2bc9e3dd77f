"""Has PesaPal make a page for a card payment: its row is committed first, and one that is not shown is never paid."""

from typing import NoReturn

from django.utils import timezone

from tenants.scope import tenant_scope
from tenants.secrets import SecretUnreadable
from tools.contract import Refusal, ToolContext
from tools.payments import pesapal
from tools.payments.charging import recording, refusals
from tools.payments.charging.beginning import Begun, begin
from tools.payments.models import Payment, PaymentAccount
from tools.payments.outcome import schedule
from tools.payments.wire import Exchanges, NotSent, Refused, Unknown
from tools.payments.wire.hosts import card_done, card_hook

Method, Status = Payment.Method, Payment.Status


def make_page(order_id: str, context: ToolContext) -> Payment | Refusal:
    """A page on which the order's amount is paid; PENDING, or why there is none."""
    with tenant_scope(context.tenant_id):
        begun = begin(order_id, Method.CARD, context)
        if isinstance(begun, Refusal):
            return begun
        phone = begun.order.customer.phone_e164
    return _made(begun, phone) if begun.is_new else _again(begun.payment)


def _again(payment: Payment) -> Payment | Refusal:
    """An earlier try of the same turn. Without its page nobody can have paid, so it is over."""
    row = recording.followed(payment)
    return refusals.PROVIDER_DOWN if isinstance(row, Payment) and not row.redirect_url else row


def _made(begun: Begun, phone: str) -> Payment | Refusal:
    exchanges: Exchanges = []
    now = timezone.now()
    try:
        _name_our_address(begun.account, exchanges)
        submitted = _submit(begun, phone, exchanges)
    except (NotSent, Unknown):
        # Should PesaPal have taken it after all, nobody has the page's address.
        return recording.not_sent(begun, exchanges, refusals.PROVIDER_DOWN, code="not_sent", now=now)
    except (Refused, SecretUnreadable) as error:
        code = error.code[:20] if isinstance(error, Refused) else "secret"
        return recording.not_sent(begun, exchanges, refusals.PROVIDER_REFUSED, code=code, why=error, now=now)
    return recording.sent(
        begun,
        exchanges,
        status=Status.PENDING,
        provider_id=submitted.tracking_id,
        redirect_url=submitted.redirect_url,
        ask_at=now + schedule.FIRST,
        now=now,
    )


def _name_our_address(account: PaymentAccount, exchanges: Exchanges) -> None:
    """Once an account; of two at a time the first one's name is kept."""
    if account.ipn_id:
        return
    with tenant_scope(account.tenant_id):
        address = card_hook(account)
    ipn_id = pesapal.register_ipn(account, url=address, exchanges=exchanges)
    with tenant_scope(account.tenant_id):
        rows = PaymentAccount.objects.filter(pk=account.pk)
        rows.filter(ipn_id="").update(ipn_id=ipn_id, registered_at=timezone.now())
        account.refresh_from_db(fields=["ipn_id"])


def _submit(begun: Begun, phone: str, exchanges: Exchanges) -> pesapal.Submitted:
    contact = {"phone_number": phone} if phone else {"email_address": begun.account.contact_email}
    if not any(contact.values()):
        _refuse_without_contact()
    return pesapal.submit(
        begun.account,
        reference=str(begun.payment.pk),
        amount=begun.payment.amount,
        currency=begun.payment.currency,
        description=f"Order {begun.order.number}",
        callback=card_done(begun.payment.pk),
        billing=contact,
        exchanges=exchanges,
    )


def _refuse_without_contact() -> NoReturn:
    raise Refused("no_contact", "PesaPal wants a phone number or an e-mail address: give the account a contact e-mail.")
