"""Twilio, as the mail room speaks with it."""

from conversations.twilio.client import (
    DEMO_ACCOUNTS,
    Accepted,
    ConnectionReport,
    NotTaken,
    PerhapsTaken,
    Refused,
    create_content,
    is_signed,
    send,
    show_typing,
    test_connection,
)

__all__ = [
    "DEMO_ACCOUNTS",
    "Accepted",
    "ConnectionReport",
    "NotTaken",
    "PerhapsTaken",
    "Refused",
    "create_content",
    "is_signed",
    "send",
    "show_typing",
    "test_connection",
]
