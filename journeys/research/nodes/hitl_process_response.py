"""What an answer to our questions tells, and whether it says to begin now.

Without a model the answer stands as it was written, and only plain words ("/end", "just go", "anza tu") say to begin.
"""

import re
from typing import Final

from knowledge.text import fold

_BEGINS: Final = re.compile(
    r"\W{0,3}(?:/end|end|just (?:go|start|begin|do it)|go ahead|skip(?: (?:it|that|this|the questions))?"
    r"|no more questions|begin(?: now)?|start now|anza(?: tu| sasa)?|endelea(?: tu)?|twende(?: tu)?|we anza"
    r"|fang an|leg los|einfach los|weiter)\b\W{0,3}(?:please|pls|tafadhali|bitte|now|sasa)?\W{0,3}"
)


def says_to_begin(text: str) -> bool:
    """Whether the whole message says to begin."""
    return _BEGINS.fullmatch(fold(text)) is not None
