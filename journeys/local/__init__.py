"""The local mind: what the house understands by itself, without a model, a network or a database."""
