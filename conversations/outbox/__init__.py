"""The outbox: replies are queued with their turn, sent in order, followed, and looked for when in doubt."""

from conversations.outbox.delivery import deliver
from conversations.outbox.queue import due_looks, due_sendings, enqueue, withdraw
from conversations.outbox.reconciliation import reconcile
from conversations.outbox.reconciliation import take as take_lost
from conversations.outbox.statuses import advance

__all__ = ["advance", "deliver", "due_looks", "due_sendings", "enqueue", "reconcile", "take_lost", "withdraw"]
