"""What is seen from outside: figures that are counted, and the spans of a message's way. Every room may use it."""
