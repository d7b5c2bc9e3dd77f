"""Twilio's Messages: what may be sent, how it is answered, and what becomes of it."""
