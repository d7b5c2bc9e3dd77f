"""A customer's rights: how long her data is kept, a copy of all of it, and its end."""
