"""People who log in to the admin, and a tenant with one row of everything, for tests through HTTP."""

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

from django.contrib import admin
from django.db import models
from django.test import Client
from django.utils import timezone

from conversations.api.models import ApiToken
from conversations.models import Conversation, InboundMessage, OutboundMessage, Turn, WebChannel
from knowledge.models import Document, UnansweredQuestion
from tenants import invitations
from tenants.blocklist.entry import BlockEntry
from tenants.choices import Role
from tenants.consent import ledger
from tenants.consent.ledger import Proof
from tenants.consent.purposes import ConsentSource
from tenants.models import Channel, Customer, Membership, PreferenceChange, Tenant, User
from tenants.scope import fleet_scope, tenant_scope
from tenants.tenancy import TenantModel
from tools.billing.models import Account, BillingRules, Invoice, Plan, RefundCase
from tools.catalog.models import Category, Product, Variant
from tools.exemplars.models import Exemplar, UnknownWord
from tools.handoff.models import CannedReply, HandoffTicket, Team
from tools.models import ToolCall
from tools.offers.models import Offer
from tools.orders.models import DeliveryArea, Order
from tools.payments.models import IncomingPayment, Payment, PaymentAccount
from tools.research.models import ResearchRules
from tools.webhooks.models import WebhookDelivery, WebhookEndpoint

PASSWORD = "a-long-password-9"

# Names by chance hold no figure and no vowel, so that they are never read as a price, a phone number or a word.
_CONSONANTS = str.maketrans("0123456789abcdef", "bcdfghjkmqrstvwx")


def letters(length: int = 8) -> str:
    """A name that no other has: consonants only, at most 32."""
    return uuid4().hex[:length].translate(_CONSONANTS)


def new_tenant(slug: str | None = None, **fields: object) -> Tenant:
    """A tenant with one channel; keywords are the tenant's fields."""
    slug = slug or f"shop-{letters()}"
    defaults = {"name": slug.title(), "bot_name": "Tuli", "catalog_link_base": f"https://{slug}.example/catalog"}
    with fleet_scope():
        tenant = Tenant.objects.create(slug=slug, **(defaults | fields))
        channel = Channel(
            tenant=tenant,
            name="Main",
            sender=f"whatsapp:+2547{uuid4().int % 10**8:08d}",
            twilio_account=f"AC{uuid4().hex}",
            webhook_token=f"token-{slug}",
        )
        channel.auth_token = f"secret-{slug}"
        channel.save()
    return tenant


def person(username: str | None = None, **fields: object) -> User:
    username = username or f"person-{letters()}"
    email = f"{username}@people.example"
    return User.objects.create_user(username, email, PASSWORD, **({"is_staff": True} | fields))


def member(tenant: Tenant, role: str = Role.ADMIN, username: str | None = None) -> User:
    """Somebody new who works for the tenant."""
    user = person(username)
    join(user, tenant, role)
    return user


def join(user: User, tenant: Tenant, role: str = Role.ADMIN) -> Membership:
    with tenant_scope(tenant.id):
        return Membership.objects.create(user=user, role=role)


def platform() -> User:
    return person(is_superuser=True)


def seated(user: User) -> Client:
    """A browser in which she is logged in."""
    client = Client()
    client.force_login(user)
    return client


def furnish(tenant: Tenant, word: str) -> dict[type[models.Model], models.Model]:
    """One row of every model that has an admin page, each carrying the word where people can read it."""
    user = person(f"{word}-{letters(6)}", first_name=word)
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
        channel.name = word
        channel.save()
        customer = Customer.objects.create(address=f"whatsapp:+2547{uuid4().int % 10**8:08d}", name=word)
        conversation = Conversation.objects.create(channel=channel, customer=customer, last_inbound_at=timezone.now())
        turn = make_turn(conversation, problem=word)
        category = Category.objects.create(path=word)
        product = Product.objects.create(key=word, title=word, category=category)
        rows: list[models.Model] = [
            tenant,
            channel,
            WebChannel.objects.create(kind="web", name=word, sender=f"web:{word}"),
            customer,
            conversation,
            turn,
            category,
            product,
            Membership.objects.create(user=user, role=Role.OPERATOR),
            invitations.invite(
                email=f"{word}@new.example".lower(), name=word, role=Role.OPERATOR, by=user, now=timezone.now()
            )[0],
            PreferenceChange.objects.create(customer=customer, preference="tags", reason=word),
            make_inbound(conversation, body=word, turn=turn),
            make_outbound(conversation, body=word, turn=turn),
            Variant.objects.create(product=product, sku=word, price=Decimal(100)),
            account := PaymentAccount.objects.create(provider="daraja", short_code="600984"),
            order := Order.objects.create(
                number=word[:12].upper(), customer=customer, conversation_id=conversation.id, expires_at=timezone.now()
            ),
            DeliveryArea.objects.create(name=word, places=[word], fee=Decimal(200)),
            Offer.objects.create(name=word, percent=Decimal(10)),
            Plan.objects.create(code=word[:20], name=word, monthly_price=Decimal(100)),
            billed := Account.objects.create(number=word, name=word),
            Invoice.objects.create(
                account=billed,
                number=word,
                issued_on=timezone.localdate(),
                due_on=timezone.localdate(),
                amount=Decimal(100),
            ),
            BillingRules.objects.create(question_en=word),
            ResearchRules.objects.create(),
            RefundCase.objects.create(
                number=10_001,
                customer=customer,
                conversation_id=conversation.id,
                invoice_number=word,
                reason="other",
                amount=Decimal(100),
                currency="KES",
                description=word,
                eta_date=timezone.localdate(),
            ),
            Payment.objects.create(
                order=order,
                customer=customer,
                account=account,
                conversation_id=conversation.id,
                request_id=turn.id,
                method="mpesa_c2b",
                amount=Decimal(100),
                currency="KES",
                problem=word,
            ),
            IncomingPayment.objects.create(
                account=account, transaction_id=word, amount=Decimal(100), payer_name=word, paid_at=timezone.now()
            ),
            Document.objects.create(key=word, title=word, file_name=word, status="ready"),
            UnansweredQuestion.objects.create(
                question=word, key=word, decision="low_scores", score=0.1, conversation_id=conversation.id
            ),
            Exemplar.objects.create(sentence=word, command="browse"),
            Team.objects.create(name=word),
            BlockEntry.objects.create(kind="words", pattern=word),
            endpoint := WebhookEndpoint.objects.create(name=word, url="https://shop.example/", events=["order.paid"]),
            WebhookDelivery.objects.create(
                endpoint=endpoint, event=word, body=word, status="dead", due_at=timezone.now()
            ),
            ApiToken.objects.create(name=word, digest=letters(32), hint="tulia_", scopes=["orders:read"]),
            CannedReply.objects.create(shortcut=word[:30], text=word),
            UnknownWord.objects.create(word=word[:24], times=5, last_on=timezone.localdate()),
            HandoffTicket.objects.create(
                number=word,
                reason="human_request",
                journey="support",
                step="support.plan",
                summary=word,
                customer=customer,
                conversation_id=conversation.id,
            ),
            ToolCall.objects.create(
                request_id=turn.id,
                conversation_id=conversation.id,
                tool=word,
                effect="read",
                arguments={"query": word},
                arguments_hash="x",
                answer={},
                outcome="ok",
                milliseconds=1,
            ),
        ]
    return {type(row): row for row in rows}


def make_turn(conversation: Conversation, **fields: object) -> Turn:
    now = timezone.now()
    defaults = {"status": "committed", "epoch": 1, "started_at": now - timedelta(seconds=2), "finished_at": now}
    return Turn.objects.create(conversation=conversation, **(defaults | fields))


def make_inbound(conversation: Conversation, **fields: object) -> InboundMessage:
    defaults = {"kind": "text", "status": "answered", "provider_id": f"SM{uuid4().hex}", "received_at": timezone.now()}
    return InboundMessage.objects.create(channel=conversation.channel, conversation=conversation, **(defaults | fields))


def make_outbound(conversation: Conversation, **fields: object) -> OutboundMessage:
    now = timezone.now()
    defaults = {"reply": {"kind": "text"}, "status": "read", "queued_at": now, "due_at": now}
    return OutboundMessage.objects.create(
        channel=conversation.channel, conversation=conversation, **(defaults | fields)
    )


def pages() -> list[type[models.Model]]:
    """The models of tenants' rows that the admin shows."""
    return [model for model in admin.site._registry if issubclass(model, TenantModel) or model is Tenant]


def address(model: type[models.Model], page: str) -> str:
    return f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"


def agree(customer: Customer, **wishes: bool) -> None:
    """Write into the customer's ledger, in the open scope, what they have said elsewhere."""
    ledger.record(customer.pk, wishes, proof=Proof(source=ConsentSource.CUSTOMER, reason="said so"))
