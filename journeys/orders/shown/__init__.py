"""How an order stands, in words, and what may be claimed of it."""
