"""An answer from passages, whoever made it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The words, and the numbers of the passages that carry them."""

    answer: str
    sources: tuple[int, ...] = ()
    lead: str = ""
    """What is said before the words where they go on with what was told: nothing of their language then."""
    has_more: bool = False
    """Steps for a trouble, of which there are more."""
