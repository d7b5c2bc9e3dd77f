"""How the demo tenants are paid: accounts at the simulated providers, with our addresses named there already."""

from django.utils import timezone

from conversations.simulator.models import SimulatedShortCode
from conversations.simulator.money import addresses, merchants
from tenants.models import Channel
from tools.payments.models import PaymentAccount
from tools.payments.mpesa.provider import MPESA
from tools.payments.pesapal.provider import PESAPAL

Kind = PaymentAccount.Kind


def load(channel: Channel) -> None:
    """One account at each provider; asked inside the tenant's scope."""
    merchant = merchants.of(channel)
    is_till = merchant.main == merchant.till
    mpesa = _account(
        channel,
        merchant,
        provider=MPESA.code,
        kind=Kind.TILL if is_till else Kind.PAYBILL,
        short_code=merchant.paybill if is_till else merchant.main,
        pay_to=merchant.till if is_till else "",
        registered_at=timezone.now(),
        nominated_number=merchants.NOMINATED,
        pull_registered_at=timezone.now(),
        initiator=merchants.INITIATOR,
    )
    validation, confirmation = MPESA.list_addresses(mpesa)
    SimulatedShortCode.objects.create(
        short_code=merchant.main,
        response_type="Completed",
        is_listed=True,
        confirmation_url=addresses.own_path(confirmation),
        validation_url=addresses.own_path(validation),
    )
    _account(channel, merchant, provider=PESAPAL.code, contact_email=f"pay@{merchant.slug}.example")


def _account(channel: Channel, merchant: merchants.Merchant, **fields: object) -> PaymentAccount:
    account = PaymentAccount(tenant=channel.tenant, **fields)
    account.consumer_key = merchants.KEY + merchant.slug
    account.consumer_secret = merchants.SECRET + merchant.slug
    if account.provider == MPESA.code:
        account.passkey = merchant.passkey
        account.security_credential = merchants.CREDENTIAL
    account.save()
    return account
