"""The words a product is found by: what it is, what stands in its name, and what its description adds."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from knowledge import lexicon
from knowledge.text import words as plain_words

# Said of everything on sale, or of where it will be used, so they tell nothing apart.
UNTELLING = frozenset({
    "quality", "colour", "material", "size", "set", "pair", "new", "original", "plan", "plans", "packag", "package",
    "packages", "house", "hous", "nyumba", "nyumbani", "keja", "kejani",
})  # fmt: skip
# How long a thing lasts or when it is to be had, where a shop tells its goods apart by that: bundles, nights, passes.
PERIODS = frozenset({"day", "night", "week", "weekend", "month", "year", "morning", "evening"})
THINGS = frozenset({"product", "hospitality", "telecom"})
_PHRASE_ENDS = re.compile(r"\s[\u2013\u2014-]\s|[,;:(/|]")
_LINKS = frozenset({"for", "with", "in", "by", "of", "kwa", "ya", "za", "vya", "cha", "la", "wa"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A product as its seller wrote it, with the option values of its variants."""

    title: str
    category: str
    brand: str
    values: tuple[str, ...]
    aliases: tuple[str, ...]
    description: str


def kind_words(product: Described) -> list[str]:
    """What kind of thing it is, with the wider kinds: a phone charger is a charger, not a phone."""
    shelf = _shelf(product.category)
    aliases = {own for alias in product.aliases if (own := head(alias))}
    own = head(product.title)
    if own and (not aliases or _agree({own}, aliases | shelf)):
        aliases.add(own)
    return sorted(set(widened(aliases or shelf)))


def words(product: Described, kinds: Sequence[str]) -> list[str]:
    """Everything its name, shelf, brand, attributes and aliases say; periods only as its name does, if it does."""
    own = [meaning for text in (product.title, *product.aliases) for meaning in meanings(text)]
    rest = [meaning for text in (product.brand, *product.values) for meaning in meanings(text)]
    rest += [meaning for meaning in meanings(product.category) if not _is_aside(meaning, kinds)]
    others = PERIODS if PERIODS.intersection(own) else frozenset[str]()
    return sorted({*widened([*own, *(set(rest) - others)]), *_run_together(product.title)})


def detail_words(product: Described, kinds: Sequence[str]) -> list[str]:
    """What its description and its shelf say beside; worth less, for they also name what it is not.

    So do periods that its name does not have: a weekly bundle lasts seven days, and stands on the shelf of daily ones.
    """
    aside = [meaning for meaning in meanings(product.category) if _is_aside(meaning, kinds)]
    spans = [meaning for text in (product.category, *product.values) for meaning in meanings(text)]
    return sorted({*meanings(product.description), *widened(aside), *PERIODS.intersection(spans)})


def _is_aside(meaning: str, kinds: Sequence[str]) -> bool:
    """A grater on "Kitchen > Tools" is no hammer."""
    return lexicon.kind(meaning) in THINGS and not _agree({meaning}, kinds)


def meanings(text: str) -> list[str]:
    """Concepts and stems that tell products apart, in their order."""
    terms = (term for term in lexicon.terms(text) if not lexicon.is_stop_word(term))
    return [found for found in map(meaning_of, terms) if is_telling(found)]


def meaning_of(term: str) -> str:
    """The concept or the stem of a term; a "colouring book" is no colour, though its stem is."""
    known, stem = lexicon.concept(term), lexicon.stem(term)
    return known or (term if stem in UNTELLING else stem)


def is_telling(meaning: str) -> bool:
    return (lexicon.kind(meaning) != "trade" or meaning in PERIODS) and meaning not in UNTELLING


def widened(found: Iterable[str]) -> Iterator[str]:
    """Each meaning, followed by the wider ones: sneaker, then shoe."""
    for meaning in found:
        wider: str | None = meaning
        while wider:
            yield wider
            wider = lexicon.broader(wider)


def head(name: str) -> str | None:
    """The last thing before a link: the shoe of "Running Shoe for Men" and of "viatu vya kukimbia"."""
    for phrase in _PHRASE_ENDS.split(name):
        things: list[str] = []
        for term in lexicon.terms(phrase):
            if term in _LINKS and things:
                break
            things += _things(term)
        if things:
            return things[-1]
    return None


def _shelf(path: str) -> set[str]:
    """What the narrowest shelf with a telling name holds."""
    shelves = path.split(">")[::-1]
    return set(next((things for shelf in shelves if (things := _things(shelf))), []))


def _agree(some: Iterable[str], others: Iterable[str]) -> bool:
    """A "Marathon Cushion Max" that is also called a shoe, and stands among shoes, is no cushion."""
    return not set(widened(some)).isdisjoint(widened(others))


def _things(text: str) -> list[str]:
    return [meaning for meaning in meanings(text) if lexicon.kind(meaning) in THINGS]


def _run_together(title: str) -> Iterator[str]:
    """Customers write "airforce" for Air Force."""
    return (first + second for first, second in pairwise(plain_words(title)))
