"""The words of a message that names a form and a number: each is read once, and what is left names something else."""

from collections.abc import Sequence

from journeys.local.wordlists import is_among, tokens, word_set
from knowledge.search.terms.glossary import borrowed


class WordsLeft:
    """The words of a message, each taken once."""

    def __init__(self, text: str) -> None:
        self.said = tokens(text)
        self.is_taken = [False] * len(self.said)

    def take(self, start: int, length: int) -> None:
        self.is_taken[start : start + length] = [True] * length

    def places(self, wanted: Sequence[str]) -> list[int]:
        length = len(wanted)
        starts = range(len(self.said) - length + 1) if length else range(0)
        return [
            at
            for at in starts
            if self.said[at : at + length] == list(wanted) and not any(self.is_taken[at : at + length])
        ]

    def before(self, place: int) -> str:
        return self.said[place - 1] if place else ""

    def after(self, place: int) -> str:
        return self.said[place + 1] if place + 1 < len(self.said) else ""

    @property
    def rest(self) -> tuple[str, ...]:
        ignored = word_set("purchase", "filler", "words") | word_set("purchase", "pieces", "words")
        left = (word for word, is_taken in zip(self.said, self.is_taken, strict=True) if not is_taken)
        # A borrowed verb is the same in Swahili grammar: "nitabook" as "book".
        return tuple(word for word in left if not (is_among(word, ignored) or borrowed(word) in ignored))
