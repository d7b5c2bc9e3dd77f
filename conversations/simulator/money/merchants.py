"""The demo's merchants at M-Pesa and PesaPal: their keys, their numbers and their access tokens."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from conversations.simulator import accounts
from conversations.simulator.money.models import SimulatedCheckout, SimulatedToken
from tenants.models import Channel
from tenants.scope import fleet_scope, tenant_scope

SHORT_CODE = "174379"
# Near Safaricom's sandbox numbers, one for each demo business.
FIRST_PAYBILL, FIRST_TILL = 600984, 5203110
KEY, SECRET, PASSKEY = "demo-consumer-key-", "demo-consumer-secret-", "demo-passkey-"
INITIATOR, CREDENTIAL, NOMINATED = "demo-initiator", "demo-credential", "254722000000"
Provider = SimulatedToken.Provider


@dataclass(frozen=True, slots=True, kw_only=True)
class Merchant:
    """A demo tenant as its payment providers know it; `main` is the number it tells its customers."""

    tenant_id: UUID
    slug: str
    name: str
    paybill: str
    till: str
    main: str
    short_code: str = SHORT_CODE

    @property
    def passkey(self) -> str:
        return PASSKEY + self.slug

    @property
    def numbers(self) -> tuple[str, ...]:
        return self.short_code, self.paybill, self.till


def of(channel: Channel) -> Merchant:
    """The merchant behind a demo channel."""
    place = accounts.DEMO_ACCOUNTS.index(channel.twilio_account)
    paybill, till = str(FIRST_PAYBILL + place), str(FIRST_TILL + place)
    return Merchant(
        tenant_id=channel.tenant_id,
        slug=channel.tenant.slug,
        name=channel.tenant.name,
        paybill=paybill,
        till=till,
        main=(SHORT_CODE, paybill, till)[place],
    )


def find_by_keys(key: str, secret: str) -> Merchant | None:
    """The merchant of a consumer key, when the secret is its own."""
    slug = key.removeprefix(KEY)
    if not key.startswith(KEY) or not hmac.compare_digest(secret.encode(), (SECRET + slug).encode()):
        return None
    return _of_slug(slug)


def find_by_token(provider: Provider, token: str, *, now: datetime) -> Merchant | None:
    """The merchant whose token it is, while it is valid."""
    if not token:
        return None
    with fleet_scope():
        rows = SimulatedToken.objects.filter(provider=provider, token=token, expires_at__gt=now)
        slug = rows.values_list("tenant__slug", flat=True).first()
    return _of_slug(slug) if slug else None


def find_by_checkout(checkout_id: UUID) -> Merchant | None:
    """The merchant whose customer holds the address of a card page."""
    with fleet_scope():
        slug = SimulatedCheckout.objects.filter(pk=checkout_id).values_list("tenant__slug", flat=True).first()
    return _of_slug(slug) if slug else None


def new_token(merchant: Merchant, provider: Provider, *, lasts: timedelta, now: datetime) -> SimulatedToken:
    """A token; at Daraja it ends every earlier one of the app."""
    with tenant_scope(merchant.tenant_id):
        earlier = SimulatedToken.objects.filter(provider=provider)
        (earlier if provider == Provider.DARAJA else earlier.filter(expires_at__lte=now)).delete()
        token: SimulatedToken = SimulatedToken.objects.create(
            provider=provider, token=secrets.token_hex(14), expires_at=now + lasts
        )
    return token


def _of_slug(slug: str) -> Merchant | None:
    channel = accounts.find_channel(slug) if slug.isprintable() else None
    return of(channel) if channel else None
