"""The outbox: replies are queued with their turn, sent in order, and followed by Twilio's status callbacks."""

from conversations.outbox.delivery import deliver
from conversations.outbox.queue import enqueue
from conversations.outbox.statuses import Told, advance

__all__ = ["Told", "advance", "deliver", "enqueue"]
