"""The phone: WhatsApp and Twilio played on our own port, over the wire, for the demo."""
