"""Customers: first contact, how one person is known again however their address is written, and what they agreed to."""

from tenants.customers.records import (
    add_addresses,
    adopt,
    ask_erasure,
    create,
    get_or_create,
    learn,
    update_preferences,
)

__all__ = ["add_addresses", "adopt", "ask_erasure", "create", "get_or_create", "learn", "update_preferences"]
