"""Fixtures of the offers' tests: the orders' shop, with offers in it."""

from tests.tools.orders.conftest import buyer, other, shop

__all__ = ["buyer", "other", "shop"]
