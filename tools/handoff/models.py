"""Hand-overs."""
