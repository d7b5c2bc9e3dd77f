"""The words a product is found by: what it is, what stands in its name, and what its description adds."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from knowledge import lexicon
from knowledge.text import is_relative
from knowledge.text import words as plain_words

# Said of everything on sale, or of where it will be used, so they tell nothing apart.
UNTELLING = frozenset({
    "quality", "colour", "material", "size", "set", "pair", "new", "original", "plan", "plans", "packag", "package",
    "packages", "home", "house", "hous", "nyumba", "nyumbani", "keja", "kejani",
})  # fmt: skip
# How long a thing lasts or when it is to be had, where a shop tells its goods apart by that: bundles, nights, passes.
PERIODS = frozenset({"day", "night", "week", "weekend", "month", "year", "morning", "evening"})
THINGS = frozenset({"product", "hospitality", "telecom"})
_PHRASE_ENDS = re.compile(r"\s[\u2013\u2014-]\s|[,;:(/|]")
# Shorter ones are letters of a model, or grammar.
_SHORTEST = 3
_MEASURE = re.compile(
    r"\b(?:\d[\d.,/x-]{0,9}|half|quarter|gauge|size)[ -]?"
    r"(?:x ?\d{1,5}|inch(?:es)?|metres?|meters?|litres?|liters?|kilos?|kgs?|mm|cm|ml|w|v|g|l|m|ft|feet|pcs|pieces)?"
    r"(?: \d{1,5})?\b",
    re.IGNORECASE,
)
UNITS = frozenset(
    ["mm", "cm", "m", "ml", "l", "kg", "g", "w", "v", "gb", "mb", "tb", "mbps", "mah", "hp", "kva", "inch", "ft"]
)
_WRITTEN_TOGETHER = re.compile(
    rf"(?<![\w.,-])(?![2-6]g\b)(\d{{1,6}}(?:\.\d{{1,3}})?)({'|'.join(sorted(UNITS, key=len, reverse=True))})\b",
    re.IGNORECASE,
)
# A word in the middle of a sentence, in small letters, or the first of one: no name of a make.
_COMMON = re.compile(r"(?:\A|(?<=[.!?] ))[A-Za-z]{3,30}|\b[a-z]{3,30}\b")
_INFINITIVE = re.compile(r"ku\w{3,20}a")
LINKS = frozenset({
    "for", "with", "in", "by", "of", "facing", "overlooking", "kwa", "ya", "za", "vya", "cha", "la", "wa",
})  # fmt: skip


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
    """What kind of thing it is, with the wider kinds: a phone charger is a charger, not a phone.

    What no list knows is called as its own shelf, or its seller, calls it: a tile is a tile."""
    shelf = _shelf(product.category)
    aliases = {own for alias in product.aliases for own in (head(alias), _last_word(alias)) if own}
    has_listed = any(map(lexicon.kind, aliases))
    named = aliases if has_listed else aliases | shelf
    own = _own_kind(product, is_told=has_listed, is_alone=not any(map(lexicon.kind, named))) or head(product.title)
    if own and (not has_listed or not lexicon.kind(own) or _agree({own}, aliases | shelf)):
        named = aliases | {own}
    return sorted(set(widened(named)))


def _own_kind(product: Described, *, is_told: bool, is_alone: bool) -> str | None:
    """The last word of its name, where no list has it and it is plainly what such things are called: it is the name of
    the shelf too; or it stands, as no make does, in the middle of its description; or nothing else tells what it is."""
    shelves = {lexicon.stem(word) for word in plain_words(product.category)}
    make = [word for word in plain_words(product.brand) if lexicon.stem(word) not in shelves]
    last = _last_word(product.title, without=make)
    if last is None or lexicon.kind(last):
        return None
    described = {lexicon.stem(word) for word in _COMMON.findall(product.description)}
    is_plain = last in shelves or (last in described and not is_told)
    return last if is_plain or (is_alone and not head(product.title)) else None


def _last_word(name: str, without: Sequence[str] = ()) -> str | None:
    """What a name ends in, but for its measure and number: the hose of "Garden Hose 30 Metres", the dawa of "dawa ya
    kupe"."""
    kept: str | None = None
    for at, term in enumerate(lexicon.terms(_MEASURE.sub(" ", _PHRASE_ENDS.split(name)[0]))):
        if is_link(term) and at:
            break
        meaning = meaning_of(term)
        is_thing = lexicon.kind(meaning) in THINGS or (lexicon.kind(meaning) is None and is_telling(meaning))
        is_a_name = any(letter.isdigit() for letter in term) or term in without or len(term) < _SHORTEST
        kept = meaning if is_thing and not (is_a_name or lexicon.is_stop_word(term)) else kept
        if lexicon.kind(meaning) in THINGS and _INFINITIVE.fullmatch(term):
            break
    return kept


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


def apart(text: str) -> str:
    """The text with each measure in two words, however it was written: "12mm" as "12 mm"; 5G is none."""
    return _WRITTEN_TOGETHER.sub(r"\1 \2", text)


def meanings(text: str) -> list[str]:
    """Concepts and stems that tell products apart, in their order."""
    terms = (term for term in lexicon.terms(apart(text)) if not lexicon.is_stop_word(term))
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


def is_link(term: str) -> bool:
    """Whether what follows tells of what stands before it, and is not what is named."""
    return term in LINKS or is_relative(term)


def head(name: str) -> str | None:
    """The last thing before a link: the shoe of "Running Shoe for Men" and of "viatu vya kukimbia". What is done comes
    first in Swahili: "kuunganishwa faiba" is no fibre."""
    for phrase in _PHRASE_ENDS.split(name):
        things: list[str] = []
        for term in lexicon.terms(phrase):
            if is_link(term) and things:
                break
            found = _things(term)
            things += found
            if found and _INFINITIVE.fullmatch(term):
                break
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
