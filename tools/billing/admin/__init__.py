"""Billing in the Django admin."""

from tools.billing.admin import accounts, cases, plans, rules

__all__ = ["accounts", "cases", "plans", "rules"]
