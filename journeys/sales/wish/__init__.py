"""What the customer is after: read from her words, kept, and narrowed message by message."""
