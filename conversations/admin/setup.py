"""What a new business still has to set up, as its own rows tell; nothing once it is all done."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from conversations.channels import registry
from conversations.models import Conversation
from knowledge.models import Document
from tenants.admin.seat import Seat
from tenants.models import Channel, Tenant
from tools.catalog.models import Product
from tools.payments.models import PaymentAccount


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: whether it is done, and where; `posts` are done by the click itself."""

    title: str
    why: str
    is_done: bool
    links: tuple[tuple[str, str], ...] = ()
    posts: tuple[tuple[str, str], ...] = ()


def steps(seat: Seat) -> list[Step]:
    """What is still to be set up, for who may change the business's settings; empty when nothing is left."""
    if seat.tenant is None or not seat.runs_tenant:
        return []
    tenant = _with_what_there_is(seat.tenant)
    channel = Channel.objects.filter(is_active=True, kind="whatsapp").order_by("created_at").first()
    found = [_channel(tenant, channel), _offer(tenant), _payments(tenant), _first_message(tenant, channel)]
    return [] if all(step.is_done for step in found) else found


def _with_what_there_is(tenant: Tenant) -> Any:
    """The business with what it has, found in one query."""
    heard = Conversation.objects.filter(last_inbound_at__isnull=False)
    channels = Channel.objects.filter(is_active=True)
    return Tenant.objects.annotate(
        has_working_channel=Exists(
            channels.filter(Q(tested_at__isnull=False) | Exists(heard.filter(channel=OuterRef("pk"))))
        ),
        has_products=Exists(Product.objects.filter(is_active=True)),
        has_documents=Exists(Document.objects.filter(status=Document.Status.READY)),
        has_account=Exists(PaymentAccount.objects.filter(is_active=True, problem="")),
        was_written_to=Exists(heard),
    ).get(pk=tenant.pk)


def _channel(tenant: Any, channel: Channel | None) -> Step:
    title = "Connect your WhatsApp number"
    if channel is None:
        link = ("Add a channel", reverse("admin:tenants_channel_add"))
        why = "Customers write to it, and the assistant answers from it."
    else:
        link = ("Test the connection", reverse("admin:tenants_channel_test_connection", args=[channel.pk]))
        why = f"{channel.name} is there. See whether Twilio takes its account and token."
    return Step(title, why, tenant.has_working_channel, (link,))


def _offer(tenant: Any) -> Step:
    links = (
        ("Import a catalog", reverse("admin:catalog_product_import_csv")),
        ("Upload documents", reverse("admin:knowledge_document_upload")),
    )
    why = "A catalog to sell from, documents to answer from, or both. The assistant says nothing that is not in them."
    return Step("Tell the assistant what you have", why, tenant.has_products or tenant.has_documents, links)


def _payments(tenant: Any) -> Step:
    title = "Say how customers pay"
    is_offered = any(tenant.payments_enabled.values())
    if tenant.has_account and not is_offered:
        own = reverse("admin:tenants_tenant_change", args=[tenant.pk])
        why = "Your payment account is there. Tick the ways to pay that customers are offered."
        return Step(title, why, tenant.does_without_payments, (("Tick ways to pay", f"{own}#id_payments_enabled"),))
    link = ("Add a payment account", reverse("admin:payments_paymentaccount_add"))
    without = ("We take no payments here", reverse("admin:without_payments"))
    is_done = tenant.has_account or tenant.does_without_payments
    return Step(title, "By M-Pesa or by card, into your own account.", is_done, (link,), (without,))


def _first_message(tenant: Any, channel: Channel | None) -> Step:
    number = channel.sender.removeprefix("whatsapp:") if channel else ""
    links = ((f"Write to {number}", f"https://wa.me/{number[1:]}"),) if number.startswith("+") else ()
    if channel and settings.TULIA.demo and registry.of(channel.kind).is_demo(channel):
        links = (("Open the phone", f"/simulator/?business={tenant.slug}"),)
    why = "Write as a customer would, and read under Conversations why it answered so."
    return Step("Write the first message", why, tenant.was_written_to, links)
