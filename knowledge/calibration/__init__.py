"""Reads from a tenant's own passages how good one must be to answer, and how rare each word is."""
