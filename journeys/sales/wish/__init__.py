"""What the customer is after: read from their words, kept, and narrowed message by message."""
