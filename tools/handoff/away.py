"""Mails a tenant's people when somebody waits and nobody is at the desk; each ticket is told of once.

A mail names numbers, reasons and times, and no customer.
"""

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import structlog
from django.conf import settings
from django.urls import reverse

from tenants import mail
from tenants.models import Membership, Tenant
from tenants.rules import Escalation, read_rules
from tenants.scope import fleet_scope, tenant_scope
from tools.handoff import presence, services
from tools.handoff.models import HandoffTicket, TicketAction

log = structlog.get_logger(__name__)
# Before that somebody at the desk may still see it.
AFTER: Final = timedelta(minutes=10)
MAILED: Final = "mailed"
# Mails of one round; the next follows.
MOST: Final = 50


def list_tenants(now: datetime) -> list[UUID]:
    """Tenants with a ticket that has waited for so long."""
    with fleet_scope():
        found = HandoffTicket.objects.filter(status=HandoffTicket.Status.OPEN, waiting_since__lt=now - AFTER)
        return list(found.order_by().values_list("tenant_id", flat=True).distinct())


def tell(tenant_id: UUID, *, now: datetime) -> int:
    """Mail what waits to every member who has an address; how many took it. No transaction is open meanwhile."""
    with tenant_scope(tenant_id):
        tenant = Tenant.objects.get(pk=tenant_id)
        is_wanted = tenant.is_active and read_rules(Escalation, tenant.escalation_rules).mails_when_away
        tickets = _untold(now) if is_wanted and not presence.list_present(now=now).exists() else []
        members = Membership.objects.filter(user__is_active=True).exclude(user__email="") if tickets else ()
        addresses = sorted({member.user.email for member in members})
    if not addresses:
        return 0
    sent = sum(_sent(address, tenant, tickets) for address in addresses)
    if sent:
        with tenant_scope(tenant_id):
            for ticket in tickets:
                services.note(ticket, MAILED)
    log.info("handoff.away.told", tenant_id=str(tenant_id), tickets=len(tickets), mails=sent)
    return sent


def _untold(now: datetime) -> list[HandoffTicket]:
    told = TicketAction.objects.filter(action=MAILED).values("ticket_id")
    waiting = HandoffTicket.objects.filter(status=HandoffTicket.Status.OPEN, waiting_since__lt=now - AFTER)
    return list(waiting.exclude(pk__in=told).order_by("waiting_since")[:MOST])


def _sent(address: str, tenant: Tenant, tickets: list[HandoffTicket]) -> bool:
    found: dict[str, Any] = {
        "tenant": tenant, "tickets": tickets, "desk_url": f"{settings.TULIA.base_url}{reverse('desk-queue')}",
    }  # fmt: skip
    many = f"{len(tickets)} tickets wait" if len(tickets) > 1 else "A ticket waits"
    try:
        mail.send(address, f"{many} at {tenant.name}", "waiting", **found)
    except mail.MailNotSent:
        return False
    return True
