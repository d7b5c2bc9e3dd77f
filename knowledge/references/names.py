"""The names of a library's documents: how a text that speaks of one is matched with it.

Titles, file names and synonyms. A name is matched exactly, else one that is much like it (0.7), else one that it is
a part of or that is a part of it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePosixPath
from uuid import UUID

from rapidfuzz import fuzz, process

from knowledge.references.reference import How, Reference
from knowledge.text import fold

# Below it two names share little more than their common words.
FUZZY = 0.7
# Shorter names stand in other words and abbreviations.
_FEWEST_LETTERS = 4
_WORD = re.compile(r"\w+(?:['\u2019-]\w+)*")
_ARTICLE = re.compile(r"(?:the|our|your|this|an?|der|die|das|den|dem|des|unser\w{0,2})\s", re.IGNORECASE)
_INSIDE = re.compile(r"[ \t\n:,&/()\"\u2013\u2014-]{1,3}")
_DIGITS = re.compile(r"\d+")
# Words of the longest title that is spoken of whole; it bounds the work at each place.
_LONGEST_NAME = 12


@dataclass(frozen=True, slots=True)
class NamedDocument:
    """A document and everything it is called."""

    document_id: UUID
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Looked up by plain name; `words` finds where in a text one stands."""

    by_name: dict[str, UUID] = field(default_factory=dict)
    # By their first two words, for many begin alike.
    words: dict[tuple[str, str], list[tuple[str, ...]]] = field(default_factory=dict)
    # A name with other numbers in it is another name, however alike: "Title 2", "Title 42".
    by_digits: dict[tuple[str, ...], list[str]] = field(default_factory=dict)
    # What was looked up once: texts speak of the same few works again and again.
    found: dict[str, tuple[UUID | None, How, float]] = field(default_factory=dict)

    def find(self, name: str) -> tuple[UUID | None, How, float]:
        """The document that a name means or None, how the name was matched, and how well."""
        wanted = plain(name)
        if wanted not in self.found:
            self.found[wanted] = self._find(wanted)
        return self.found[wanted]

    def _find(self, wanted: str) -> tuple[UUID | None, How, float]:
        if not wanted:
            return None, "none", 0.0
        if wanted in self.by_name:
            return self.by_name[wanted], "exact", 1.0
        alike = self.by_digits.get(_digits(wanted), ())
        best = process.extractOne(wanted, alike, scorer=fuzz.ratio, score_cutoff=100 * FUZZY)
        if best is not None:
            return self.by_name[best[0]], "fuzzy", best[1] / 100
        return self._by_part(wanted)

    def detect(self, text: str) -> Iterator[Reference]:
        """Each place where one of the names stands word for word; of two that begin at one place, the longer."""
        found = [(match[0].casefold(), match) for match in _WORD.finditer(text)]
        at = 0
        while at < len(found):
            length = self._length_at(_in_a_row(text, found[at : at + _LONGEST_NAME]))
            if length:
                start, end = found[at][1].start(), found[at + length - 1][1].end()
                yield Reference(
                    kind="document_mention", target=text[start:end], original_text=text[start:end], start=start, end=end
                )
            at += max(length, 1)

    def _length_at(self, words: Sequence[str]) -> int:
        begun = self.words.get((words[0], words[1]), ()) if len(words) > 1 else ()
        return next((len(name) for name in begun if name == tuple(words[: len(name)])), 0)

    def _by_part(self, wanted: str) -> tuple[UUID | None, How, float]:
        """The name that shares most with it; a part of a few letters is no part."""
        if len(wanted) < _FEWEST_LETTERS:
            return None, "none", 0.0
        inside = f" {wanted} "
        shares = {
            name: min(len(name), len(wanted)) / max(len(name), len(wanted))
            for name in self.by_digits.get(_digits(wanted), ())
            if len(name) >= _FEWEST_LETTERS and (inside in f" {name} " or f" {name} " in inside)
        }
        if not shares:
            return None, "none", 0.0
        best = max(shares, key=lambda name: (shares[name], name))
        return self.by_name[best], "substring", round(FUZZY * shares[best], 4)


def _in_a_row(text: str, words: Sequence[tuple[str, re.Match[str]]]) -> list[str]:
    """The first words of these between which stands no more than may stand inside a name."""
    row = [words[0][0]]
    for (_, before), (word, match) in pairwise(words):
        if not _INSIDE.fullmatch(text, before.end(), match.start()):
            break
        row.append(word)
    return row


def known(documents: Iterable[NamedDocument]) -> KnownNames:
    """The names of a library's documents; one that two documents bear belongs to the first."""
    by_name: dict[str, UUID] = {}
    words: dict[tuple[str, str], list[tuple[str, ...]]] = defaultdict(list)
    for document in documents:
        for name in document.names:
            if (folded := plain(name)) and folded not in by_name:
                by_name[folded] = document.document_id
                said = tuple(match[0].casefold() for match in _WORD.finditer(name))
                # One word alone is a word of the language as often as a name.
                if 1 < len(said) <= _LONGEST_NAME:
                    words[said[0], said[1]].append(said)
    by_digits: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name in by_name:
        by_digits[_digits(name)].append(name)
    return KnownNames(by_name, {first: sorted(said, key=len, reverse=True) for first, said in words.items()}, by_digits)


def _digits(name: str) -> tuple[str, ...]:
    return tuple(_DIGITS.findall(name))


def plain(name: str) -> str:
    """A name without its article, its folder and its file's ending."""
    name = name.strip()
    suffix = PurePosixPath(name).suffix
    if 1 < len(suffix) <= 5 and suffix[1:].isalnum() and not suffix[1:].isdigit():
        name = PurePosixPath(name.replace("\\", "/")).stem
    folded = fold(name.replace("_", " ").replace("-", " "))
    lead = _ARTICLE.match(folded)
    return folded[lead.end() :] if lead else folded
