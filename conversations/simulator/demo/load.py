"""Loads the demo tenants once, with all that they have been set up with: what is already there is left as it is."""

import tomllib
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from conversations.simulator.models import SimulatedShortCode
from conversations.simulator.money import addresses, merchants
from knowledge import embed
from knowledge.library import intake, questions
from knowledge.load import load as read_file
from knowledge.models import Document
from tenants import customers
from tenants.choices import Role
from tenants.models import Channel, Membership, Tenant, User
from tenants.scope import fleet_scope, tenant_scope
from tenants.tenancy import new_id
from tools.billing import importing
from tools.billing.models import BillingRules
from tools.catalog import embedding
from tools.catalog.importing import applying, planning
from tools.catalog.models import Category, Product
from tools.handoff.models import CannedReply, Team
from tools.offers.models import Offer, OfferScope
from tools.orders.models import DeliveryArea
from tools.payments.models import PaymentAccount
from tools.payments.mpesa.provider import MPESA
from tools.payments.pesapal.provider import PESAPAL
from tools.topics import keeping

Kind = PaymentAccount.Kind

AMOUNTS = ("percent", "amount", "minimum_spend")
FEES = ("fee", "free_from")

KINDS: tuple[importing.Kind, ...] = ("plans", "accounts", "invoices")

FOLDER = Path(__file__).parent
SLUGS = ("duka", "mtandao", "oasis")
PASSWORD = "tulia-demo"  # noqa: S105  printed by `make run`, and only ever used for the demo
# A start waits for the demo: another model's vectors are made in the background, afterwards.
QUICK = embed.Embedder()
CHANNEL_FIELDS = ("name", "sender", "twilio_account")


class DemoIsOff(RuntimeError):
    """The demo tenants are refused unless TULIA_DEMO is on: their tokens are public."""


def load(*, on_step: Callable[[str], None]) -> None:
    """Load what is missing; `on_step` hears of each part as it begins."""
    if not settings.TULIA.demo:
        raise DemoIsOff("Set TULIA_DEMO=true to load the demo tenants.")
    _user("admin", is_superuser=True)
    for slug in SLUGS:
        with fleet_scope():
            is_there = Tenant.objects.filter(slug=slug).exists()
        if not is_there:
            on_step(f"Loading {slug}")
            load_tenant(slug)
        load_web(slug)
        if load_library(slug):
            on_step(f"Loaded the library of {slug}")
            learn(slug)


def load_tenant(slug: str) -> None:
    """One tenant in one transaction: a start that is interrupted leaves none behind, and the next one loads it."""
    document = tomllib.loads((FOLDER / slug / "tenant.toml").read_text())
    channel, people, areas = document.pop("channel"), document.pop("customers"), document.pop("delivery", ())
    document.pop("web", None)
    tenant_id = new_id()
    with tenant_scope(tenant_id):
        tenant = Tenant.objects.create(id=tenant_id, slug=slug, **document)
        load_payments(_channel(tenant, channel))
        for person in people:
            customers.get_or_create(address=person["address"], name=person["name"], now=None)
        _member(tenant, f"{slug}-admin", Role.ADMIN)
        _member(tenant, f"{slug}-operator", Role.OPERATOR)
        _catalog(tenant)
        load_delivery(areas)
        load_offers(FOLDER / slug / "offers.toml", currency=tenant.currency)
        load_billing(FOLDER / slug / "billing", currency=tenant.currency)
        _desk()
    embedding.embed_missing(tenant_id, QUICK)


def load_web(slug: str) -> None:
    """The chat of the tenant's web page, if it has one; its operator gets a name that visitors may read."""
    page = tomllib.loads((FOLDER / slug / "tenant.toml").read_text()).get("web")
    if page is None:
        return
    with fleet_scope():
        tenant = Tenant.objects.get(slug=slug)
    with tenant_scope(tenant.id):
        fields = {"kind": "web", "name": page["name"], "location": page["location"], "sender": f"web:{slug}"}
        Channel.objects.get_or_create(webhook_token=f"web-{slug}", defaults=fields)
    User.objects.filter(username=f"{slug}-operator", first_name="").update(first_name=page["operator"])


def load_library(slug: str) -> int:
    """The tenant's documents, unless it has some already; how many were added."""
    with fleet_scope():
        tenant = Tenant.objects.get(slug=slug)
        is_empty = not Document.objects.filter(tenant=tenant).exists()
    files = sorted((FOLDER / slug / "library").iterdir()) if is_empty else []
    asked = questions.from_table((FOLDER / slug / "questions.csv").read_bytes()) if files else {}
    for file in files:
        # Read in this process, unlike anybody else's files: these are our own.
        intake.add(
            tenant.id, file.read_bytes(), file.name, now=timezone.now(), read=read_file, embedder=QUICK,
            is_last=file == files[-1], asked=asked.get(file.name),
        )  # fmt: skip
    return len(files)


def learn(slug: str) -> None:
    """What the tenant's customers come for, from its catalog and its documents."""
    with fleet_scope():
        tenant = Tenant.objects.get(slug=slug)
    keeping.learn_anew(tenant.id, now=timezone.now())


def _catalog(tenant: Tenant) -> None:
    plan = planning.plan((FOLDER / tenant.slug / "catalog.csv").read_bytes(), currency=tenant.currency)
    applying.apply(plan, tenant.id)


def _desk() -> None:
    document = tomllib.loads((FOLDER / "desk.toml").read_text())
    Team.objects.bulk_create(Team(name=name) for name in document["teams"])
    CannedReply.objects.bulk_create(
        CannedReply(shortcut=name, text=text, is_marketing=kind == "advertising")
        for kind in ("canned", "advertising")
        for name, text in document[kind].items()
    )


def _channel(tenant: Tenant, document: dict[str, Any]) -> Channel:
    fields = {name: document[name] for name in CHANNEL_FIELDS}
    channel = Channel(tenant=tenant, webhook_token=tenant.slug, **fields)
    channel.auth_token = document["auth_token"]
    channel.save()
    return channel


def _member(tenant: Tenant, username: str, role: Role) -> None:
    Membership.objects.create(tenant=tenant, user=_user(username), role=role)


def _user(username: str, *, is_superuser: bool = False) -> User:
    user, is_new = User.objects.get_or_create(
        username=username,
        defaults={
            "email": f"{username}@tulia.example",
            "is_staff": True,
            "is_superuser": is_superuser,
            "is_demo": True,
        },
    )
    if is_new:
        user.password = _hashed_password()
        user.save()
    return user


@cache
def _hashed_password() -> str:
    """One for all of them: it is public, and to hash it takes most of a second."""
    return make_password(PASSWORD)


class DemoIsWrong(ValueError):
    """A file of the demo cannot be imported."""


def load_billing(folder: Path, *, currency: str) -> None:
    """Read the folder into the tenant in scope; one without such a folder bills nobody."""
    if not folder.is_dir():
        return
    for kind in KINDS:
        report = importing.load((folder / f"{kind}.csv").read_bytes(), kind, currency=currency)
        if report.errors:
            raise DemoIsWrong(f"{kind}.csv: {report.errors[0].sentence}")
    document = tomllib.loads((folder / "rules.toml").read_text(encoding="utf-8"))
    BillingRules.objects.create(**document)


def load_delivery(documents: Iterable[dict[str, Any]]) -> None:
    """What delivery costs where, tried in this order, for the tenant in scope; one without such areas tells no fee."""
    for position, document in enumerate(documents, 1):
        fees = {name: Decimal(document[name]) for name in FEES if name in document}
        DeliveryArea.objects.create(**document | fees, position=position)


def load_offers(path: Path, *, currency: str) -> None:
    """Read a file of offers into the tenant in scope."""
    for document in tomllib.loads(path.read_text())["offers"]:
        _load_one(document, currency)


def _load_one(document: dict[str, Any], currency: str) -> None:
    shelves, products = document.pop("shelves", ()), document.pop("products", ())
    document |= {name: Decimal(document[name]) for name in AMOUNTS if name in document}
    offer, is_new = Offer.objects.get_or_create(
        name=document.pop("name"), defaults=document | {"currency": currency}
    )  # fmt: skip
    if not is_new:
        return
    for shelf in shelves:
        OfferScope.objects.create(offer=offer, category=Category.objects.get_or_create(path=shelf)[0])
    for key in products:
        OfferScope.objects.create(offer=offer, product=Product.objects.get(key=key))


def load_payments(channel: Channel) -> None:
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
