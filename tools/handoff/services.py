"""Tickets as conversations make them: opened, added to, reopened, waiting; in the tenant's open scope."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db.models import F
from django.db.models.functions import Coalesce

from tenants import live
from tools.handoff import presence
from tools.handoff.models import CONVERSATION, HandoffTicket, TicketAction
from tools.webhooks import services as webhooks

log = structlog.get_logger(__name__)
# Several hand-overs of one matter; the oldest words go first.
LONGEST_SUMMARY = 6000
# Who comes back so soon with the same matter comes back to the same ticket.
REOPENS_WITHIN: Final = timedelta(days=3)
# The gravest first. A ticket that hears of something graver is for that from then on; it keeps all it has heard.
GRAVE: Final = ("legal", "dispute", "refund", "complaint", "frustration")
Draw = Callable[[], int]
Status = HandoffTicket.Status


def open_ticket(
    *, conversation_id: UUID, customer_id: UUID, reason: str, journey: str, step: str, summary: str,
    sources: Sequence[str], expected_at: datetime | None, due_at: datetime | None, now: datetime,
    matter: str = CONVERSATION, order_id: UUID | None = None, payment_id: UUID | None = None,
    question_id: UUID | None = None, draw: Draw = lambda: secrets.randbelow(900_000) + 100_000,
) -> tuple[HandoffTicket, bool]:  # fmt: skip
    """The ticket of this matter, and whether it is new; one that is known is added to, and reopened if it must be."""
    known = _known(conversation_id, matter, now)
    if known is not None:
        _add(known, reason=reason, summary=summary, sources=sources)
        if known.status != Status.OPEN:
            _reopen(known, "asked for a person again", due_at=due_at, now=now)
        return known, False
    ticket = HandoffTicket.objects.create(
        number=_free_number(draw), conversation_id=conversation_id, customer_id=customer_id, reason=reason,
        journey=journey, step=step, summary=summary, sources=list(sources), expected_at=expected_at, due_at=due_at,
        waiting_since=now, matter=matter, order_id=order_id, payment_id=payment_id, question_id=question_id,
    )  # fmt: skip
    note(ticket, "opened", reason)
    tell(ticket, "ticket.opened")
    _give_out(ticket, now)
    log.info("handoff.ticket.opened", ticket=ticket.number, reason=reason, journey=journey, step=step)
    return ticket, True


def link(ticket_id: UUID, **ids: UUID | None) -> None:
    """Name the order_id, payment_id or question_id that it is about; what it names already stays."""
    known = {name: Coalesce(F(name), value) for name, value in ids.items() if value is not None}
    if known:
        HandoffTicket.objects.filter(pk=ticket_id).update(**known)


def customer_wrote(conversation_id: UUID, *, due_at: datetime | None, now: datetime) -> None:
    """Note that the customer waits for a person from now on; what was pending or snoozed is open again."""
    waiting = HandoffTicket.objects.filter(conversation_id=conversation_id).exclude(status=Status.RESOLVED)
    # A person may be resolving or snoozing it at this moment; whoever is last sees the other's step.
    for ticket in waiting.exclude(status=Status.OPEN).select_for_update():
        _reopen(ticket, "the customer wrote", due_at=due_at, now=now)
    waiting.filter(status=Status.OPEN, waiting_since=None).update(
        waiting_since=now, due_at=Coalesce(F("due_at"), due_at), changed_at=now
    )


def rate(ticket_id: str, score: int, *, conversation_id: UUID) -> None:
    """Keep what its customer gives the ticket, the last word counts; nothing for one that they were not asked about."""
    asked = HandoffTicket.objects.filter(conversation_id=conversation_id, rating_asked_at__isnull=False)
    with suppress(ValueError):
        # A rating is a step of the ticket's story, written once each time that it changes.
        ticket = asked.select_for_update().filter(pk=UUID(ticket_id)).first()
        if ticket is not None and ticket.rating != score:
            ticket.rating = score
            ticket.save(update_fields=["rating", "changed_at"])
            note(ticket, "rated", f"{score} of 5")


def wake_snoozed(*, now: datetime) -> int:
    """Open what was snoozed until now; in the tenant's scope."""
    # Two sweeps wake it once.
    woken = list(HandoffTicket.objects.select_for_update().filter(status=Status.SNOOZED, snoozed_until__lte=now))
    for ticket in woken:
        _reopen(ticket, "its time has come", due_at=now, now=now)
    return len(woken)


def note(ticket: HandoffTicket, action: str, detail: str = "", *, actor_id: UUID | None = None) -> None:
    """Write a line of the ticket's history, and have open pages show it."""
    TicketAction.objects.create(ticket=ticket, actor_id=actor_id, action=action, detail=detail[:200])
    live.changed(ticket.tenant_id, ticket.conversation_id)


def tell(ticket: HandoffTicket, event: str) -> None:
    """Tell the tenant's own systems of the ticket, by their webhooks."""
    told = {"ticket_id": str(ticket.pk), "conversation_id": str(ticket.conversation_id)}
    told |= {"number": ticket.number, "reason": ticket.reason, "status": str(ticket.status)}
    webhooks.record(event, told, customer_id=ticket.customer_id)


def _give_out(ticket: HandoffTicket, now: datetime) -> None:
    member = presence.next_in_turn(ticket.tenant_id, now=now)
    if member is not None:
        ticket.assignee = member.user
        ticket.save(update_fields=["assignee", "changed_at"])
        note(ticket, "assigned", f"{member.user.get_short_name() or member.user}, in turn")


def _known(conversation_id: UUID, matter: str, now: datetime) -> HandoffTicket | None:
    # Two turns, or a turn and a sweep, open one ticket a matter; one_ticket_a_matter would refuse the second with an
    # error.
    of_matter = HandoffTicket.objects.select_for_update().filter(conversation_id=conversation_id, matter=matter)
    unresolved: HandoffTicket | None = of_matter.exclude(status=Status.RESOLVED).first()
    recent = of_matter.filter(status=Status.RESOLVED, resolved_at__gt=now - REOPENS_WITHIN).order_by("-resolved_at")
    known = unresolved or recent.first()
    return known.merged_into if known is not None and known.merged_into is not None else known


def _reopen(ticket: HandoffTicket, why: str, *, due_at: datetime | None, now: datetime) -> None:
    ticket.status, ticket.snoozed_until, ticket.resolved_at = Status.OPEN, None, None
    ticket.waiting_since, ticket.due_at = ticket.waiting_since or now, ticket.due_at or due_at
    ticket.save(update_fields=["status", "snoozed_until", "resolved_at", "waiting_since", "due_at", "changed_at"])
    note(ticket, "reopened", why)
    log.info("handoff.ticket.reopened", ticket=ticket.number)


def _add(ticket: HandoffTicket, *, reason: str, summary: str, sources: Sequence[str]) -> None:
    if _weight(reason) > _weight(ticket.reason):
        note(ticket, "reason changed", f"{ticket.reason} → {reason}")
        ticket.reason = reason
    if summary not in ticket.summary:
        ticket.summary = f"{ticket.summary}\n\n[{reason}] {summary}"[-LONGEST_SUMMARY:]
    ticket.sources = list(dict.fromkeys([*ticket.sources, *sources]))
    ticket.save(update_fields=["reason", "summary", "sources", "changed_at"])


def _weight(reason: str) -> int:
    return len(GRAVE) - GRAVE.index(reason) if reason in GRAVE else 0


def _free_number(draw: Draw) -> str:
    """T- and six digits, easy to say on the phone, and telling nobody how many there are."""
    while True:
        number = f"T-{draw()}"
        if not HandoffTicket.objects.filter(number=number).exists():
            return number
