"""What a tenant has taught: sentences, and the command that each of them means."""
