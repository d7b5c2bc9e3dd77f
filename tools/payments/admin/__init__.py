"""The tenant's pages of payments."""

from tools.payments.admin.accounts import PaymentAccountAdmin
from tools.payments.admin.incoming import IncomingPaymentAdmin
from tools.payments.admin.payments import PaymentAdmin, PaymentInline

__all__ = ["IncomingPaymentAdmin", "PaymentAccountAdmin", "PaymentAdmin", "PaymentInline"]
