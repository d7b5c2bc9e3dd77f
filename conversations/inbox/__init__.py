"""The inbox: every message is recorded once, durably, before whoever sent it is answered."""

from conversations.inbox.record import Recorded, record

__all__ = ["Recorded", "record"]
