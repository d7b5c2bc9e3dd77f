"""The desk: where operators see who waits, read a conversation with its reasons, take it over, and answer."""
