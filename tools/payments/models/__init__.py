"""What the payments room keeps: accounts, payments, money that came by itself, and every word with the providers."""

from tools.payments.models.account import PaymentAccount
from tools.payments.models.exchange import PaymentExchange
from tools.payments.models.incoming import IncomingPayment
from tools.payments.models.payment import Payment, locked
from tools.payments.models.token import CallbackToken

__all__ = ["CallbackToken", "IncomingPayment", "Payment", "PaymentAccount", "PaymentExchange", "locked"]
