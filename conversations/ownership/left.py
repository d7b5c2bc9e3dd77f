"""Operators who work for the business no longer: what they had falls back to the queue, whatever ended their work."""

from datetime import datetime
from uuid import UUID

import structlog
from django.db.models import Exists, OuterRef, QuerySet

from conversations.models import Conversation
from conversations.owner import Owner
from conversations.ownership.change import put_back
from tenants.models import Membership
from tenants.scope import fleet_scope, tenant_scope
from tools.handoff import handling
from tools.handoff.models import HandoffTicket

log = structlog.get_logger(__name__)


def list_tenants() -> list[tuple[UUID]]:
    """Tenants in which somebody has a conversation or a ticket, and works there no more."""
    with fleet_scope():
        conversations, tickets = _conversations(), _tickets()
        found = {*conversations.values_list("tenant_id", flat=True), *tickets.values_list("tenant_id", flat=True)}
    return [(tenant_id,) for tenant_id in found]


def release(tenant_id: UUID, *, now: datetime) -> None:
    """Take conversations and tickets from people who left: the next person sees both in the queue."""
    with tenant_scope(tenant_id):
        left = list(_conversations().values_list("pk", flat=True))
        for conversation_id in left:
            # Looked at again under the lock: somebody may have taken it over since the list was made.
            Conversation.objects.select_for_update().get(pk=conversation_id)
            if _conversations().filter(pk=conversation_id).exists():
                put_back(conversation_id, now=now)
        for ticket_id in list(_tickets().values_list("pk", flat=True)):
            ticket = handling.get(ticket_id)
            handling.assign(ticket, assignee_id=None, name="", actor_id=None)
    log.warning("conversations.owner.left", tenant_id=str(tenant_id), conversations=len(left))


def _conversations() -> QuerySet[Conversation]:
    return Conversation.objects.filter(owner=Owner.OPERATOR).filter(~_works("operator"))


def _tickets() -> QuerySet[HandoffTicket]:
    unresolved = HandoffTicket.objects.exclude(status=HandoffTicket.Status.RESOLVED)
    return unresolved.filter(assignee__isnull=False).filter(~_works("assignee"))


def _works(who: str) -> Exists:
    members = Membership.objects.filter(user__is_active=True, tenant_id=OuterRef("tenant_id"))
    return Exists(members.filter(user_id=OuterRef(f"{who}_id")))
