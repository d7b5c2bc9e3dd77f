"""The inbox: every message is recorded once, durably, before whoever sent it is answered."""

from conversations.inbox.record import Recorded, is_usual, record, record_usual

__all__ = ["Recorded", "is_usual", "record", "record_usual"]
