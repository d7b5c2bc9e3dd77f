"""Hand-overs: tickets by which a person takes over a conversation."""
