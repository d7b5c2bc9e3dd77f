"""Order numbers such as T4K9M2R7: read out, typed on a phone and quoted in a payment without being mistaken.

Letters and digits take turns, so that no number is a word, an amount or a date; what looks like another is left out.
"""

from collections.abc import Callable

LETTERS = "ACDEFHJKMNPRTWXY"
NUMERALS = "23456789"
# Four pairs of 16 letters and 8 digits: 268 million numbers, and still read out in one breath.
PAIRS = 4
Choose = Callable[[str], str]


def new_number(choose: Choose) -> str:
    """A number, each character chosen from its alphabet."""
    return "".join(choose(LETTERS) + choose(NUMERALS) for _ in range(PAIRS))


def normalised(text: str) -> str:
    """A number as people write it: "#t4k9 m2r7" is T4K9M2R7."""
    return "".join(char for char in text.upper() if char.isascii() and char.isalnum())
