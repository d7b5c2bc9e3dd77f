"""Offers and coupons: which run, what they need, and a code applied to the order."""
