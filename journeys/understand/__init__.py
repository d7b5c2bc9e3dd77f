"""What a message is: its intent, its language and its manners, asked in one call."""
