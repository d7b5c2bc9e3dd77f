"""What happens to orders. Each of these locks its order first, then the variants in one order, so none waits in a ring.

All work in the tenant scope that is open, and none calls the network.
"""

from tools.orders.services.carts import PriceChange, WantedLine, put_together, reprice, withdraw
from tools.orders.services.holds import (
    HOLD,
    MOMENT,
    MOST_MOMENTS,
    REST,
    expire_due,
    hold,
    list_tenants_with_due,
    release,
)
from tools.orders.services.money import Credited, add_discount, credit, debit, remove_discounts
from tools.orders.services.record import locked, note
from tools.orders.services.steps import NEXT, advance, place, reopen

__all__ = [
    "HOLD",
    "MOMENT",
    "MOST_MOMENTS",
    "NEXT",
    "REST",
    "Credited",
    "PriceChange",
    "WantedLine",
    "add_discount",
    "advance",
    "credit",
    "debit",
    "expire_due",
    "hold",
    "list_tenants_with_due",
    "locked",
    "note",
    "place",
    "put_together",
    "release",
    "remove_discounts",
    "reopen",
    "reprice",
    "withdraw",
]
