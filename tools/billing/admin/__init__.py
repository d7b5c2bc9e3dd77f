"""Billing in the Django admin."""

from tools.billing.admin import accounts, cases

__all__ = ["accounts", "cases"]
