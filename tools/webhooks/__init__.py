"""Webhooks: what happens in a business is told to its own systems, signed, until they have taken it."""
