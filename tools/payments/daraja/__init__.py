"""Safaricom's M-Pesa API as the payments room speaks it."""

from tools.payments.daraja.client import Pushed, register_urls, stk_push, stk_query, test_connection

__all__ = ["Pushed", "register_urls", "stk_push", "stk_query", "test_connection"]
