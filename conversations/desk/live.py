"""Who may hear at the desk: of all that changes in their tenant, and of one ticket's conversation besides."""

from functools import partial
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from conversations.desk import presence, talk
from conversations.desk.access import Desk, at_desk
from conversations.live.admission import Admitted
from tenants import live


@require_GET
@at_desk
def of_queue(request: HttpRequest, desk: Desk) -> HttpResponse:
    return Admitted(tenant_id=desk.tenant.id, user_id=UUID(str(desk.user.pk)))


@require_GET
@partial(at_desk, prepare=presence.look)
def of_ticket(request: HttpRequest, desk: Desk, seen: presence.Seen, ticket_id: UUID) -> HttpResponse:
    """Open the stream of a ticket's page; those who have it open, too, are told that one more has."""
    conversation_id = talk.get(desk, ticket_id, now=timezone.now()).conversation.pk
    if seen.is_new:
        live.changed(desk.tenant.id, conversation_id)
    return Admitted(tenant_id=desk.tenant.id, user_id=UUID(str(desk.user.pk)), conversation_id=conversation_id)
