"""PesaPal's hosted card page as the payments room speaks it."""

from tools.payments.pesapal.client import Submitted, refund, register_ipn, status, submit, test_connection

__all__ = ["Submitted", "refund", "register_ipn", "status", "submit", "test_connection"]
