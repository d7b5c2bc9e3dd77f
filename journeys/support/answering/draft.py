"""An answer from passages, whoever made it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The words, and the numbers of the passages that carry them."""

    answer: str
    sources: tuple[int, ...] = ()
