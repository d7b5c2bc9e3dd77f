"""Words the one question that is still open about an item: which form of it, or how many.

What is asked, the values to choose from and every check are code's; without the model a fixed sentence asks."""

from typing import Final

PROMPT: Final = """\
The customer wants to buy `item`; `chosen` is settled, and `asks` is the one thing to ask next, with `values` to choose
from, shown below your words. Where `quantity` is known, ask whether it shall be so many of that. Say `problem` first:
what cannot be had, and what there is instead. At most two short sentences that end in that one question. Keep every
value of `usual_sentence`; never say that anything was ordered."""
