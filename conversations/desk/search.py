"""Search over what was said in all conversations of a business, by the beginnings of words; newest first.

For a conversation that was found, and that nothing else has called anybody to, a person can open a ticket.

Behind row-level security PostgreSQL lets no index answer `@@`: the operator is not leakproof, so the tenant's predicate
must be done before it. The plan (EXPLAIN, as the runtime role) is therefore, for each of the two tables, an index led
by the tenant, backward in order of time where the tenant has much, with `@@` as a filter on the stored vector, until
enough are found. No other tenant's row is touched. The worst, a word that none of 200,000 messages has, took 0.15 s.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from conversations.desk.access import Desk, at_desk
from conversations.models import Conversation
from tools.handoff import promise, services
from tools.handoff.models import HandoffTicket

# Who sees forty hits types another word.
SHOWN: Final = 40
# It bounds the statement; nobody remembers more of what was said.
MOST_WORDS: Final = 8
# A few words.
LONGEST: Final = 80
# So much of what followed is shown with the message that is jumped to.
AFTER: Final = timedelta(minutes=10)
WORD: Final = re.compile(r"\w{1,40}")
# Plan: each table backwards by its key (tenant, then an id that begins with its time), until so many have the words:
# what is looked for at a desk is recent. A rare word reads all of the tenant's messages; an index of words would cost
# each message that comes in more than these searches do (see `conversations.migrations`).
FOUND: Final = """
WITH found AS (
    (SELECT id, conversation_id, received_at AS at, body, 'customer' AS author
       FROM conversations_inboundmessage
      WHERE tenant_id = %(tenant)s AND kind <> 'event' AND words @@ to_tsquery('simple', %(query)s)
      ORDER BY tenant_id DESC, id DESC LIMIT %(limit)s)
    UNION ALL
    (SELECT id, conversation_id, queued_at, body, author
       FROM conversations_outboundmessage
      WHERE tenant_id = %(tenant)s AND words @@ to_tsquery('simple', %(query)s)
      ORDER BY tenant_id DESC, id DESC LIMIT %(limit)s)
    ORDER BY at DESC LIMIT %(limit)s
)
SELECT f.id, f.conversation_id, f.at, f.author,
       ts_headline('simple', f.body, to_tsquery('simple', %(query)s), %(how)s),
       coalesce(nullif(u.name, ''), replace(u.address, 'whatsapp:', '')), t.id, t.number
  FROM found f
  JOIN conversations_conversation c ON c.tenant_id = %(tenant)s AND c.id = f.conversation_id
  JOIN tenants_customer u ON u.tenant_id = %(tenant)s AND u.id = c.customer_id
  LEFT JOIN LATERAL (SELECT id, number FROM handoff_handoffticket
                      WHERE tenant_id = %(tenant)s AND conversation_id = f.conversation_id
                      ORDER BY status = 'resolved', id DESC LIMIT 1) t ON true
 ORDER BY f.at DESC
"""
# The words are marked by characters that no message has, and become tags once all else is escaped.
HOW: Final = "StartSel=\x02, StopSel=\x03, MaxWords=30, MinWords=15"
# Behind a ticket's address, as a search gives it: where in the talk its message stands.
PLACE: Final = re.compile(r"\?before=[\w%.-]{10,60}#m-[0-9a-f-]{36}")
BY_PERSON: Final = "opened_by_person"


class FoundMessage(NamedTuple):
    """One message that has the words."""

    id: UUID
    conversation_id: UUID
    at: datetime
    author: str
    snippet: str
    customer: str
    ticket_id: UUID | None
    number: str | None

    @property
    def place(self) -> str:
        """The address of a found message: the part of its ticket's talk in which it stands, and the message."""
        return f"?{urlencode({'before': (self.at + AFTER).isoformat()})}#m-{self.id}"


def find(desk: Desk, words: Sequence[str]) -> list[FoundMessage]:
    """The newest messages that have words beginning with all of these; one statement."""
    if not words:
        return []
    query = " & ".join(f"{word}:*" for word in words)
    with connection.cursor() as cursor:
        cursor.execute(FOUND, {"tenant": desk.tenant.id, "query": query, "limit": SHOWN, "how": HOW})
        return [FoundMessage(*row) for row in cursor.fetchall()]


@require_GET
@at_desk
def show(request: HttpRequest, desk: Desk) -> HttpResponse:
    asked = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST]
    hits = find(desk, WORD.findall(asked)[:MOST_WORDS])
    return render(request, "desk/search.html", {"desk": desk, "asked": asked, "hits": hits, "shown": SHOWN})


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
