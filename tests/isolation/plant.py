"""One row of every table for a tenant, made from the models, with a secret word wherever there is room for one.

A new model is planted by itself. One whose values must have a form says so in FORMS.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.apps import apps
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import connection, models
from django.utils import timezone
from pgvector.django import HalfVectorField, VectorField

from conversations.models import InboundMedia, OutboundFile, WebChannel
from tenants.choices import Role
from tenants.models import Channel, Customer, Tenant, User
from tenants.scope import tenant_scope
from tenants.tenancy import TenantModel
from tests.people import letters, person

Rows = dict[type[models.Model], models.Model]
Form = Callable[[str, Rows], Any]

# What a column takes, when a word of its type is not enough. First the secret, then the rows planted before.
FORMS: dict[str, Form] = {
    "tenants.Customer.address": lambda word, rows: f"whatsapp:+2547{uuid4().int % 10**8:08d}",
    "tenants.Customer.tags": lambda word, rows: [word],
    "tenants.ConsentEntry.is_granted": lambda word, rows: True,
    "tenants.ConsentEntry.pseudonym": lambda word, rows: "",
    "tenants.BlockEntry.address": lambda word, rows: rows[Customer].address,
    "tenants.CustomerAddress.address": lambda word, rows: rows[Customer].address,
    "tenants.CustomerAddress.key": lambda word, rows: rows[Customer].address,
    "tenants.Membership.role": lambda word, rows: Role.OPERATOR,
    "billing.Plan.currency": lambda word, rows: "KES",
    "billing.Subscription.start_date": lambda word, rows: timezone.localdate(),
    "billing.Invoice.issued_on": lambda word, rows: timezone.localdate(),
    "billing.Invoice.due_on": lambda word, rows: timezone.localdate(),
    "billing.RefundCase.eta_date": lambda word, rows: timezone.localdate(),
    "billing.Account.address": lambda word, rows: rows[Customer].address,
    "billing.Invoice.amount": lambda word, rows: Decimal(1),
    "billing.Invoice.paid": lambda word, rows: Decimal(0),
    "billing.RefundCase.number": lambda word, rows: 10_001,
    "billing.RefundCase.decided_at": lambda word, rows: None,
    "billing.BillingRules.refund_to_method_days": lambda word, rows: "7-10",
    "billing.VerificationTry.is_right": lambda word, rows: False,
    "catalog.Product.aliases": lambda word, rows: [word],
    "exemplars.UnknownWord.times": lambda word, rows: 5,
    "exemplars.UnknownWord.last_on": lambda word, rows: timezone.localdate(),
    "catalog.Product.image_url": lambda word, rows: f"https://{word}.example/1.png",
    "catalog.ImportDraft.content": lambda word, rows: b"",
    "conversations.Turn.status": lambda word, rows: "committed",
    "conversations.Turn.trace": lambda word, rows: {"notes": {"word": word}},
    "conversations.InboundMessage.status": lambda word, rows: "answered",
    "conversations.InboundMedia.status": lambda word, rows: "stored",
    "conversations.InboundMedia.content_type": lambda word, rows: "image/png",
    "conversations.InboundMedia.path": lambda word, rows: f"{rows[Tenant].pk}/2026/01/{word}.png",
    "conversations.OutboundFile.content_type": lambda word, rows: "image/png",
    "conversations.OutboundFile.path": lambda word, rows: f"{rows[Tenant].pk}/2026/02/{word}.png",
    "conversations.Conversation.operator": lambda word, rows: None,
    "conversations.OutboundMessage.status": lambda word, rows: "read",
    "conversations.OutboundMessage.reply": lambda word, rows: {"kind": "text", "text": word},
    "handoff.HandoffTicket.tags": lambda word, rows: [word],
    "handoff.HandoffTicket.snoozed_until": lambda word, rows: None,
    "handoff.HandoffTicket.rating": lambda word, rows: 5,
    "handoff.HandoffTicket.resolved_at": lambda word, rows: None,
    "orders.Order.discount_total": lambda word, rows: Decimal(0),
    "orders.Order.delivery_fee": lambda word, rows: Decimal(0),
    "orders.Order.paid_total": lambda word, rows: Decimal(0),
    "orders.Order.erased_at": lambda word, rows: None,
    "tenants.Customer.erased_at": lambda word, rows: None,
    "payments.IncomingPayment.status": lambda word, rows: "void",
    "payments.PaymentAccount.short_code": lambda word, rows: "600984",
    "payments.PaymentAccount.pay_to": lambda word, rows: "",
    "payments.CallbackToken.token": lambda word, rows: f"hook-{word}",
    "payments.Payment.currency": lambda word, rows: "KES",
    "payments.Payment.phone_e164": lambda word, rows: "+254708374149",
    "offers.Offer.amount": lambda word, rows: None,
    "offers.Offer.ends_at": lambda word, rows: None,
    "research.ResearchRun.phase": lambda word, rows: "clarify",
    "research.ResearchRun.language": lambda word, rows: "en",
    "research.ResearchRun.termination_reason": lambda word, rows: "",
    "research.ResearchRun.ended_because": lambda word, rows: "",
    "research.ResearchRun.due_at": lambda word, rows: None,
    "research.ResearchRun.lease_until": lambda word, rows: None,
    "research.ResearchRun.ended_at": lambda word, rows: None,
    "research.ResearchTask.position": lambda word, rows: 1,
    "research.FollowedReference.depth": lambda word, rows: 1,
    "research.ResearchFinding.depth": lambda word, rows: 1,
    "research.FollowedReference.leads_to": lambda word, rows: [],
    "research.ResearchFinding.relevance": lambda word, rows: 0.5,
    "research.ResearchReport.sentences": lambda word, rows: [{"task": "", "text": word, "sources": []}],
    "research.ResearchReport.not_found": lambda word, rows: [word],
    "research.ResearchReport.conflicts": lambda word, rows: [],
    "research.ResearchReport.outdated": lambda word, rows: [],
    "simulator.SimulatedPhone.address": lambda word, rows: rows[Customer].address,
    "simulator.SimulatedMessage.content": lambda word, rows: {"location": {"label": word}},
    "simulator.SimulatedMessage.media_urls": lambda word, rows: [],
    "knowledge.Chunk.place": lambda word, rows: 0,
    "knowledge.Register.given": lambda word, rows: 1,
    "knowledge.Register.counted": lambda word, rows: 1,
    "knowledge.Register.indexed_for": lambda word, rows: "",
    "tools.ToolCall.arguments": lambda word, rows: {"query": word},
}


def plant(tenant: Tenant, word: str) -> Rows:
    """Rows of every table of the tenant that hang together, and the file that one of them names."""
    rows: Rows = {Tenant: tenant, User: person(f"{word}-{letters(6)}", first_name=word)}
    with tenant_scope(tenant.id):
        Tenant.objects.update(name=word, bot_intro=word)
        tenant.refresh_from_db()
        Channel.objects.update(name=word)
        rows[Channel] = Channel.objects.get()
        rows[WebChannel] = WebChannel.objects.create(kind="web", name=word, sender=f"web:{word}", location=word)
        for model in in_order():
            if model not in rows:
                rows[model] = model._default_manager.create(**_values(model, word, rows))
    for model in (InboundMedia, OutboundFile):
        file = Path(settings.MEDIA_ROOT) / rows[model].path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"\x89PNG\r\n\x1a\n" + word.encode())
    return rows


def in_order() -> Iterator[type[models.Model]]:
    """Every tenant's table, each after those it points to."""
    rest = [model for model in apps.get_models() if issubclass(model, TenantModel)]
    done: set[type[models.Model]] = {Tenant, User}
    while rest:
        ready = [model for model in rest if _needed(model) <= done]
        assert ready, f"these models point at each other in a circle: {rest}"
        yield from ready
        done.update(ready)
        rest = [model for model in rest if model not in done]


def dump() -> dict[str, str]:
    """All text of every table of the database, as its owner sees it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {name: _text_of(cursor, name) for (name,) in cursor.fetchall() if name != "django_migrations"}


def _text_of(cursor: Any, table: str) -> str:
    cursor.execute(f'SELECT string_agg(row::text, chr(10) ORDER BY row::text) FROM "{table}" AS row')
    return cursor.fetchone()[0] or ""


def _needed(model: type[models.Model]) -> set[type[models.Model]]:
    """The tables it points to, by foreign keys, by columns named like one, and by an address."""
    fields = model._meta.local_fields
    keys = {field.related_model for field in fields if isinstance(field, models.ForeignKey)}
    names = {field.name for field in fields if isinstance(field, models.UUIDField)}
    named = {other for other in apps.get_models() if f"{other._meta.model_name}_id" in names}
    addressed = {Customer} if any(field.name == "address" for field in fields) else set()
    return (keys | named | addressed) - {model}


def _values(model: type[models.Model], word: str, rows: Rows) -> dict[str, Any]:
    fields = [field for field in model._meta.local_fields if field.name not in ("id", "tenant", "created_at")]
    return {field.name: _value(field, f"{model._meta.label}.{field.name}", word, rows) for field in fields}


def _value(field: Any, name: str, word: str, rows: Rows) -> Any:
    if name in FORMS:
        return FORMS[name](word, rows)
    if isinstance(field, models.ForeignKey):
        return rows.get(field.related_model)
    if isinstance(field, models.UUIDField):
        return _named(field.name, rows) or uuid4()
    if field.choices:
        return field.get_default() or field.choices[0][0]
    return _of_type(field, word)


def _named(name: str, rows: Rows) -> UUID | None:
    """The id of the row that a column such as conversation_id names."""
    return next((row.pk for model, row in rows.items() if name == f"{model._meta.model_name}_id"), None)


def _of_type(field: Any, word: str) -> Any:
    match field:
        case models.JSONField():
            return {"word": word}
        case ArrayField():
            return [word]
        case models.CharField() if not field.has_default():
            return word[: field.max_length]
        case models.TextField():
            return word
        case models.BinaryField():
            return word.encode()
        case models.DateTimeField():
            return timezone.now()
        case models.DecimalField() | models.FloatField() | models.IntegerField():
            return field.get_default() or Decimal(1)
        case HalfVectorField() | VectorField():
            return None
        case _ if field.has_default() or field.null:
            return field.get_default()
        case _:
            raise AssertionError(f"say in FORMS what {field} takes")
