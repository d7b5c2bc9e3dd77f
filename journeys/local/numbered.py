"""Knows things by the number beside a word: of grade 8 are no books of grade 7, and 96 pages are not 200."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeVar

from journeys.local.wordlists import tokens, word_set
from knowledge import lexicon
from tools.catalog.items import CatalogItem

Item = TypeVar("Item", bound=CatalogItem)
Pairs = frozenset[tuple[str, str]]
FEW: Final = 12
"""So many of a thing are ordered; a larger number before it is a part of its name."""
_NUMBER = re.compile(r"\d{1,6}")


def pairs_in(text: str) -> Pairs:
    """Each number with the word before and the word behind it."""
    said = tokens(text)
    beside = [*pairwise(said), *((second, first) for first, second in pairwise(said))]
    return frozenset(
        (lexicon.stem(word), number)
        for word, number in beside
        if _NUMBER.fullmatch(number) and word.isalpha() and len(word) > 1 and not lexicon.is_stop_word(word)
    )


def pairs_said(text: str) -> Pairs:
    """Those of a message, in which a number before a thing counts it: of "3 books" is no number 3."""
    counted = {
        (lexicon.stem(word), number)
        for number, word in pairwise(tokens(text))
        if lexicon.things(word) or word in word_set("purchase", "pieces", "words")
    }
    return pairs_in(text) - counted


def pairs_of(item: CatalogItem) -> Pairs:
    """Those of its name and of what is told of it."""
    told = (pairs_in(f"{name} {value}".replace("_", " ")) for name, value in item.attributes.items())
    return pairs_in(item.title).union(*told)


def is_of_another(said: Pairs, own: Pairs) -> bool:
    """Whether it has another number beside a word that was said with one."""
    words = {word for word, _ in own}
    return any(word in words and (word, number) not in own for word, number in said)


def lacks_its_number(text: str, item: CatalogItem) -> bool:
    """Whether a word of its name was said with a number that nothing tells of it: "400 minutes" of a combo of 600."""
    title = {lexicon.stem(word) for word in tokens(item.title)}
    values = (value for values in item.options.values() for value in values)
    own = {*tokens(" ".join((item.title, item.description, *item.attributes.values(), *values)))}
    return any(word in title and number not in own for word, number in _named_by_number(text))


def phrases(text: str) -> Iterator[str]:
    """The numbers of a message with the word that each counts, as they were said: "400 minutes"."""
    said = tokens(text)
    for number, word in pairwise(said):
        if _NUMBER.fullmatch(number) and (lexicon.stem(word), number) in _named_by_number(text):
            yield f"{number} {word}"


def _named_by_number(text: str) -> Pairs:
    """Those that count nothing that is ordered, as more than a few do not: "400 minutes", and not "box 2"."""
    return frozenset((word, number) for word, number in pairs_in(text) if int(number) > FEW)


def kept(items: Iterable[Item], text: str) -> Sequence[Item]:
    """Those whose numbers are not other ones; all where that leaves none."""
    found, said = list(items), pairs_said(text)
    fitting = [item for item in found if not is_of_another(said, pairs_of(item))] if said else found
    return fitting or found
