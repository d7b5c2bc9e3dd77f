"""Safaricom's M-Pesa API as the payments room speaks it."""

from tools.payments.daraja.client import Pushed, register_urls, stk_push, stk_query, test_connection
from tools.payments.daraja.transactions import (
    Listed,
    Transaction,
    ask_transaction,
    list_transactions,
    read_transaction,
    register_pull,
)

__all__ = [
    "Listed",
    "Pushed",
    "Transaction",
    "ask_transaction",
    "list_transactions",
    "read_transaction",
    "register_pull",
    "register_urls",
    "stk_push",
    "stk_query",
    "test_connection",
]
