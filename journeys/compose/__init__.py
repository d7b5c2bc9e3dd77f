"""The last gate: every outgoing text is introduced, made fit for WhatsApp, and held to the evidence."""
