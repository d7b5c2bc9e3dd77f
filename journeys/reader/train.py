"""`python -m journeys.reader.train`: learns the reader anew from the marked examples, and writes what it learned."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pycrfsuite

from journeys.reader.errands import LEARNED
from journeys.reader.features import IsOwn, features, with_acts
from journeys.reader.marked import EXAMPLES, Example, examples
from knowledge import lexicon
from knowledge.text import fold

FINGERPRINT: Final = "examples.sha256"
"""Beside what was learned: of which examples."""
SETTINGS: Final = {"c1": 0.3, "c2": 0.3, "max_iterations": 120, "feature.possible_transitions": True}
"""L1 leaves out what says little, L2 keeps the rest small; more rounds change no errand of those held out."""
KNOWN: Final = 0.7
"""So many of the words that name things stand on the shelves of the business whose customers the examples are."""


def own_words(of: Iterable[Example]) -> IsOwn:
    """Whether a word is one that a business would write on its shelves: most of those that name things and forms."""
    named: set[str] = set()
    for example in of:
        for token, part in zip(example.tokens, example.parts, strict=True):
            word = fold(token.text)
            if part.partition("-")[2] in ("thing", "option") and not lexicon.is_stop_word(word):
                named.add(word)
    known = frozenset(word for word in named if _share(word) < KNOWN)
    return known.__contains__


def _share(word: str) -> float:
    """A number between 0 and 1 that hangs on the word alone, so that each training sees the same shelves."""
    return hashlib.sha256(word.encode()).digest()[0] / 256


def train(of: dict[str, list[Example]], into: Path) -> None:
    """Writes `acts.crf` and `parts.crf` into a folder."""
    into.mkdir(parents=True, exist_ok=True)
    acts, parts = _trainer(), _trainer()
    for some in of.values():
        is_own = own_words(some)
        for example in some:
            # Once without where it was said: what is meant hangs on the words before it hangs on the place.
            for at in (example.at, ()):
                acts.append(features(example.tokens, at, is_own), example.acts)
            seen = features(example.tokens, example.at, is_own)
            parts.append(with_acts(seen, example.acts), example.parts)
    acts.train(str(into / "acts.crf"))
    parts.train(str(into / "parts.crf"))


def _trainer() -> Any:
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.select("lbfgs")
    trainer.set_params(SETTINGS)
    return trainer


def fingerprint(folder: Path = EXAMPLES) -> str:
    """What the examples are, so that it shows when the reader has not learned from them."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folder.glob("*.txt")))).hexdigest()


def main() -> None:
    """Learns from all the examples, and keeps beside it which they were."""
    train(examples(), LEARNED)
    (LEARNED / FINGERPRINT).write_text(f"{fingerprint()}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
