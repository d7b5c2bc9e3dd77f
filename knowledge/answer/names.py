"""The names in a question: what is written in capitals, there or wherever the texts write it."""

import re
from collections.abc import Sequence
from typing import Final

from knowledge.lexicon import is_stop_word
from knowledge.search.terms.glossary import is_grammar
from knowledge.text import words

_NAME: Final = re.compile(r"\b[A-Z][A-Z0-9]+\b")
_WRITTEN: Final = re.compile(r"\b[A-Za-z][A-Za-z0-9]+\b")


def names_in(text: str) -> set[str]:
    """What is written in capitals, unless all of it is."""
    return set() if text.isupper() else {name.casefold() for name in _NAME.findall(text)}


def names_meant(question: str, texts: Sequence[str]) -> set[str]:
    """The names in a question: those in capitals, and those that the texts write in no other way: the PON of "my pon
    light"."""
    names = {word for word in words(question) if not (is_stop_word(word) or is_grammar(word))}
    said = [word for text in texts for word in _WRITTEN.findall(text) if word.casefold() in names]
    otherwise = {word.casefold() for word in said if not word.isupper()}
    return names_in(question) | ({word.casefold() for word in said} - otherwise)
