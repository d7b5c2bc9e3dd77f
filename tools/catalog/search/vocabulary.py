"""The part of the tenant's vocabulary that a search needs, fetched in one statement."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import log

from django.db import connection
from rapidfuzz import process
from rapidfuzz.distance import OSA

from knowledge import lexicon
from tenants.postgresql.planned import Planned
from tenants.scope import current_tenant_id
from tools.catalog.indexing.refresh import AS_DETAIL

# One slip is forgiven from five letters on, two from eight.
_SHORTEST_TYPO, _TWO_SLIPS = 5, 8
# Plan: each word by its key, and each range by one scan of the same index, which is in the order of bytes.
_FOUND = Planned("""
SELECT text, products FROM catalog_word WHERE tenant_id = %(tenant)s AND text = ANY(%(words)s)
 UNION
SELECT w.text, w.products FROM unnest(%(firsts)s::text[], %(ends)s::text[]) AS span (first, beyond)
  JOIN catalog_word w ON w.tenant_id = %(tenant)s AND w.text >= span.first AND w.text < span.beyond
""")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words of the tenant's products, and "name=value" facets of the attributes that were asked for."""

    words: frozenset[str]
    values: dict[str, frozenset[str]]
    products: Mapping[str, int] = field(default_factory=dict)
    """How many products carry each word."""

    def __contains__(self, word: str) -> bool:
        return word in self.words

    def rarity(self, words: Iterable[str], *, of: int) -> float:
        """How much it tells that a product has one of the words: from 0, which all of so many have, to 1 for none."""
        having = max(
            (self.products.get(word, 0) + self.products.get(f"{AS_DETAIL}{word}", 0) for word in words), default=0
        )
        return max(0.0, log((of + 1) / (having + 0.5)) / log(2 * (of + 1)))

    def near(self, word: str) -> list[str]:
        """Words that this one is a slip of; numbers, short and ordinary words are taken as they are."""
        if len(word) < _SHORTEST_TYPO or not word.isalpha() or lexicon.is_plain(word):
            return []
        slips = 2 if len(word) >= _TWO_SLIPS else 1
        close = process.extract(word, self.words, scorer=OSA.distance, score_cutoff=slips, limit=3)
        return [found for found, distance, _ in close if distance == close[0][1]]


def load(words: Iterable[str], names: Iterable[str]) -> Vocabulary:
    """The words as they are and what they might be a slip of, and all values of the named attributes."""
    wanted = set(words)
    ranges = [*_initials(wanted), *((f"{name}=", f"{name}>") for name in set(names))]
    if not wanted and not ranges:
        return _sorted_out({})
    firsts, ends = [first for first, _ in ranges], [end for _, end in ranges]
    asked = {"tenant": current_tenant_id(), "words": list(wanted), "firsts": firsts, "ends": ends}
    with connection.cursor() as cursor:
        cursor.execute(_FOUND, asked)
        return _sorted_out(dict(cursor.fetchall()))


def _initials(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    initials = {word[0] for word in words if len(word) >= _SHORTEST_TYPO and word.isalpha()}
    return ((initial, chr(ord(initial) + 1)) for initial in initials)


def _sorted_out(found: Mapping[str, int]) -> Vocabulary:
    words: set[str] = set()
    values: dict[str, set[str]] = {}
    for text in found:
        name, is_facet, value = text.partition("=")
        if is_facet:
            values.setdefault(name, set()).add(value)
        else:
            words.add(text)
    return Vocabulary(frozenset(words), {name: frozenset(some) for name, some in values.items()}, found)
