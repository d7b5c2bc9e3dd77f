"""A customer's rights: how long their data is kept, a copy of all of it, and its end."""
