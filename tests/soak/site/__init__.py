"""What the soak is held on: an installation whose parts may be killed, and a Twilio with bad days."""
