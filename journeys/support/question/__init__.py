"""Reads a question: complete in itself, and of what kind."""
