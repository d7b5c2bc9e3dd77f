"""What the payments room keeps: accounts, payments, money that came by itself, and every word with the providers."""

from tools.payments.models.account import CallbackToken, PaymentAccount
from tools.payments.models.payment import IncomingPayment, Payment, PaymentExchange, locked

__all__ = ["CallbackToken", "IncomingPayment", "Payment", "PaymentAccount", "PaymentExchange", "locked"]
