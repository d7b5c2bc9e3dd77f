"""The words by which a question and a sentence are compared: concepts and stems, Swahili ones also in English."""

from collections.abc import Set
from functools import lru_cache
from typing import Final

from knowledge import lexicon
from knowledge.search.terms import attributes, glossary
from knowledge.search.terms.glossary import borrowed, in_english, is_grammar, otherwise
from knowledge.text import words

_DAYS: Final = frozenset({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"})


def terms(text: str) -> set[str]:
    """What a text speaks of."""
    return set().union(*senses(text))


@lru_cache(maxsize=4_000)
def senses(text: str) -> tuple[frozenset[str], ...]:
    """The same, word by word: each with all that may be written for it."""
    said = [word for word in lexicon.terms(text) if not (lexicon.is_stop_word(word) or is_grammar(word))]
    return tuple(dict.fromkeys(_sense(word) for word in said))


def asked(question: str, held: Set[str] = frozenset()) -> list[frozenset[str]]:
    """What a question speaks of, with the attribute that it asks for.

    A town of which nothing that is `held` speaks is one of the others that it may speak of."""
    where = [frozenset(map(lexicon.stem, attributes.IN_DOCUMENTS))] if attributes.asks_where(question) else []
    return [elsewhere(sense, held) for sense in senses(attributes.plainly(question))] + where


def days_in(text: str) -> frozenset[str]:
    """The days of the week that it names, in English."""
    named = (each for word in words(attributes.plainly(text)) for each in (word.removesuffix("s"), *in_english(word)))
    return _DAYS.intersection(named)


def elsewhere(sense: frozenset[str], held: Set[str]) -> frozenset[str]:
    """A town of which nothing that is `held` speaks as one of the others; any other word as it is."""
    others = (other for word in sense for other in glossary.elsewhere(word)) if sense.isdisjoint(held) else ()
    return frozenset(map(lexicon.stem, others)) or sense


def _sense(word: str) -> frozenset[str]:
    if glossary.elsewhere(word):
        return frozenset({word})  # a town is a name, though it may look like a verb
    english = in_english(word) or filter(None, [borrowed(word)])
    written = (word, *(each for each in (*english, *otherwise(word)) if not lexicon.is_stop_word(each)))
    return frozenset(lexicon.listed(each) or lexicon.stem(each) for each in written)
