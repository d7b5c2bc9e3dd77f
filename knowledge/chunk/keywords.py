"""The twelve words that a document's headings and summary come back to."""

from collections import Counter
from collections.abc import Iterable

from knowledge.lexicon import is_stop_word
from knowledge.load.structure import Loaded
from knowledge.text import words

MOST = 12


def of_document(loaded: Loaded, title: str) -> list[str]:
    """From title, summary, tags and headings; from the text where there are no headings."""
    details = loaded.details
    said = [title, details.summary, *details.tags, *(section.heading for section in loaded.sections)]
    found = _top(said)
    return found if len(found) >= 3 else _top([*said, *(section.text[:5_000] for section in loaded.sections[:50])])


def of_passage(path: Iterable[str], of_whole: list[str]) -> list[str]:
    """Those of its own headings first."""
    return list(dict.fromkeys([*_top(path), *of_whole]))[:MOST]


def _top(texts: Iterable[str]) -> list[str]:
    counts = Counter(word for text in texts for word in words(text) if 2 < len(word) < 24 and _says_something(word))
    return [word for word, _ in counts.most_common(MOST)]


def _says_something(word: str) -> bool:
    return not word.isdigit() and not is_stop_word(word)
