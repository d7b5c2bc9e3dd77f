"""WhatsApp through Twilio: the one room that knows either."""
