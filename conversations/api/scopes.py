"""What a token may open: a resource, read or written. A right to write is no right to read."""

from typing import Final

READ: Final = {
    "catalog": "products, prices and stock",
    "orders": "orders and their lines",
    "customers": "customers and what they have agreed to",
    "conversations": "conversations, messages and how each answer came about",
    "tickets": "hand-overs with their notes",
    "documents": "documents of the library, and asking it",
    "refund_cases": "refund cases",
    "usage": "messages, turns and their cost by day",
}
WRITE: Final = {
    "catalog": "set stock",
    "orders": "move orders on: prepared, shipped, delivered, cancelled",
    "customers": "change language, name and consent",
    "conversations": "send messages to customers",
    "tickets": "note, assign and resolve hand-overs",
    "documents": "upload documents",
    "refund_cases": "approve and reject refund cases",
}
SCOPES: Final = tuple(
    (f"{resource}:{power}", f"{'Read' if power == 'read' else 'Write'}: {words}")
    for power, each in (("read", READ), ("write", WRITE))
    for resource, words in each.items()
)
NAMES: Final = frozenset(name for name, _ in SCOPES)


def needed(resource: str, method: str) -> str:
    """The scope that a request of this method to this resource needs."""
    return f"{resource}:{'read' if method in ('GET', 'HEAD', 'OPTIONS') else 'write'}"
