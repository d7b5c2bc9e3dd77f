"""A ticket that a person opens: for a conversation that they have found, and that nothing else has called them to."""

import re
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from conversations.desk.access import Desk, at_desk
from conversations.models import Conversation
from tools.handoff import promise, services
from tools.handoff.models import HandoffTicket

# Behind a ticket's address, as a search gives it: where in the talk its message stands.
PLACE: Final = re.compile(r"\?before=[\w%.-]{10,60}#m-[0-9a-f-]{36}")
BY_PERSON: Final = "opened_by_person"


@require_POST
@at_desk
def open_ticket(request: HttpRequest, desk: Desk, conversation_id: UUID) -> HttpResponse:
    """A ticket for a conversation that has none, so that a person can read and take it over."""
    row: Any = Conversation.objects.filter(pk=conversation_id).first()
    if row is None:
        raise Http404
    ticket = HandoffTicket.objects.filter(conversation_id=row.pk).order_by("-id").first()
    if ticket is None:
        now = timezone.now()
        ticket, _ = services.open_ticket(
            conversation_id=row.pk, customer_id=row.customer_id, reason=BY_PERSON, journey="support", step="desk",
            summary=f"{desk.name} has opened it at the desk.", sources=[], expected_at=None,
            due_at=promise.due(desk.tenant, now=now), now=now,
        )  # fmt: skip
    place = request.POST.get("place", "")
    return HttpResponseRedirect(reverse("desk-ticket", args=[ticket.pk]) + (place if PLACE.fullmatch(place) else ""))
