"""Servers that stand in for providers, on a loopback port, for the whole suite."""
