"""What stands on a ticket's page: the talk, who has it, what may be written now, and what is known of the customer."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Prefetch

from conversations import ownership, transcript
from conversations.channels import registry
from conversations.desk import documents
from conversations.desk.access import Desk
from conversations.models import Conversation
from tenants.blocklist import lookup as blocklist
from tenants.consent import standing
from tenants.consent.purposes import Purpose
from tenants.consent.standing import Consents
from tenants.models import ConsentEntry, Membership
from tenants.tenancy import new_id
from tools.handoff.handling import TicketUnknown
from tools.handoff.models import CannedReply, HandoffTicket, Team, TicketAction, TicketMention, TicketNote
from tools.orders.models import Order
from tools.payments.models import Payment

# Beside the talk, without scrolling.
SHOWN = 6
KNOWN = "known_consents"
SNOOZES = ((60, "1 hour"), (4 * 60, "4 hours"), (24 * 60, "Tomorrow, same time"), (7 * 24 * 60, "Next week"))


@dataclass(frozen=True)
class Talk:
    """One ticket with its conversation."""

    desk: Desk
    ticket: HandoffTicket
    conversation: Conversation
    now: datetime
    file: Any = None
    """The uploaded file that the operator sends with their words."""

    @property
    def is_mine(self) -> bool:
        return self.conversation.operator_id == self.desk.user.pk

    @property
    def has_model(self) -> bool:
        return bool(settings.TULIA.has_model)

    @property
    def window_ends(self) -> datetime | None:
        can = registry.of(self.conversation.channel.kind).can
        return can.words_end(heard_at=self.conversation.last_inbound_at, now=self.now)

    @property
    def has_opted_out(self) -> bool:
        return self.consents.has_stopped

    @property
    def consents(self) -> Consents:
        return Consents(getattr(self.conversation, KNOWN) or {})

    @property
    def why_not(self) -> ownership.WindowClosed | ownership.OptedOut | None:
        return ownership.refusal(self.conversation, is_template=False, now=self.now)

    @property
    def values(self) -> dict[str, str]:
        """The names that a canned reply may fill in, with their values."""
        name = self.ticket.customer.name or "there"
        return {"name": name, "ticket": self.ticket.number, "business": self.desk.tenant.name, "me": self.desk.name}


def get(desk: Desk, ticket_id: UUID, *, now: datetime, is_locked: bool = False) -> Talk:
    """The ticket of this tenant; raises TicketUnknown.

    To be changed, its conversation is locked: before the ticket, as a turn does it, so that none waits for the other.
    """
    tickets = HandoffTicket.objects.select_related("customer", "assignee", "team")
    ticket: HandoffTicket | None = tickets.filter(pk=ticket_id).first()
    conversations = Conversation.objects.select_related("customer", "operator", "channel")
    conversations = conversations.annotate(**{KNOWN: standing.known_of("customer_id")})
    conversations = conversations.select_for_update(of=("self",)) if is_locked else conversations
    found = conversations.filter(pk=ticket.conversation_id).first() if ticket else None
    if ticket is None or found is None:
        raise TicketUnknown
    return Talk(desk, ticket, found, now)


def page_of(talk: Talk, *, before: datetime | None) -> dict[str, Any]:
    """The talk with the notes in their places, oldest first."""
    page = transcript.page_of(talk.conversation, before=before, is_explained=False)
    for_me = TicketMention.objects.filter(note=OuterRef("pk"), user=talk.desk.user.pk, seen_at=None)
    notes = TicketNote.objects.filter(ticket__conversation_id=talk.conversation.pk).select_related("author", "ticket")
    notes = notes.annotate(is_for_me=Exists(for_me))
    first = page.bubbles[0].at if page.earlier and page.bubbles else None
    notes = notes.filter(created_at__gte=first) if first else notes
    notes = notes.filter(created_at__lt=before) if before else notes
    ends = [bubble for bubble in page.bubbles if bubble.is_last_of_turn]
    known = documents.list_cited(one for bubble in ends for one in bubble.cited)
    cited = {bubble.id: list(dict.fromkeys(known[one] for one in bubble.cited if one in known)) for bubble in ends}
    lines: list[tuple[datetime, Any]] = [
        (bubble.at, {"bubble": bubble, "cited": cited.get(bubble.id)}) for bubble in page.bubbles
    ]
    lines += [(note.created_at, {"note": note}) for note in notes]
    return {"lines": [line for _, line in sorted(lines, key=lambda each: each[0])], "earlier": page.earlier}


def choices(talk: Talk) -> dict[str, Any]:
    """Whom the ticket may be given to, and what may be said with one key."""
    members = Membership.objects.select_related("user").order_by("user__first_name", "user__username")
    canned = list(CannedReply.objects.all()) if talk.is_mine else []
    unwanted = talk.consents.refusal(Purpose.MARKETING)
    return {
        "members": [member.user for member in members],
        "teams": list(Team.objects.all()),
        "priorities": HandoffTicket.Priority.choices,
        "canned": [
            {"shortcut": each.shortcut, "text": each.filled(talk.values)}
            | ({"refused": unwanted.sentence} if each.is_marketing and unwanted else {})
            for each in canned
        ],
        "templates": [(each, each.filled(talk.values)) for each in canned if each.content_sid],
        "snoozes": SNOOZES,
        "key": new_id(),
        "has_model": talk.has_model,
    }


def customer(talk: Talk) -> dict[str, Any]:
    """What the panel beside the talk shows of the customer."""
    who = talk.ticket.customer_id
    return {
        "orders": Order.objects.filter(customer_id=who).prefetch_related(Prefetch("lines"))[:SHOWN],
        "payments": Payment.objects.filter(customer_id=who).select_related("order").order_by("-id")[:SHOWN],
        "blocked": blocklist.entry_of(who),
        "past": HandoffTicket.objects.filter(customer_id=who).exclude(pk=talk.ticket.pk).order_by("-id")[:SHOWN],
        "consents": ConsentEntry.objects.filter(customer_id=who).order_by("-place")[:SHOWN],
        "marketing": talk.consents.known.get(Purpose.MARKETING),
        "actions": TicketAction.objects.filter(ticket=talk.ticket).select_related("actor").order_by("-id")[:20],
    }


def snoozed_until(minutes: str, *, now: datetime) -> datetime:
    """The moment that one of SNOOZES means; raises ValueError for another."""
    known = {str(number) for number, _ in SNOOZES}
    if minutes not in known:
        raise ValueError(minutes)
    return now + timedelta(minutes=int(minutes))
