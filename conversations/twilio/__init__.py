"""Twilio, as the mail room speaks with it."""

from conversations.twilio.client import (
    DEMO_ACCOUNTS,
    Accepted,
    ConnectionReport,
    Listed,
    NotTaken,
    PerhapsTaken,
    Refused,
    create_content,
    list_messages,
    send,
    show_typing,
    test_connection,
)
from conversations.twilio.errors import Problem, problem_of
from conversations.twilio.exchange import Exchange, Exchanges
from conversations.twilio.media import MediaAccess, media_access
from conversations.twilio.signature import is_signed

__all__ = [
    "DEMO_ACCOUNTS",
    "Accepted",
    "ConnectionReport",
    "Exchange",
    "Exchanges",
    "Listed",
    "MediaAccess",
    "NotTaken",
    "PerhapsTaken",
    "Problem",
    "Refused",
    "create_content",
    "is_signed",
    "list_messages",
    "media_access",
    "problem_of",
    "send",
    "show_typing",
    "test_connection",
]
