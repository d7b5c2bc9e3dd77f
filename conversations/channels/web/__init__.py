"""Web chat: a conversation on a page of the business, in its widget or in a program of its own."""
