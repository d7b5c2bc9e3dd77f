"""Words the confirmation of a changed preference. Without the model, a fixed sentence confirms it."""

from typing import Final

PROMPT: Final = """\
The customer's preference has just been changed as `changed` says. One or two short sentences that say exactly what
changed and how to change it back, as `usual_sentence` does, no more."""
