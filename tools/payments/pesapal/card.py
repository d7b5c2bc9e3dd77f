"""A card payment: PesaPal makes a page for it, pokes us when it has changed, and its customer comes back from it.

A poke and a way back say nothing more, so the payment is asked about.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.utils import timezone

from tenants.scope import fleet_scope, tenant_scope
from tools.payments import addresses, provider_log
from tools.payments.contract import AcceptedCharge, Attempt, Effect, ProviderStatus, SendRequest
from tools.payments.models import Payment, PaymentAccount
from tools.payments.pesapal import client
from tools.payments.pesapal.purposes import CARD
from tools.providers import Exchanges, NotSent, OutcomeUnknown, Refused

CALLBACK, RETURNED = "/hooks/cards/***/ipn/", "/cards/done/"
NO_CONTACT = "PesaPal wants a phone number or an e-mail address: give the account a contact e-mail."


def prepare(attempt: Attempt) -> SendRequest:
    """In the attempt's transaction; what it gives has a page made, once."""
    return partial(_request, attempt, attempt.order.customer.phone)


def _request(attempt: Attempt, phone: str, exchanges: Exchanges) -> AcceptedCharge:
    try:
        _register_address_once(attempt.account, exchanges)
        return _submit(attempt, phone, exchanges)
    except OutcomeUnknown as error:
        # Should PesaPal have taken it after all, nobody has the page's address: it is as good as not sent.
        raise NotSent(str(error)) from error


def _register_address_once(account: PaymentAccount, exchanges: Exchanges) -> None:
    """Once an account; of two at a time the first one's name is kept."""
    if account.ipn_id:
        return
    ipn_id = register_address(account, exchanges)
    with tenant_scope(account.tenant_id):
        rows = PaymentAccount.objects.filter(pk=account.pk)
        rows.filter(ipn_id="").update(ipn_id=ipn_id, registered_at=timezone.now())
        account.refresh_from_db(fields=["ipn_id"])


def register_address(account: PaymentAccount, exchanges: Exchanges) -> str:
    """Tell PesaPal where to poke us; its name for that address."""
    with tenant_scope(account.tenant_id):
        address = addresses.make(account, CARD, "payment-hook-card")
    return client.register_ipn(account, url=address, exchanges=exchanges)


def _submit(attempt: Attempt, phone: str, exchanges: Exchanges) -> AcceptedCharge:
    contact = {"phone_number": phone} if phone else {"email_address": attempt.account.contact_email}
    if not any(contact.values()):
        raise Refused("no_contact", NO_CONTACT)
    return client.submit(
        attempt.account,
        reference=str(attempt.payment.pk),
        amount=attempt.payment.amount,
        currency=attempt.payment.currency,
        description=f"Order {attempt.order.number}",
        # The customer sees this address, so no secret stands in it.
        callback=addresses.ours("payment-card-done", attempt.payment.pk),
        billing=contact,
        exchanges=exchanges,
    )


def look_up(payment: Payment, exchanges: Exchanges, now: datetime) -> ProviderStatus:
    """How a card payment stands."""
    return client.status(payment.account, tracking_id=payment.provider_id, exchanges=exchanges)


def take_callback(
    account: PaymentAccount, tracking_id: str, body: Mapping[str, Any], *, now: datetime
) -> tuple[Effect, UUID | None]:
    """Keep what was told; "noted" and the payment's id when it is to be asked about."""
    with tenant_scope(account.tenant_id):
        # A callback and a poll of one payment: whoever is second sees what the first has noted.
        rows = Payment.objects.select_for_update(no_key=True).filter(account=account, method=Payment.Method.CARD)
        payment = rows.filter(provider_id=tracking_id[:80]).exclude(provider_id="").first()
        effect: Effect = "malformed" if not tracking_id else "unknown_payment" if payment is None else "noted"
        if payment is not None:
            payment.ask_at = now
            payment.save(update_fields=["ask_at"])
        provider_log.keep_callback(account, CALLBACK, body, effect=effect, payment=payment)
    return effect, payment.pk if payment else None


def take_return(
    payment_id: UUID, tracking_id: str, body: Mapping[str, Any], *, now: datetime
) -> tuple[UUID, bool] | None:
    """A browser comes back from a card page: whose shop it was, and whether the payment is to be asked about.

    Anybody may open this address, as often as they like. It is noted once, and only of a payment that waits.
    """
    with fleet_scope():
        rows = Payment.objects.filter(method=Payment.Method.CARD, tenant__is_active=True)
        payment = rows.select_related("account").filter(pk=payment_id).first()
    if payment is None:
        return None
    if not payment.is_open or not tracking_id or payment.provider_id != tracking_id:
        return payment.tenant_id, False
    with tenant_scope(payment.tenant_id):
        # Opened twice at once, it is noted once.
        waiting = Payment.objects.select_for_update(no_key=True).filter(pk=payment.pk, ask_at__gt=now).first()
        if waiting is None or not waiting.is_open or waiting.exchanges.filter(path=RETURNED).exists():
            return payment.tenant_id, False
        waiting.ask_at = now
        waiting.save(update_fields=["ask_at"])
        provider_log.keep_callback(payment.account, RETURNED, body, effect="noted", payment=waiting)
    return payment.tenant_id, True
