"""Channels: the ways by which customers write to a business, a folder each, listed in `registry`."""
