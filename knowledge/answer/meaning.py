"""The words by which a question and a sentence are compared: concepts and stems, Swahili ones also in English."""

from collections.abc import Set
from functools import lru_cache

from knowledge import lexicon
from knowledge.search.terms import attributes
from knowledge.search.terms.glossary import borrowed, elsewhere, in_english, is_grammar, otherwise


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
    return [
        _elsewhere(sense) if sense.isdisjoint(held) else sense for sense in senses(attributes.plainly(question))
    ] + where


def _elsewhere(sense: frozenset[str]) -> frozenset[str]:
    others = (other for word in sense for other in elsewhere(word))
    return frozenset(map(lexicon.stem, others)) or sense


def _sense(word: str) -> frozenset[str]:
    if elsewhere(word):
        return frozenset({word})  # a town is a name, though it may look like a verb
    english = in_english(word) or filter(None, [borrowed(word)])
    written = (word, *(each for each in (*english, *otherwise(word)) if not lexicon.is_stop_word(each)))
    return frozenset(lexicon.listed(each) or lexicon.stem(each) for each in written)
