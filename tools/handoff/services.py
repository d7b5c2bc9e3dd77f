"""Opens and closes tickets, inside the tenant's scope."""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

import structlog

from tools.handoff.models import HandoffTicket

log = structlog.get_logger(__name__)
LONGEST_SUMMARY = 6000
Draw = Callable[[], int]


def open_ticket(
    *, conversation_id: UUID, customer_id: UUID, reason: str, journey: str, step: str, summary: str,
    sources: Sequence[str], expected_at: datetime | None, draw: Draw = lambda: secrets.randbelow(900_000) + 100_000,
) -> tuple[HandoffTicket, bool]:  # fmt: skip
    """The conversation's open ticket, and whether it is new; one that is open already is added to."""
    known = HandoffTicket.objects.select_for_update().filter(conversation_id=conversation_id, status="open").first()
    if known is not None:
        _add(known, reason=reason, summary=summary, sources=sources)
        return known, False
    ticket = HandoffTicket.objects.create(
        number=_free_number(draw), conversation_id=conversation_id, customer_id=customer_id, reason=reason,
        journey=journey, step=step, summary=summary, sources=list(sources), expected_at=expected_at,
    )  # fmt: skip
    log.info("handoff.ticket.opened", ticket=ticket.number, reason=reason, journey=journey, step=step)
    return ticket, True


def close_ticket(ticket: HandoffTicket, *, now: datetime) -> None:
    """Somebody has dealt with it."""
    changed = HandoffTicket.objects.filter(pk=ticket.pk, status="open").update(status="closed", closed_at=now)
    if changed:
        log.info("handoff.ticket.closed", ticket=ticket.number)


def _add(ticket: HandoffTicket, *, reason: str, summary: str, sources: Sequence[str]) -> None:
    if summary not in ticket.summary:
        ticket.summary = f"{ticket.summary}\n\n[{reason}] {summary}"[-LONGEST_SUMMARY:]
    ticket.sources = list(dict.fromkeys([*ticket.sources, *sources]))
    ticket.save(update_fields=["summary", "sources"])


def _free_number(draw: Draw) -> str:
    """T- and six digits, easy to say on the phone, and telling nobody how many there are."""
    while True:
        number = f"T-{draw()}"
        if not HandoffTicket.objects.filter(number=number).exists():
            return number
