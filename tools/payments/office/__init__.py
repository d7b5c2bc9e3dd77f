"""What a person sets going or looks up: trying an account out, asking for a refund, the report of what disagrees."""
