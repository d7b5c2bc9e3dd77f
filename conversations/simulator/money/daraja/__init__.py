"""Safaricom's Daraja API, played for the demo's merchants: tokens, PIN prompts, paybills and tills."""
