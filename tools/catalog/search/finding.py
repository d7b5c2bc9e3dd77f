"""The search, in three statements: the vocabulary, the ranking, and the variants of what is shown.

A shelf may be named in other words than the shop's.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from rapidfuzz import fuzz, process

from knowledge import lexicon
from tools.catalog import selectors
from tools.catalog.indexing.facets import CATEGORY, of_category
from tools.catalog.models import Variant
from tools.catalog.search import filters, matching, query, vocabulary
from tools.catalog.search.filters import Filter, KnownAttributes
from tools.catalog.search.matching import Match
from tools.catalog.search.query import Query, QueryWords
from tools.catalog.search.vocabulary import Vocabulary
from tools.catalog.search.wanted import CatalogHit, CatalogQuery, CatalogResult, Confidence, Meaning

# By rarity alone: how much of the weight of what was said a product must have, what a word of its description is worth
# beside one of its name, and how near to the best is as good. Where more than three are, none is meant.
_RARE, _RARE_AS_DETAIL, _AS_GOOD, _MOST_AS_GOOD = 0.2, 0.8, 0.8, 3
# Likeness out of 100: one slip in a shelf's name.
_NEAR_NAME = 85

# Where nothing fits all filters: the three that fail the fewest, out of the best dozen; and six shelves to look on.
_NEAR_SHOWN, _NEAR_LOOKED_AT, _CATEGORIES = 3, 12, 6


def run(wanted: CatalogQuery, meaning: Meaning | None) -> CatalogResult:
    """Search the tenant in scope."""
    known = _vocabulary(wanted)
    understood = filters.of_attributes(wanted.attributes, known)
    shelves = resolve_category(wanted.category or "", known.values.get(CATEGORY, ()))
    has_lost_shelf = bool(wanted.category) and not shelves
    read = query.build(_said(wanted, known, understood, has_lost_shelf=has_lost_shelf), known)
    active = [*filters.of_category(shelves), *understood.filters, *filters.of_price_and_stock(wanted)]
    if wanted.by_rarity:
        return _by_rarity(query.by_rarity(read, known, of=selectors.count_active()), active, wanted)
    matches = matching.rank(read, meaning, active, sort=wanted.sort)
    is_of_things = _names_things_alone(read)
    is_described = not matches and (is_of_things or _is_heard_whole(read))
    if is_described:  # dolphins are called by no trip, and seen on one; pimples are what a cleanser is for
        matches = matching.rank(read, meaning, active, sort=wanted.sort, as_detail=matching.AS_DESCRIBED)
    total = matches[0].total if matches else 0
    fitting = [match for match in matches if match.fits]
    left = [match for match in fitting if str(match.product_id) not in wanted.exclude_item_ids]
    hits = _hits(left[: wanted.limit], active) if total else []
    if is_described and is_of_things:
        hits = [hit for hit in hits if not _is_goods(hit)]
        total = len(hits)
    return CatalogResult(
        hits=hits,
        total=total,
        confidence=_confidence(fitting if hits else [], read, is_filtered=bool(active)),
        is_vague=read.is_vague,
        unmatched=[] if is_described and hits else read.unmatched,
        categories=_categories(fitting, is_whole_shop=not wanted.query and not wanted.category),
        near=[] if hits or not active else _near(matches[:_NEAR_LOOKED_AT], active),
        category=shelves,
        attributes=understood.attributes,
        unknown=[*(["category"] if has_lost_shelf else []), *understood.unknown],
    )


def _by_rarity(read: Query, active: Sequence[Filter], wanted: CatalogQuery) -> CatalogResult:
    """What has clearly more than all else of the rarest words: of several at least two, for one is a coincidence."""
    heard = [group.weight for group in read.groups if group.is_heard]
    bar = max(_RARE, max(heard, default=1.0) / (read.weight or 1.0) + 0.01)
    ranked = matching.rank(read, None, active, sort="relevance", as_detail=_RARE_AS_DETAIL, relevant=bar)
    fitting = [match for match in ranked if match.fits]
    lead = [match for match in fitting if match.relevance >= _AS_GOOD * fitting[0].relevance]
    left = [match for match in lead if str(match.product_id) not in wanted.exclude_item_ids]
    hits = _hits(left[: wanted.limit] if len(lead) <= _MOST_AS_GOOD else [], active)
    return CatalogResult(
        hits=hits,
        total=len(hits),
        confidence="weak" if hits else "none",
        is_vague=read.is_vague,
        unmatched=read.unmatched,
        categories=[],
        near=[],
        category=[],
        attributes={},
        unknown=[],
    )


def _names_things_alone(read: Query) -> bool:
    """Whether all that is said names what can be had: other words stand in any description."""
    kinds = {lexicon.kind(word) or "" for group in read.groups for word in group.words}
    return bool(kinds) and kinds <= lexicon.THINGS


def _is_heard_whole(read: Query) -> bool:
    """Whether descriptions have all that is said."""
    return bool(read.groups) and all(group.is_heard for group in read.groups)


def _is_goods(hit: CatalogHit) -> bool:
    """Of goods a description tells where they are kept and what for: milk is no fridge."""
    return any(lexicon.kind(word) == "product" for word in hit.product.kind_words)


def _vocabulary(wanted: CatalogQuery) -> Vocabulary:
    names = filters.names(wanted.attributes) | ({CATEGORY} if wanted.category else set())
    texts = (wanted.query or "", wanted.category or "", *wanted.attributes.values())
    return vocabulary.load({word for text in texts for word in query.to_look_up(query.spoken(text))}, names)


def _said(
    wanted: CatalogQuery, known: Vocabulary, understood: KnownAttributes, *, has_lost_shelf: bool
) -> dict[str, QueryWords]:
    """The query; with it, a shelf that the shop does not have, and values that are words of the shop."""
    values = query.spoken(" . ".join(understood.unknown.values()))
    said = {meaning: one for meaning, one in values.items() if meaning in known}
    if has_lost_shelf:
        said |= query.spoken(wanted.category or "")
    return said | query.spoken(wanted.query or "")


def _confidence(fitting: Sequence[Match], read: Query, *, is_filtered: bool) -> Confidence:
    if not fitting:
        return "none"
    if not read.groups:
        return "strong" if is_filtered else "weak"
    best = max(match.relevance for match in fitting)
    return "strong" if best >= matching.STRONG else "weak"


def _categories(fitting: Iterable[Match], *, is_whole_shop: bool) -> list[tuple[str, int]]:
    """Where most of it stands; of the whole shop its departments, or the largest would hide all others."""
    paths = (match.category for match in fitting if match.category)
    return Counter(path.partition(" > ")[0] if is_whole_shop else path for path in paths).most_common(_CATEGORIES)


def _hits(matches: Sequence[Match], active: Sequence[Filter]) -> list[CatalogHit]:
    passing = {
        match: [variant for variant in variants if not _failed(variant, active)]
        for match, variants in _with_variants(matches)
    }
    # Stock may have moved since the ranking: what passes no longer is not shown.
    return [
        CatalogHit(product=variants[0].product, variants=variants, score=match.score)
        for match, variants in passing.items()
        if variants
    ]


def _near(matches: Sequence[Match], active: Sequence[Filter]) -> list[CatalogHit]:
    near = [_nearest(match, variants, active) for match, variants in _with_variants(matches) if variants]
    close = [hit for hit in near if hit.failed]
    return sorted(close, key=lambda hit: (len(hit.failed), -hit.score))[:_NEAR_SHOWN]


def _nearest(match: Match, variants: Sequence[Variant], active: Sequence[Filter]) -> CatalogHit:
    failures = {variant.id: _failed(variant, active) for variant in variants}
    fewest = min(failures.values(), key=len)
    kept = [variant for variant in variants if failures[variant.id] == fewest]
    return CatalogHit(product=kept[0].product, variants=kept, score=match.score, failed=fewest)


def _failed(variant: Variant, active: Sequence[Filter]) -> tuple[str, ...]:
    return tuple(one.name for one in active if not one.passes(variant))


def _with_variants(matches: Sequence[Match]) -> list[tuple[Match, list[Variant]]]:
    loaded = selectors.list_variants(match.product_id for match in matches) if matches else []
    ordered = sorted(loaded, key=lambda variant: (variant.product_id, variant.id))
    grouped = {key: list(rows) for key, rows in groupby(ordered, key=lambda variant: variant.product_id)}
    return [(match, grouped.get(match.product_id, [])) for match in matches]


def resolve_category(asked: str, paths: Iterable[str]) -> list[str]:
    """The shelves meant: by path, by name, by meaning, or by a slip of the pen; none when unknown."""
    known = sorted(paths)
    wanted = max(of_category(asked), key=len, default=f"{CATEGORY}=").partition("=")[2]
    if not wanted:
        return []
    found = (
        [path for path in known if path == wanted]
        or [path for path in known if _shelf(path) == wanted]
        or _by_meaning(wanted, known)
        or _by_spelling(wanted, known)
    )
    return [path for path in found if not any(path.startswith(f"{wider} > ") for wider in found)]


def _by_meaning(wanted: str, known: list[str]) -> list[str]:
    meant = set(lexicon.concepts(wanted))
    exact = [path for path in known if meant and meant == set(lexicon.concepts(_shelf(path)))]
    return exact or [path for path in known if meant and meant <= set(lexicon.concepts(path))]


def _by_spelling(wanted: str, known: list[str]) -> list[str]:
    near = process.extractOne(wanted, {_shelf(path) for path in known}, scorer=fuzz.ratio, score_cutoff=_NEAR_NAME)
    return [path for path in known if near and _shelf(path) == near[0]]


def _shelf(path: str) -> str:
    return path.rpartition(" > ")[2]
