"""What a conversation that is over has taught, for the next customer with the same question."""
