"""What an operator does with a ticket, each with its line in the history; in the tenant's scope, and without HTTP.

A change that is one already does nothing and writes no line, so that a second click does no harm.
"""

import re
from datetime import datetime
from typing import Final
from uuid import UUID

import structlog

from tenants.models import Membership
from tools.handoff.models import HandoffTicket, Team, TicketMention, TicketNote
from tools.handoff.services import LONGEST_SUMMARY, note, tell

log = structlog.get_logger(__name__)
Status = HandoffTicket.Status
MENTION: Final = re.compile(r"(?<![\w@])@([\w.+-]+(?:@[\w.-]+)?)")
TAG: Final = re.compile(r"[\w-]{1,30}")
# More than can be read in the queue's line.
MOST_TAGS: Final = 8
# What a ticket that another is merged into has from it, where it has none of its own.
LINKED: Final = ("order_id", "payment_id", "question_id", "waiting_since", "due_at")


class TicketUnknown(LookupError):
    """The tenant has no such ticket."""


class NotPossible(Exception):
    """What was asked makes no sense for this ticket; its words are for the operator."""


def get(ticket_id: UUID) -> HandoffTicket:
    """The ticket, locked until the change is committed; raises TicketUnknown."""
    found: HandoffTicket | None = HandoffTicket.objects.select_for_update().filter(pk=ticket_id).first()
    if found is None:
        raise TicketUnknown
    return found


def assign(ticket: HandoffTicket, *, assignee_id: UUID | None, name: str, actor_id: UUID | None) -> None:
    """Give the ticket to a member of the tenant, or to nobody; the caller has looked whether they are one."""
    if ticket.assignee_id == assignee_id:
        return
    ticket.assignee_id = assignee_id
    _save(ticket, "assigned" if assignee_id else "unassigned", name, actor_id, "assignee")


def set_priority(ticket: HandoffTicket, *, priority: int, actor_id: UUID) -> None:
    if priority not in HandoffTicket.Priority.values:
        raise NotPossible("There is no such priority.")
    if ticket.priority != priority:
        ticket.priority = priority
        _save(ticket, "priority", ticket.get_priority_display(), actor_id, "priority")


def set_team(ticket: HandoffTicket, *, team_id: UUID | None, actor_id: UUID) -> None:
    team = Team.objects.filter(pk=team_id).first() if team_id else None
    if team_id and team is None:
        raise NotPossible("There is no such team.")
    if ticket.team_id != team_id:
        ticket.team = team
        _save(ticket, "team", team.name if team else "none", actor_id, "team")


def snooze(ticket: HandoffTicket, *, until: datetime, now: datetime, actor_id: UUID) -> None:
    if ticket.is_resolved:
        raise NotPossible("A resolved ticket cannot be snoozed. Reopen it first.")
    if until <= now:
        raise NotPossible("Choose a time that is still to come.")
    ticket.status, ticket.snoozed_until = Status.SNOOZED, until
    ticket.waiting_since = ticket.due_at = None
    _save(
        ticket, "snoozed", f"until {until:%Y-%m-%d %H:%M}", actor_id,
        "status", "snoozed_until", "waiting_since", "due_at",
    )  # fmt: skip


def resolve(ticket: HandoffTicket, *, now: datetime, actor_id: UUID | None) -> None:
    if ticket.is_resolved:
        return
    ticket.status, ticket.resolved_at = Status.RESOLVED, now
    ticket.waiting_since = ticket.due_at = ticket.snoozed_until = None
    changed = ("status", "resolved_at", "waiting_since", "due_at", "snoozed_until")
    _save(ticket, "resolved", "", actor_id, *changed)
    tell(ticket, "ticket.resolved")
    log.info("handoff.ticket.resolved", ticket=ticket.number)


def reopen(ticket: HandoffTicket, *, now: datetime, actor_id: UUID) -> None:
    if ticket.status == Status.OPEN:
        return
    others = HandoffTicket.objects.filter(conversation_id=ticket.conversation_id, matter=ticket.matter)
    if ticket.is_resolved and others.exclude(pk=ticket.pk).exclude(status=Status.RESOLVED).exists():
        raise NotPossible("Another ticket is open for this matter.")
    ticket.status, ticket.resolved_at, ticket.snoozed_until = Status.OPEN, None, None
    _save(ticket, "reopened", "", actor_id, "status", "resolved_at", "snoozed_until")


def merge(ticket: HandoffTicket, *, into: HandoffTicket, now: datetime, actor_id: UUID) -> None:
    """Close this ticket and let another go on with all that it knows: they were one matter after all."""
    if ticket.pk == into.pk or ticket.customer_id != into.customer_id:
        raise NotPossible("Only two tickets of one customer can be merged.")
    if ticket.is_resolved or into.is_resolved:
        raise NotPossible("A resolved ticket cannot be merged. Reopen it first.")
    into.summary = f"{into.summary}\n\n[{ticket.number}, {ticket.reason}] {ticket.summary}"[-LONGEST_SUMMARY:]
    into.sources = list(dict.fromkeys([*into.sources, *ticket.sources]))
    into.priority, into.tags = max(into.priority, ticket.priority), sorted({*into.tags, *ticket.tags})[:MOST_TAGS]
    for name in LINKED:
        setattr(into, name, getattr(into, name) or getattr(ticket, name))
    _save(into, "took over", f"from {ticket.number}", actor_id, "summary", "sources", "priority", "tags", *LINKED)
    for kind in (TicketNote, TicketMention):
        kind.objects.filter(ticket=ticket).update(ticket=into)
    ticket.merged_into = into
    _save(ticket, "merged", f"into {into.number}", actor_id, "merged_into")
    resolve(ticket, now=now, actor_id=actor_id)


def answered(conversation_id: UUID, *, now: datetime, actor_id: UUID) -> None:
    """Note that a person has written to the customer: it is the customer's turn, until they reply."""
    # As `get`: what is compared is what is changed.
    tickets = HandoffTicket.objects.select_for_update().filter(conversation_id=conversation_id)
    for ticket in tickets.exclude(status=Status.RESOLVED):
        was_pending = ticket.status == Status.PENDING
        ticket.status, ticket.answered_at = Status.PENDING, ticket.answered_at or now
        ticket.waiting_since = ticket.due_at = ticket.snoozed_until = None
        changed = ("status", "answered_at", "waiting_since", "due_at", "snoozed_until")
        if was_pending:
            ticket.save(update_fields=[*changed, "changed_at"])
        else:
            _save(ticket, "answered", "", actor_id, *changed)


def add_note(ticket: HandoffTicket, *, text: str, actor_id: UUID | None) -> None:
    if not text.strip():
        raise NotPossible("A note needs words.")
    created = TicketNote.objects.create(ticket=ticket, author_id=actor_id, text=text.strip()[:4000])
    named = {name.casefold().rstrip(".") for name in MENTION.findall(created.text)}
    colleagues = Membership.objects.exclude(user=actor_id).select_related("user") if named else ()
    mentioned = [one.user for one in colleagues if one.user.get_username().casefold() in named]
    TicketMention.objects.bulk_create(TicketMention(note=created, ticket=ticket, user=user) for user in mentioned)
    _save(ticket, "noted", ", ".join(f"@{user.get_username()}" for user in mentioned), actor_id)


def see_mentions(ticket: HandoffTicket, *, now: datetime, actor_id: UUID) -> None:
    """Note that this person has read the notes in which they are named."""
    TicketMention.objects.filter(ticket=ticket, user=actor_id, seen_at=None).update(seen_at=now)
    ticket.save(update_fields=["changed_at"])


def set_tags(ticket: HandoffTicket, *, tags: str, actor_id: UUID) -> None:
    """Give the ticket small words, separated by commas or spaces, in place of those it had."""
    wanted = sorted({tag.lstrip("#") for tag in re.split(r"[\s,]+", tags.casefold()) if tag.strip("#")})
    if len(wanted) > MOST_TAGS or any(not TAG.fullmatch(tag) for tag in wanted):
        raise NotPossible(f"At most {MOST_TAGS} tags of letters, digits and dashes, up to 30 characters each.")
    if wanted != ticket.tags:
        ticket.tags = wanted
        _save(ticket, "tagged", ", ".join(wanted) or "none", actor_id, "tags")


def _save(ticket: HandoffTicket, action: str, detail: str, actor_id: UUID | None, *fields: str) -> None:
    ticket.save(update_fields=[*fields, "changed_at"])
    note(ticket, action, detail, actor_id=actor_id)
