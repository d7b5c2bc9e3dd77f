"""Words the sentence that leads a list of options. Without the model a fixed sentence does.

The options themselves, with their numbers and prices, are always written by code."""

from typing import Final

PROMPT: Final = """\
`options` will be shown below your words as a numbered list with prices. Write the one or two sentences that lead it:
what was found for `wish`, and, where the customer told what they need it for, which of them suits that and why, by what
`options` say. Where `missing` names limits that nothing kept to, or words that nothing answers to, say so plainly: what
is shown may be something else. List no prices."""

ITEM_ANSWER: Final = """\
Answer `question` about `items` from what `items` and `passages` say, and from nothing else: attributes, description,
options and stock. A comparison names the one that suits what the customer told, and why. If they do not say it, say
that the catalog does not tell, and offer what it does tell. In `sources` put the numbers of the passages you used."""
