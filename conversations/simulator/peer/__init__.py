"""Twilio's REST API, played for the demo's accounts: Messages, Content, typing and media."""
