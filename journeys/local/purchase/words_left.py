"""The words of a message that names a form and a number: each is read once, and what is left names something else."""

from collections.abc import Sequence

from journeys.local.wordlists import is_among, tokens, word_set
from knowledge import lexicon
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

    def called(self, telling: Sequence[str]) -> list[int]:
        """Where a word of a value of several stands as it is written there: the SGR of "SGR station"."""
        names = (word for word in telling if len(word) > 2 and not lexicon.is_stop_word(word))
        return [at for word in names for at in self.places([word])] if len(telling) > 1 else []

    def saying(self, word: str) -> list[int]:
        """Where a word of ours was said, in one word of theirs or in two ("watu wazima")."""
        for at, said in enumerate(self.said):
            if _says(said, word):
                return [at]
            if at and lexicon.concept(word) and _says(f"{self.said[at - 1]} {said}", word):
                return [at - 1, at]
        return []


def _says(said: str, word: str) -> bool:
    if said == word or (len(word) > 3 and said in (f"{word}s", f"{word}es")):
        return True
    meaning = lexicon.concept(word) if len(word) > 1 else None
    return meaning is not None and lexicon.concept(said) == meaning
