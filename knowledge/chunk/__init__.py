"""Cuts a document into passages of at most 600 tokens that overlap by up to 120 and know where they stood.

With each go the twelve words that the document's headings and summary come back to.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha1

from knowledge.chunk.packing import pack
from knowledge.chunk.passage import Passage, embedded_text
from knowledge.lexicon import is_stop_word
from knowledge.load.structure import Loaded
from knowledge.text import words

# Twelve, as was specified.
MOST_KEYWORDS = 12

__all__ = ["MOST_TOKENS", "OVERLAP_TOKENS", "Chunked", "Passage", "chunk", "embedded_text"]

# As was specified: passages of 600 tokens that share 120.
MOST_TOKENS, OVERLAP_TOKENS = 600, 120
# A passage says too little when it is short, holds none of the document's keywords and hardly a word of its own.
SHORT_TOKENS, FEWEST_WORDS = 200, 3
# A section that others refer to by its number.
_NUMBERED = re.compile(r"(?:\u00a7{1,2}|(?:section|sec\.|article|artikel|art\.)\s)\s{0,2}\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Chunked:
    """The passages to keep, and those left out because they say too little."""

    passages: tuple[Passage, ...]
    left_out: tuple[Passage, ...] = ()


def chunk(loaded: Loaded, title: str = "", *, most: int = MOST_TOKENS, overlap: int = OVERLAP_TOKENS) -> Chunked:
    """Cut a document into passages; every word of it is in one of them, or in one that says too little."""
    title = title or loaded.details.title
    of_whole = keywords_of_document(loaded, title)
    packed = pack(loaded.sections, most=most, overlap=overlap)
    passages = [_finished(it, title, of_whole) for it in packed]
    telling = [_says_something(passage, of_whole) for passage in passages]
    if not any(telling):
        return Chunked(tuple(passages))
    return Chunked(
        tuple(passage for passage, is_telling in zip(passages, telling, strict=True) if is_telling),
        tuple(passage for passage, is_telling in zip(passages, telling, strict=True) if not is_telling),
    )


def _finished(passage: Passage, title: str, of_whole: list[str]) -> Passage:
    said = embedded_text(title, passage.section, passage.text)
    return replace(
        passage,
        sha1=sha1(said.encode("utf-8", "replace"), usedforsecurity=False).hexdigest(),
        keywords=tuple(keywords_of_passage(passage.section.split(" > "), of_whole)),
    )


def _says_something(passage: Passage, of_whole: Sequence[str]) -> bool:
    """Whether anybody could look for it: a page number or a rule of dashes is no passage, "§ 5. Repealed." is one."""
    if passage.tokens >= SHORT_TOKENS or _NUMBERED.match(passage.section.rpartition(" > ")[2]):
        return True
    found = set(words(passage.text))
    telling = {word for word in found if len(word) > 2 and not is_stop_word(word) and not word.isdigit()}
    return len(telling) >= FEWEST_WORDS or not found.isdisjoint(of_whole)


def keywords_of_document(loaded: Loaded, title: str) -> list[str]:
    """The words that a document comes back to: of title, summary, tags and headings, else of the text."""
    details = loaded.details
    said = [title, details.summary, *details.tags, *(section.heading for section in loaded.sections)]
    found = _most_frequent(said)
    return (
        found
        if len(found) >= 3
        else _most_frequent([*said, *(section.text[:5_000] for section in loaded.sections[:50])])
    )


def keywords_of_passage(path: Iterable[str], of_whole: list[str]) -> list[str]:
    """The keywords of a passage: those of its own headings first, then the document's."""
    return list(dict.fromkeys([*_most_frequent(path), *of_whole]))[:MOST_KEYWORDS]


def _most_frequent(texts: Iterable[str]) -> list[str]:
    counts = Counter(word for text in texts for word in words(text) if 2 < len(word) < 24 and _is_keyword(word))
    return [word for word, _ in counts.most_common(MOST_KEYWORDS)]


def _is_keyword(word: str) -> bool:
    return not word.isdigit() and not is_stop_word(word)
