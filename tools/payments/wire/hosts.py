"""Where the providers are, and where they find us."""

from uuid import UUID

from django.conf import settings
from django.urls import reverse

from tools.payments.models import PaymentAccount

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
    """Where the outcome of a prompt is reported."""
    return _ours("payment-hook-prompt", account.hook_token, payment_id)


def validation_hook(account: PaymentAccount) -> str:
    return _ours("payment-hook-validate", account.hook_token)


def confirmation_hook(account: PaymentAccount) -> str:
    return _ours("payment-hook-confirm", account.hook_token)


def card_hook(account: PaymentAccount) -> str:
    """Where PesaPal pokes us when a card payment has changed."""
    return _ours("payment-hook-card", account.hook_token)


def card_done(account: PaymentAccount) -> str:
    """The page to which a customer comes back from PesaPal."""
    return _ours("payment-card-done", account.hook_token)


def _ours(name: str, *parts: object) -> str:
    return f"{settings.TULIA.base_url}{reverse(name, args=parts)}"
