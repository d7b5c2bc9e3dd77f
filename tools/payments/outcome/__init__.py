"""How a payment ends: the provider is asked, and what it says is written once, with credit and event."""
