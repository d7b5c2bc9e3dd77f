"""Scores and filters the tenant's products in the database: one statement, exact, over this tenant's rows only."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import BooleanField, Case, Exists, ExpressionWrapper, F, FloatField, IntegerField, OuterRef
from django.db.models import Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Greatest
from pgvector.django import CosineDistance

from tools.catalog.models import Product, Variant
from tools.catalog.search.filters import Filter
from tools.catalog.search.query import Group, Query
from tools.catalog.search.semantics import thresholds
from tools.catalog.search.wanted import Meaning, Sort

RELEVANT, STRONG = 0.5, 0.75
# A product far behind the best one is not what was meant.
_OF_BEST = 0.75
_MOST = 300
_AS_KIND, _AS_WORD, _AS_DETAIL = 1.0, 0.7, 0.4
_ORDERS: dict[Sort, str] = {
    "relevance": "score DESC",
    "price_low": "price ASC, score DESC",
    "price_high": "price DESC, score DESC",
    "newest": "created_at DESC, score DESC",
}
_RANKED = """
WITH scored AS MATERIALIZED ({scored}), relevant AS (
    SELECT * FROM scored WHERE relevance >= greatest({least}, {of_best} * (SELECT max(relevance) FROM scored))
)
SELECT relevant.id, category.path, score, relevance, fits, count(*) FILTER (WHERE fits) OVER ()
FROM relevant LEFT JOIN catalog_category AS category ON category.id = relevant.category_id
ORDER BY fits DESC, missed, {order}, relevant.id DESC
LIMIT {most}
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


def rank(query: Query, meaning: Meaning | None, filters: Sequence[Filter], *, sort: Sort) -> list[Match]:
    """The relevant products, those that fit first, then those that miss the fewest filters; 300 at most."""
    products = _filtered(_scored(query, meaning), filters, with_price=sort.startswith("price"))
    scored, parameters = products.query.sql_with_params()
    statement = _RANKED.format(
        scored=scored, least=RELEVANT, of_best=_OF_BEST, order=_ORDERS[sort], most=_MOST
    )  # the parts are ours; what was asked is in the parameters
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return [Match(*row) for row in cursor.fetchall()]


def _scored(query: Query, meaning: Meaning | None) -> QuerySet[Product, Any]:
    similarity = _similarity(meaning) if meaning else Value(0.0)
    products = Product.objects.filter(is_active=True).order_by().annotate(similarity=similarity)
    products = products.annotate(relevance=_relevance(query, meaning))
    in_stock = Exists(Variant.objects.filter(product=OuterRef("pk"), stock__gt=0))
    stocked = Case(When(in_stock, then=Value(1.0)), default=Value(0.0), output_field=FloatField())
    score = F("relevance") * 0.75 + Greatest(F("similarity"), 0.0) * 0.2 + stocked * 0.05
    return products.annotate(score=ExpressionWrapper(score, output_field=FloatField()))


def _filtered(
    products: QuerySet[Product, Any], filters: Sequence[Filter], *, with_price: bool
) -> QuerySet[Product, Any]:
    on_product = [one.condition for one in filters if one.on_product]
    fitting = Variant.objects.filter(*(one.condition for one in filters if not one.on_product), product=OuterRef("pk"))
    fits = reduce(and_, on_product, Q(Exists(fitting)))
    columns = ["id", "category_id", "created_at", "relevance", "score", "fits", "missed"]
    products = products.annotate(
        fits=ExpressionWrapper(fits, output_field=BooleanField()), missed=_missed(filters)
    )
    if with_price:
        cheapest = fitting.order_by("price").values("price")[:1]
        products = products.annotate(price=Subquery(cheapest))
        columns.append("price")
    return products.values(*columns)


def _missed(filters: Sequence[Filter]) -> Any:
    misses = [Case(When(_alone(one), then=Value(0)), default=Value(1)) for one in filters]
    return ExpressionWrapper(sum(misses, start=Value(0)), output_field=IntegerField())


def _alone(one: Filter) -> Any:
    return one.condition if one.on_product else Exists(Variant.objects.filter(one.condition, product=OuterRef("pk")))


def _similarity(meaning: Meaning) -> Case:
    """Vectors of another model say nothing about this one's."""
    likeness = Value(1.0) - CosineDistance("embedding", meaning.vector)
    return Case(
        When(embedding_model=meaning.model, embedding__isnull=False, then=likeness),
        default=Value(0.0),
        output_field=FloatField(),
    )


def _relevance(query: Query, meaning: Meaning | None) -> Any:
    """Between 0 and 1: how much of what was said the product answers, by words or by meaning."""
    if not query.groups:
        return Value(1.0, output_field=FloatField())
    coverage = sum((_covered(group) for group in query.groups), start=Value(0.0)) / query.weight
    things = [word for group in query.things for word in group.words]
    is_thing = Q(kind_words__overlap=things) | Q(words__overlap=things)
    if things:
        coverage = Case(When(is_thing, then=coverage), default=Value(0.0), output_field=FloatField())
    if meaning is None:
        return ExpressionWrapper(coverage, output_field=FloatField())
    return Greatest(coverage, _by_meaning(meaning, is_thing if things else Q()), output_field=FloatField())


def _by_meaning(meaning: Meaning, is_thing: Q) -> Case:
    """A likeness that is only weak does not make a phone the fridge that was asked for."""
    bar = thresholds(meaning.model)
    rising = RELEVANT + (F("similarity") - bar.weak) * ((STRONG - RELEVANT) / (bar.strong - bar.weak))
    return Case(
        When(similarity__gte=bar.strong, then=Value(STRONG)),
        When(Q(similarity__gte=bar.weak) & is_thing, then=rising),
        default=Value(0.0),
        output_field=FloatField(),
    )


def _covered(group: Group) -> Any:
    words, worth = list(group.words), group.weight * group.worth
    as_word = _AS_WORD if group.is_thing else _AS_KIND
    return Case(
        When(kind_words__overlap=words, then=Value(worth * _AS_KIND)),
        When(words__overlap=words, then=Value(worth * as_word)),
        When(detail_words__overlap=words, then=Value(worth * _AS_DETAIL)),
        default=Value(0.0),
        output_field=FloatField(),
    )
