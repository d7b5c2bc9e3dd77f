"""Plans, accounts with their subscription and invoices, the rules of refunds, and refund cases."""

from tools.billing.models.accounts import NUMBER_FORM, Account, Invoice, Plan, Subscription, money
from tools.billing.models.cases import FIRST_CASE, MOST_REFUNDED, RefundCase
from tools.billing.models.rules import BillingRules, VerificationTry

__all__ = [
    "FIRST_CASE",
    "MOST_REFUNDED",
    "NUMBER_FORM",
    "Account",
    "BillingRules",
    "Invoice",
    "Plan",
    "RefundCase",
    "Subscription",
    "VerificationTry",
    "money",
]
