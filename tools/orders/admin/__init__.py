"""Orders in the Django admin: what was ordered, what was paid, everything that happened, and the next step."""

from tools.orders.admin import orders

__all__ = ["orders"]
