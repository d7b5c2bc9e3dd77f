"""The providers, listed by hand: a new one is a folder beside these and a line here."""

from tools.payments.contract import PaymentProvider
from tools.payments.mpesa.provider import MPESA
from tools.payments.pesapal.provider import PESAPAL

PROVIDERS: tuple[PaymentProvider, ...] = (MPESA, PESAPAL)


def get(code: str) -> PaymentProvider:
    """The provider that an account is at."""
    return {provider.code: provider for provider in PROVIDERS}[code]


def list_serving(method: str) -> list[PaymentProvider]:
    """Providers that serve this way to pay, the first of them first."""
    return [provider for provider in PROVIDERS if method in provider.ways]


def choices() -> list[tuple[str, str]]:
    """Codes and labels, for the account's form."""
    return [(provider.code, provider.label) for provider in PROVIDERS]


def purposes() -> list[tuple[str, str]]:
    """What is reported at our addresses, of every provider, for the account's form."""
    return [(purpose.name, purpose.label) for provider in PROVIDERS for purpose in provider.purposes]
