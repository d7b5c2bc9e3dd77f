"""How much of a conversation is worth its cost: small talk is bounded, spam dropped, abuse ended."""
