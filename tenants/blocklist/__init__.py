"""Whom and what a business does not answer: senders and words that its own people have put down.

It is obeyed in code before anything is understood (journeys.guard.node). What comes is stored and shown at the desk
as ever, no model reads it, and STOP counts all the same.
"""
