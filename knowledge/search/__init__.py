"""Search: the passages of a tenant that answer a question, or the honest finding that none does."""
