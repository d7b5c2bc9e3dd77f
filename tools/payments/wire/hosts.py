"""Where the providers are, and where they find us."""

from uuid import UUID

from django.conf import settings
from django.urls import reverse

from tools.payments.callback_tokens import Purpose, current
from tools.payments.models import IncomingPayment, PaymentAccount

Provider, Environment = PaymentAccount.Provider, PaymentAccount.Environment
HOSTS = {
    (Provider.DARAJA, Environment.SANDBOX): "https://sandbox.safaricom.co.ke",
    (Provider.DARAJA, Environment.LIVE): "https://api.safaricom.co.ke",
    (Provider.PESAPAL, Environment.SANDBOX): "https://cybqa.pesapal.com/pesapalv3",
    (Provider.PESAPAL, Environment.LIVE): "https://pay.pesapal.com/v3",
}


def base_url(account: PaymentAccount) -> str:
    """The configured stand-in, the simulator on a demo installation, otherwise the provider's own host."""
    is_daraja = account.provider == Provider.DARAJA
    stand_in = settings.TULIA.daraja_base_url if is_daraja else settings.TULIA.pesapal_base_url
    return stand_in or HOSTS[Provider(account.provider), Environment(account.environment)]


def prompt_hook(account: PaymentAccount, payment_id: UUID) -> str:
    """Where the outcome of a prompt is reported; like all of these in the scope that is open."""
    return _ours("payment-hook-prompt", current(account, Purpose.PROMPT), payment_id)


def validation_hook(account: PaymentAccount) -> str:
    return _ours("payment-hook-validate", current(account, Purpose.PAYBILL))


def confirmation_hook(account: PaymentAccount) -> str:
    return _ours("payment-hook-confirm", current(account, Purpose.PAYBILL))


def result_hook(account: PaymentAccount, incoming: IncomingPayment) -> str:
    """Where Safaricom answers what we ask about one transaction: an address that nobody else was ever told."""
    return _ours("payment-hook-result", current(account, Purpose.RESULT), incoming.pk, incoming.ask_secret)


def pull_hook(account: PaymentAccount) -> str:
    """Named when Safaricom's list is registered for; what is told there changes nothing."""
    return _ours("payment-hook-pull", current(account, Purpose.RESULT))


def card_hook(account: PaymentAccount) -> str:
    """Where PesaPal pokes us when a card payment has changed."""
    return _ours("payment-hook-card", current(account, Purpose.CARD))


def card_done(payment_id: UUID) -> str:
    """The page to which a customer comes back from PesaPal. They see this address, so no secret stands in it."""
    return _ours("payment-card-done", payment_id)


def _ours(name: str, *parts: object) -> str:
    return f"{settings.TULIA.base_url}{reverse(name, args=parts)}"
