"""Orders in the Django admin: the orders themselves, and what delivery costs where."""

from tools.orders.admin import areas
from tools.orders.admin.orders import OrderAdmin, money

__all__ = ["OrderAdmin", "areas", "money"]
