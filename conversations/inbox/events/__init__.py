"""Events of our own: what happened to an order or payment enters the inbox as messages do, once and in order."""

from conversations.inbox.events.take import take
from conversations.inbox.events.waiting import list_waiting

__all__ = ["list_waiting", "take"]
