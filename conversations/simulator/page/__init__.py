"""The page: a chat as WhatsApp shows it, and beside it why each reply is what it is."""
