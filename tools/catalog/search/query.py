"""Reads a query as groups of words: each group is one thing said, its words the spellings that answer it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from knowledge import lexicon
from knowledge.search.terms import glossary
from knowledge.text import fold
from tools.catalog.indexing.refresh import AS_DETAIL
from tools.catalog.indexing.words import PERIODS, THINGS, UNITS, apart, head, is_telling, meaning_of, widened
from tools.catalog.search.vocabulary import Vocabulary

# A query, not a text; it bounds the statement.
MOST_WORDS = 40
# Beside the thing itself, which counts 1: a wrong colour is forgiven sooner than a wrong thing.
MODIFIER, QUALITY, NUMBER = 0.5, 0.25, 0.4
# A count in words tells little of what is sought: a "room for two" is a room, whether or not it has two of anything.
COUNTS = frozenset({
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "moja", "mbili", "wawili", "tatu", "watatu", "nne", "tano", "watano", "sita",
})  # fmt: skip
# A shoe stands in, weakly, for the sneaker that is not sold; nothing stands in for a whole department.
STAND_IN = 0.6
DEPARTMENTS = frozenset({"clothes", "electronics", "beauty", "kitchen", "fabric", "kids", "family"})
# Beside a thing that is on sale, words that the shop has never heard of count for little.
UNHEARD, UNHEARD_TOGETHER = 0.4, 0.8
# By rarity alone: a word that the shop has never heard of, and a thing that is sought however many of it there are.
UNHEARD_BY_RARITY, THING_BY_RARITY = 0.45, 0.7
# What a thing comes in is not the thing: a bag of rice is no bag.
_COMES_IN = re.compile(
    r"\b(?:bag|packet|pack|bottle|tin|box|carton|sachet|sack|jar|tube|tray|crate|roll|loaf|pair|piece)(?:s|es)? of "
    r"(?=[a-z])"
)
# Of minutes or texts a bundle is none of data.
_OF_MINUTES = r"(?:minutes?|mins?|dakika|sms|texts?|jumbe)"
_BUNDLED = re.compile(
    rf"\b(?P<of>{_OF_MINUTES}) (?:bundles?|packs?|packages?|bando)\b"
    rf"|\b(?:bundles?|packages?|bando) (?:(?:la|ya|za|of|for) )?(?P<ya>(?:\d{{1,5}} )?{_OF_MINUTES})\b"
)
_ALSO = re.compile(r"[,;/&+]|\b(?:and|or|na|au|ama)\b")
_WEIGHTS = {"activity": MODIFIER, "audience": MODIFIER, "colour": MODIFIER, "quality": QUALITY}


@dataclass(frozen=True, slots=True)
class QueryWords:
    """The words that said something, and whether it is the thing sought: of a phone charger, the charger."""

    term: str
    is_thing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One thing said, how much it matters, what an answer is worth, and whether it names a product."""

    said: str
    words: tuple[str, ...]
    weight: float
    worth: float = 1.0
    is_thing: bool = False
    is_heard: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query as the catalog understands it."""

    groups: tuple[Group, ...] = ()
    is_vague: bool = True

    @property
    def weight(self) -> float:
        return sum(group.weight for group in self.groups)

    @property
    def things(self) -> tuple[Group, ...]:
        return tuple(group for group in self.groups if group.is_thing)

    @property
    def unmatched(self) -> list[str]:
        return [group.said for group in self.groups if not group.is_heard]


def spoken(text: str) -> dict[str, QueryWords]:
    """Meanings of a query and how they were said, courtesy and trade words left out."""
    text = _COMES_IN.sub("", fold(apart(text)))
    text = _BUNDLED.sub(lambda found: found["of"] or found["ya"], text)
    sought = {thing for phrase in _ALSO.split(text) if (thing := head(phrase))}
    terms = [term for term in lexicon.terms(text) if not lexicon.is_stop_word(term)][:MOST_WORDS]
    meant = {meaning_of(term): term for term in terms}
    return {meaning: QueryWords(term, meaning in sought) for meaning, term in meant.items() if is_telling(meaning)}


def to_look_up(said: Mapping[str, QueryWords]) -> set[str]:
    """The words whose presence in the vocabulary decides how the query is read."""
    meant = {*widened(said), *(verb for one in said.values() if (verb := _borrowed(one.term)))}
    return meant | {f"{AS_DETAIL}{meaning}" for meaning in meant}


def build(said: Mapping[str, QueryWords], vocabulary: Vocabulary) -> Query:
    """The query over this tenant's words."""
    groups = list(_groups(said, vocabulary))
    return Query(groups=tuple(_eased(groups)), is_vague=not any(group.weight >= 1 for group in groups))


def by_rarity(read: Query, vocabulary: Vocabulary, *, of: int) -> Query:
    """The same without counts and periods, each word weighed by how few of so many products have it."""
    telling = (group for group in read.groups if not any(map(_tells_little, group.words)))
    groups = (replace(group, weight=_rarity(group, vocabulary, of), is_thing=False) for group in telling)
    return replace(read, groups=tuple(groups))


def _rarity(group: Group, vocabulary: Vocabulary, of: int) -> float:
    if not group.is_heard:
        return UNHEARD_BY_RARITY
    rarity = vocabulary.rarity(group.words, of=of)
    return max(rarity, THING_BY_RARITY) if group.is_thing else rarity


def _tells_little(word: str) -> bool:
    return _is_count(word) or word in PERIODS or word in UNITS


def _groups(said: Mapping[str, QueryWords], vocabulary: Vocabulary) -> Iterator[Group]:
    for meaning, one in said.items():
        borrowed = _borrowed(one.term)  # of what only a description has it is too little: "kuswim" of a room by a pool
        words = _answers(meaning, vocabulary) or ([borrowed] if borrowed in vocabulary else [])
        if (_is_count(meaning) or meaning in PERIODS) and not words:
            continue  # a price, a count or a day, not a name
        stand_ins = [] if words else _stand_ins(meaning, vocabulary)
        yield Group(
            said=one.term,
            words=tuple(words or stand_ins or [meaning]),
            weight=_weight(meaning, is_thing=one.is_thing),
            worth=STAND_IN if stand_ins else 1.0,
            is_thing=one.is_thing,
            is_heard=bool(words),
        )


def _answers(meaning: str, vocabulary: Vocabulary) -> list[str]:
    """The words that answer it: itself, what it may be a slip of, and where only descriptions have it, that as well."""
    if meaning in vocabulary:
        return [meaning]
    near = [] if lexicon.kind(meaning) else vocabulary.near(meaning)
    return [*near, meaning] if f"{AS_DETAIL}{meaning}" in vocabulary else near


def _borrowed(term: str) -> str:
    """What an English verb in Swahili grammar means: "kuscan" is to scan, and what does "kublend" is a blender."""
    verb = glossary.borrowed(term)
    tool = lexicon.concept(f"{verb}er") if verb else None
    return tool or (meaning_of(verb) if verb and lexicon.kind(meaning_of(verb)) == "product" else "")


def _stand_ins(meaning: str, vocabulary: Vocabulary) -> list[str]:
    return [word for word in widened([meaning]) if word in vocabulary and word not in DEPARTMENTS][:1]


def _weight(meaning: str, *, is_thing: bool) -> float:
    if meaning in UNITS:
        return QUALITY
    if _is_count(meaning):
        return NUMBER if meaning.isdigit() else QUALITY
    if meaning in PERIODS:
        return MODIFIER
    kind = lexicon.kind(meaning) or ""
    is_aside = kind in THINGS and not is_thing
    return MODIFIER if is_aside else _WEIGHTS.get(kind, 1.0)


def _is_count(meaning: str) -> bool:
    return meaning.isdigit() or meaning in COUNTS


def _eased(groups: Sequence[Group]) -> Iterator[Group]:
    unheard = [group for group in groups if not group.is_heard and not group.is_thing]
    has_thing_on_sale = any(group.is_thing and group.is_heard for group in groups)
    share = min(UNHEARD, UNHEARD_TOGETHER / len(unheard)) if unheard and has_thing_on_sale else 1.0
    for group in groups:
        yield replace(group, weight=min(share, group.weight)) if group in unheard else group
