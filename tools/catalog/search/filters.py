"""The filters of a search: each is a condition for the database and a test for a variant that was loaded."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from rapidfuzz import fuzz, process

from knowledge.text import fold
from tools.catalog.indexing import facets
from tools.catalog.models import Variant
from tools.catalog.search.vocabulary import Vocabulary
from tools.catalog.search.wanted import CatalogQuery

# Likeness out of 100 at which a value is taken for a misspelt one; three letters are too few to tell.
_NEAR_VALUE, _SHORTEST_VALUE = 84, 4
# "4+", "20000+ mAh", "5 GB+", "at least 5 GB": a number, its unit if it has one, and that more is welcome.
_AT_LEAST = re.compile(
    r"(?P<said>at least |angalau |minimum |min )?(?P<number>\d{1,9}(?:\.\d{1,3})?)(?P<plus>\+)? ?"
    r"(?P<unit>[a-z]{0,8})(?P<after>\+)?"
)
# "1.2 GB social" stands as one word, its unit before what it is for.
_AMOUNT = re.compile(
    r"(?P<number>\d{1,9}(?:\.\d{1,3})?)(?P<unit>(?:[mg]bps|[mgt]b|kg|ml|cm)(?=[a-z]{3})|[a-z]{0,8}\Z)[a-z]{0,40}"
)
# "2 x 5 kg" are two, each of 5 kg; "10 x 15 cm" is one.
_COUNT = re.compile(r"\d{1,3}[x\u00d7](?=[\d.]{1,14}(?:k?g|m?l)\Z)")
# Units of one kind, in the smallest of them.
_SCALES = {
    "mb": ("mb", 1), "gb": ("mb", 1000), "tb": ("mb", 1_000_000), "mbps": ("mbps", 1), "gbps": ("mbps", 1000),
    "g": ("g", 1), "kg": ("g", 1000), "ml": ("ml", 1), "l": ("ml", 1000), "cm": ("cm", 1), "m": ("cm", 100),
    "minute": ("minute", 1), "minutes": ("minute", 1), "min": ("minute", 1), "mins": ("minute", 1),
    "hour": ("minute", 60), "hours": ("minute", 60), "hrs": ("minute", 60), "day": ("minute", 1440),
    "days": ("minute", 1440), "week": ("minute", 10_080), "weeks": ("minute", 10_080), "month": ("minute", 43_200),
    "months": ("minute", 43_200),
}  # fmt: skip
_KINDS = frozenset(kind for kind, _ in _SCALES.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A condition on the variant `v`, or on its product `p`, and the value that it compares with."""

    name: str
    condition: str
    value: Any
    passes: Callable[[Variant], bool]
    on_product: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownAttributes:
    """The attributes as this catalog knows them; those that it does not know are words to look for.

    "4+" is four or more, "5 GB+" five gigabytes or more: it leaves out what says that it is less, and nothing where
    nobody says how much."""

    filters: list[Filter] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)


def names(attributes: dict[str, str]) -> set[str]:
    """The attributes that are asked for, as the vocabulary calls them."""
    return {facets.name_of(name, value) for name, value in attributes.items()}


def of_attributes(attributes: dict[str, str], vocabulary: Vocabulary) -> KnownAttributes:
    understood = KnownAttributes()
    for name, value in attributes.items():
        known = facets.name_of(name, value)
        if least := _least(value):
            if too_few := _fewer(least, known, vocabulary):
                understood.attributes[name] = value
                understood.filters.append(_without_facets(name, too_few))
            continue
        if known not in vocabulary.values or not facets.parts(value):
            understood.unknown[name] = value
            continue
        understood.attributes[name] = value
        accepted = {form for facet in _asked(name, value, known, vocabulary) for form in _known(facet, vocabulary)}
        if known == facets.AUDIENCE:
            accepted.add(facets.ANY_AUDIENCE)
        understood.filters.append(_of_facets(name, accepted | _as_much(value, known, vocabulary)))
    return understood


def _asked(name: str, value: str, known: str, vocabulary: Vocabulary) -> set[str]:
    """The facets that will do: of a size that things come in no other, though XL and XXL are both large."""
    exact = {part.replace(" ", "") for part in facets.parts(value)}
    is_a_size_here = known == facets.SIZE and exact <= vocabulary.values[known]
    return {f"{known}={each}" for each in exact} if is_a_size_here else facets.asked(name, value)


def of_category(paths: Iterable[str]) -> list[Filter]:
    """The condition that a product stands on any of these shelves, or below them."""
    accepted = {f"{facets.CATEGORY}={path}" for path in paths}
    if not accepted:
        return []
    return [
        Filter(
            name="category", condition="p.facets && %s", value=sorted(accepted), on_product=True,
            passes=lambda variant: not accepted.isdisjoint(variant.product.facets),
        )
    ]  # fmt: skip


def of_price_and_stock(wanted: CatalogQuery) -> Iterator[Filter]:
    low, high = wanted.price_min, wanted.price_max
    if low is not None:
        yield Filter(
            name="price_min", condition="v.price >= %s", value=low, passes=lambda variant: variant.price >= low
        )
    if high is not None:
        yield Filter(
            name="price_max", condition="v.price <= %s", value=high, passes=lambda variant: variant.price <= high
        )
    if wanted.in_stock_only:
        yield Filter(name="in_stock_only", condition="v.stock > %s", value=0, passes=lambda variant: variant.stock > 0)


def _of_facets(name: str, accepted: set[str]) -> Filter:
    return Filter(
        name=name,
        condition="v.facets && %s",
        value=sorted(accepted),
        passes=lambda variant: not accepted.isdisjoint(variant.facets),
    )


def _without_facets(name: str, refused: set[str]) -> Filter:
    return Filter(
        name=name,
        condition="NOT v.facets && %s",
        value=sorted(refused),
        passes=lambda variant: refused.isdisjoint(variant.facets),
    )


def _least(value: str) -> tuple[str, Decimal] | None:
    """The unit and how much of it is the least that will do; None when a value is no such limit."""
    said = _AT_LEAST.fullmatch(" ".join(fold(value).replace(",", "").split()))
    if said is None or not (said["said"] or said["plus"] or said["after"]):
        return None
    return _amount(said["number"], said["unit"])


def _amount(number: str, unit: str) -> tuple[str, Decimal]:
    kind, times = _SCALES.get(unit, (unit, 1))
    return kind, Decimal(number) * times


def _as_much(value: str, name: str, vocabulary: Vocabulary) -> set[str]:
    """The facets of this attribute that say the same in another unit, 24 hours for a day, or of each of several."""
    said = _amount_in(fold(value).replace(",", "").replace(" ", ""))
    if said is None or said[0] not in _KINDS:
        return set()
    held = vocabulary.values.get(name, frozenset())
    return {f"{name}={each}" for each in held if _amount_in(_COUNT.sub("", each)) == said}


def _amount_in(value: str) -> tuple[str, Decimal] | None:
    said = _AMOUNT.fullmatch(value)
    return _amount(said["number"], said["unit"]) if said else None


def _fewer(least: tuple[str, Decimal], name: str, vocabulary: Vocabulary) -> set[str]:
    """The facets of this attribute whose amount is smaller."""
    held = ((value, _amount_in(value)) for value in vocabulary.values.get(name, frozenset()))
    return {f"{name}={value}" for value, much in held if much and much[0] == least[0] and much[1] < least[1]}


def _known(facet: str, vocabulary: Vocabulary) -> set[str]:
    """The facet as it is, or the value that it is a slip of; a size is never guessed."""
    name, _, value = facet.partition("=")
    known = vocabulary.values[name]
    if value in known or len(value) < _SHORTEST_VALUE or not value.isalpha():
        return {facet}
    near = process.extractOne(value, known, scorer=fuzz.ratio, score_cutoff=_NEAR_VALUE)
    return {facet, f"{name}={near[0]}"} if near else {facet}
