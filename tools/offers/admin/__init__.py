"""Offers and coupons in the Django admin."""

from tools.offers.admin import offers

__all__ = ["offers"]
