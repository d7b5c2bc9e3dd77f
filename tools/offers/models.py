"""Offers and coupons."""
