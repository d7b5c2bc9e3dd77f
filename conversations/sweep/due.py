"""What waits and nobody does, of every tenant, the longest waiting first; ids and nothing else."""

from datetime import timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from conversations import outbox, ownership
from conversations.inbox import events as inbox_events
from conversations.models import Conversation
from conversations.turn import late
from tenants.scope import fleet_scope
from tools.handoff import tasks as tickets
from tools.orders import services
from tools.payments import polling
from tools.payments.mpesa import pull, transaction
from tools.webhooks import services as webhook_services

Found = list[tuple[UUID, UUID]]
# What one round takes up of a kind; the rest wait two seconds, and the order of what is due is kept.
LIMIT = 500
# A wake-up through the broker is given the first chance.
GRACE = timedelta(seconds=1)
# Whoever waits longer than this is an alert; everybody else is served meanwhile.
OVERDUE_AFTER = timedelta(seconds=60)
# An alert names the worst; more of them say nothing new.
MOST_OVERDUE = 20


def conversations(*, grace: timedelta = GRACE) -> Found:
    """Conversations whose burst is over and that nobody answers."""
    now = timezone.now()
    with fleet_scope():
        rows = Conversation.objects.filter(Q(lease_until=None) | Q(lease_until__lt=now), due_at__lt=now - grace)
        return list(rows.order_by("due_at").values_list("tenant_id", "id")[:LIMIT])


def overdue() -> list[tuple[UUID, UUID, float]]:
    """Conversations that have waited too long, the longest first, with the seconds."""
    now = timezone.now()
    with fleet_scope():
        waiting = Conversation.objects.filter(due_at__isnull=False, waiting_since__lt=now - OVERDUE_AFTER)
        rows = waiting.order_by("waiting_since").values_list("tenant_id", "id", "waiting_since")
        return [(tenant, pk, (now - since).total_seconds()) for tenant, pk, since in rows[:MOST_OVERDUE] if since]


def events(*, grace: timedelta = GRACE) -> Found:
    """Conversations for which the tools left an event that nobody took up."""
    return inbox_events.list_waiting(before=timezone.now() - grace, limit=LIMIT)


def sendings(*, grace: timedelta = GRACE) -> Found:
    """Conversations with a message that should have been sent, in turns between the tenants."""
    return outbox.due_sendings(before=timezone.now() - grace, limit=LIMIT)


def looks() -> Found:
    """Conversations with a message that was perhaps sent, and is to be looked for."""
    return outbox.due_looks(before=timezone.now(), limit=LIMIT)


def late_turns() -> Found:
    """Conversations whose customer has just been told that their answer takes longer."""
    return late.tell(now=timezone.now())


def away() -> Found:
    """Conversations whose customer has just been told that the person who has them stays away."""
    return ownership.tell_away(now=timezone.now())


def snoozed() -> list[tuple[UUID]]:
    """Tenants with a snoozed ticket whose time has come."""
    return tickets.list_tenants(timezone.now())


def webhooks() -> Found:
    """What the tenants' own systems are to be told, and have not taken."""
    return webhook_services.list_due(now=timezone.now())


def payments() -> Found:
    """Payments that the provider is to be asked about; nothing but this finds one whose callback was lost."""
    return polling.list_due(timezone.now())


def transactions() -> Found:
    """Paybill money that Safaricom is to be asked about."""
    return transaction.list_due(timezone.now())


def lists() -> Found:
    """Accounts whose list of paybill money is to be read; nothing but this finds a confirmation that was lost."""
    return pull.list_due(timezone.now())


def orders() -> list[tuple[UUID]]:
    """Tenants with an order whose time is over."""
    return [(tenant_id,) for tenant_id in services.list_tenants_with_due(timezone.now())]
