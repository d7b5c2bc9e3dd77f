"""The inbox: every message is recorded once, durably, before Twilio is answered."""

from conversations.inbox.record import Inbound, Recorded, record

__all__ = ["Inbound", "Recorded", "record"]
