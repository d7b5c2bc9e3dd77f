"""Scores and filters the tenant's products in the database: one exact statement over this tenant's rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from pgvector import HalfVector

from tenants.scope import current_tenant_id
from tools.catalog.search.filters import Filter
from tools.catalog.search.query import Query
from tools.catalog.search.wanted import Meaning, Sort

# Where a hit is shown at all, and where it is called a strong one.
RELEVANT, STRONG = 0.55, 0.75
# A product far behind the best one is not what was meant.
OF_BEST = 0.75
# Sorted by price, what only comes near would stand before what was asked for.
OF_BEST_BY_PRICE = 0.9
# Rows that leave the database; nobody pages further.
_MOST = 300
# What a word is worth by where it stands: as the kind of thing, in the title, in a detail.
_AS_KIND, _AS_WORD, _AS_DETAIL = 1.0, 0.7, 0.4
# Where nothing is called so: what all descriptions say of it is just relevant, and never strong.
AS_DESCRIBED = 0.6
_ORDERS: dict[Sort, str] = {
    "relevance": "score DESC",
    "price_low": "price ASC, score DESC",
    "price_high": "price DESC, score DESC",
    "newest": "created_at DESC, score DESC",
}
# Plan: every active product of the tenant's is read once and measured; shelves are hundreds or thousands of rows, and
# an index of vectors beside one of words would answer two questions that are one. MATERIALIZED: each step runs once,
# though it is read twice (the best of all, and each).
# `measured` and `sorted_out` are the tenant's products, the second only the relevant ones, for filters cost more; the
# variants of these are read once for all filters together.
# What ranks alike stands by its title, so that the same shelf is told in the same order on every installation.
# A likeness that is only weak does not make a phone the fridge that was asked for: without a thing that was named,
# it takes a strong one.
_MEASURED = """
    SELECT p.id, p.title, p.created_at, c.path,
           CASE WHEN p.embedding_model = %s THEN coalesce(1 - (p.embedding <=> %s::halfvec), 0) ELSE 0 END
           AS similarity,
           {coverage} AS coverage, {is_thing} AS is_thing
      FROM catalog_product p LEFT JOIN catalog_category c ON c.tenant_id = p.tenant_id AND c.id = p.category_id
     WHERE p.tenant_id = %s AND p.is_active
"""
_COVERED = (
    "CASE WHEN p.kind_words && %s THEN %s WHEN p.words && %s THEN %s WHEN p.detail_words && %s THEN %s ELSE 0 END"
)
_NAMED = "(p.kind_words && %s OR p.words && %s OR p.detail_words && %s)"
_SORTED_OUT = """
    SELECT p.id, {in_stock} AS in_stock, {fits} AS fits, {missed} AS missed, {price} AS price
      FROM catalog_product p LEFT JOIN catalog_variant v ON v.tenant_id = p.tenant_id AND v.product_id = p.id
     WHERE p.id IN (SELECT id FROM relevant) AND p.tenant_id = %s GROUP BY p.id
"""
_RANKED = """
WITH measured AS MATERIALIZED ({measured}),
scored AS MATERIALIZED (
    SELECT *, greatest(
        CASE WHEN is_thing THEN coverage ELSE 0 END,
        CASE WHEN similarity >= %s THEN %s
             WHEN is_thing AND similarity >= %s THEN %s + (similarity - %s) * %s ELSE 0 END
    ) AS relevance FROM measured
),
relevant AS MATERIALIZED (
    SELECT * FROM scored WHERE relevance >= greatest(%s, %s * (SELECT max(relevance) FROM scored))
),
sorted_out AS MATERIALIZED ({sorted_out}),
ranked AS (
    SELECT *,
        relevance * 0.75 + greatest(similarity, 0) * 0.2 + CASE WHEN in_stock THEN 0.05 ELSE 0 END AS score
    FROM relevant JOIN sorted_out USING (id)
)
SELECT id, path, score, relevance, fits, count(*) FILTER (WHERE fits) OVER ()
FROM ranked ORDER BY fits DESC, missed, {order}, title, id LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class Match:
    """A relevant product, and whether one of its variants passes all filters; `total` counts all that do."""

    product_id: UUID
    category: str | None
    score: float
    relevance: float
    fits: bool
    total: int


def rank(
    query: Query,
    meaning: Meaning | None,
    filters: Sequence[Filter],
    *,
    sort: Sort,
    as_detail: float = _AS_DETAIL,
    relevant: float = RELEVANT,
) -> list[Match]:
    """The relevant products, those that fit first, then those that miss the fewest filters; 300 at most."""
    measured, measures = _measured(query, meaning, as_detail)
    sorted_out, conditions = _sorted_out(filters, with_price=sort.startswith("price"))
    statement = _RANKED.format(measured=measured, sorted_out=sorted_out, order=_ORDERS[sort])
    of_best = OF_BEST_BY_PRICE if sort.startswith("price") else OF_BEST
    with connection.cursor() as cursor:
        cursor.execute(statement, [*measures, *_bars(meaning), relevant, of_best, *conditions, _MOST])
        return [Match(*row) for row in cursor.fetchall()]


def _bars(meaning: Meaning | None) -> list[float]:
    bar = thresholds(meaning.model) if meaning else Thresholds(weak=2, strong=3)
    slope = (STRONG - RELEVANT) / (bar.strong - bar.weak)
    return [bar.strong, STRONG, bar.weak, RELEVANT, bar.weak, slope]


def _measured(query: Query, meaning: Meaning | None, as_detail: float) -> tuple[str, list[Any]]:
    """How near every product is to what was said; vectors of another model say nothing about this one's."""
    coverage, worths = _coverage(query, as_detail)
    is_thing, named = _is_thing(query)
    similarity = [meaning.model, _written(meaning.vector)] if meaning else ["", None]
    statement = _MEASURED.format(coverage=coverage, is_thing=is_thing)
    return statement, [*similarity, *worths, *named, current_tenant_id()]


def _written(vector: Sequence[float]) -> str:
    """As PostgreSQL reads it; nine numbers of ten of the built-in model's are zero."""
    halves = HalfVector([*vector]).to_list()
    return f"[{','.join([str(number) if number else '0' for number in halves])}]"


def _sorted_out(filters: Sequence[Filter], *, with_price: bool) -> tuple[str, list[Any]]:
    """Which of the relevant products pass the filters, and how many filters each of them misses."""
    of_variant = [one for one in filters if not one.on_product]
    of_product = [one for one in filters if one.on_product]
    fitting = [one.condition for one in of_variant]
    fits = " AND ".join([_has_variant(*fitting), *(one.condition for one in of_product)])
    missed = " + ".join(["0", *(f"CASE WHEN {_alone(one)} THEN 0 ELSE 1 END" for one in filters)])
    price = f"min(v.price) FILTER (WHERE {' AND '.join(['true', *fitting])})" if with_price else "NULL"
    conditions = [*of_variant, *of_product, *filters, *(of_variant if with_price else [])]
    statement = _SORTED_OUT.format(in_stock=_has_variant("v.stock > 0"), fits=fits, missed=missed, price=price)
    return statement, [*(one.value for one in conditions), current_tenant_id()]


def _alone(one: Filter) -> str:
    return one.condition if one.on_product else _has_variant(one.condition)


def _has_variant(*conditions: str) -> str:
    """Whether the product has a variant of which all of these hold; one without any is joined to a row of nothing."""
    return f"bool_or({' AND '.join(['v.id IS NOT NULL', *conditions])})"


def _coverage(query: Query, as_detail: float) -> tuple[str, list[Any]]:
    """How much of what was said the product's words answer, from 0 to 1."""
    values: list[Any] = []
    for group in query.groups:
        words, worth = list(group.words), group.weight * group.worth
        as_word = _AS_WORD if group.is_thing else _AS_KIND
        values += [words, worth * _AS_KIND, words, worth * as_word, words, worth * as_detail]
    if not values:
        return "1.0", []
    return f"({' + '.join([_COVERED] * len(query.groups))}) / %s", [*values, query.weight]


def _is_thing(query: Query) -> tuple[str, list[Any]]:
    """Whether the product has to do with a thing that was named; with none named, every product has."""
    named = [word for group in query.things for word in group.words]
    return (_NAMED, [named] * 3) if named else ("true", [])


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cosine similarities: below `weak` a product is not what was meant, from `strong` on it surely is."""

    weak: float
    strong: float


_BY_MODEL = {
    # The built-in model hashes words: its likeness of unrelated texts is noise, and words are counted anyway.
    "local/tulia-7": Thresholds(weak=0.60, strong=0.80),
    # Measured on the demo's shelves: what they do not hold comes to 0.84 at most.
    "e5/multilingual-e5-small-q4": Thresholds(weak=0.83, strong=0.86),
    "openai/text-embedding-3-small": Thresholds(weak=0.38, strong=0.52),
    "openai/text-embedding-3-large": Thresholds(weak=0.36, strong=0.50),
    "openai/text-embedding-ada-002": Thresholds(weak=0.80, strong=0.86),
}
_OTHER_MODELS = Thresholds(weak=0.45, strong=0.60)


def thresholds(model: str) -> Thresholds:
    """The thresholds of a model by its key."""
    return _BY_MODEL.get(model, _OTHER_MODELS)
