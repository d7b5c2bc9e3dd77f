"""What an installation asks its database again and again: a turn, the sweep, the figures, and the pages of people."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from uuid import UUID

from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.serving import metrics
from conversations.models import Conversation, InboundMessage
from conversations.rights import retention
from conversations.sweep import due, kinds
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tenants.tenancy import TenantModel
from tests.talk import Talk
from tools.handoff.models import HandoffTicket

Deed = tuple[str, Callable[[], object]]
# Words that stand in every message, in one conversation, and nowhere.
SEARCHED = ("shoes", "Customer 7", "xylophone")


def deeds(tenant: Tenant, talk: Talk) -> Iterator[Deed]:
    """What no person waits for at a page."""
    yield "turn", lambda: [talk.say(text) for text in ("Hi", "do you have shoes in 42?", "a person please", "2")]
    yield "sweep", lambda: kinds.list_due(is_thorough=True)
    yield "glance", lambda: kinds.list_due(is_thorough=False)
    yield "overdue", due.overdue
    yield "figures", lambda: (metrics.forget(), metrics.collect_figures())
    yield "retention", lambda: retention.expire(tenant.id, now=timezone.now() - timedelta(days=3650))


def pages(tenant: Tenant) -> Iterator[str]:
    """Of the desk and the admin, for somebody who works for this tenant, or looks at all."""
    ids = _newest(tenant)
    yield "/health/ready"
    for form in ("all", "mine", "unassigned", "overdue", "snoozed", "resolved"):
        yield f"/desk/queue/?filter={form}"
    yield f"/desk/tickets/{ids['ticket']}/"
    yield f"/desk/tickets/{ids['ticket']}/talk/"
    yield "/desk/report/"
    yield "/admin/"
    yield from lists()
    yield reverse("admin:conversations_conversation_change", args=[ids["conversation"]])


def searches() -> Iterator[str]:
    """Of messages, and of customers by the beginnings of their words."""
    yield from (f"/desk/search/?q={words}" for words in SEARCHED)
    yield from (f"{reverse('admin:tenants_customer_changelist')}?q={words}" for words in SEARCHED)
    yield from (f"{reverse('admin:conversations_conversation_changelist')}?q={words}" for words in SEARCHED)


def lists() -> Iterator[str]:
    """Of every table of a tenant that the admin shows."""
    for model in admin.site._registry:
        if issubclass(model, TenantModel):
            yield reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def is_open(client: Client, path: str) -> bool:
    return client.get(path, follow=True).status_code in (
        200,
        403,
        404,
        503,
    )  # not all is ready where only the database is there


def _newest(tenant: Tenant) -> dict[str, UUID]:
    with tenant_scope(tenant.id):
        busiest = InboundMessage.objects.order_by("pk").values_list("conversation_id", flat=True)[0]
        return {
            "ticket": HandoffTicket.objects.order_by("pk")[0].pk,
            "conversation": Conversation.objects.get(pk=busiest).pk,
        }
