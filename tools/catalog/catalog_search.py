"""Searches the tenant's catalog by meaning, words and filters; refuses a price range that is reversed."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

import structlog
from pydantic import Field, StringConstraints

from knowledge import embed
from knowledge.own_words import speaking_of, spoken_of
from tenants.scope import tenant_scope
from tools.catalog.forms import nearest_left
from tools.catalog.items import CatalogItem, summary
from tools.catalog.models import Variant
from tools.catalog.search import finding
from tools.catalog.search.wanted import CatalogHit, CatalogQuery, CatalogResult, Meaning, Sort
from tools.catalog.selectors import list_variants, with_those_of
from tools.contract import Args, Refusal, Result, Tool, ToolContext

log = structlog.get_logger(__name__)

Short = Annotated[str, StringConstraints(max_length=120)]
Price = Annotated[Decimal, Field(ge=0, le=Decimal("9999999999"))]


class CatalogSearchArgs(Args):
    """What the customer is after; what is left out does not matter to them."""

    query: str | None = Field(
        None, max_length=1600, description="What is sought, in the customer's words, without filters."
    )
    category: Short | None = Field(None, description="A category or its path, such as 'Shoes > Running'.")
    price_min: Price | None = Field(None, description="Lowest price, in the shop's currency.")
    price_max: Price | None = Field(None, description="Highest price, in the shop's currency.")
    attributes: dict[Short, Short] = Field(
        default_factory=dict, max_length=10,
        description="Required attributes or options: {'colour': 'red', 'size': '42', 'gender': 'women'}; "
        "'4+' is at least four: {'guests': '4+', 'volume': '5 GB+'}.",
    )  # fmt: skip
    in_stock_only: bool = Field(False, description="Leave out what is sold out.")
    sort: Sort = Field("relevance", description="Order of the items.")
    exclude_item_ids: list[Short] = Field(
        default_factory=list, max_length=300, description="Items to leave out, such as those shown already."
    )
    by_rarity: bool = Field(
        False, description="Only the three, at most, that have clearly most of the rare words of the query."
    )
    limit: int = Field(6, ge=1, le=6, description="How many items to show, at most 6.")


class SearchItem(CatalogItem):
    """A hit: prices and options are those of its variants that fit the filters and are in stock, if any is."""

    score: float = Field(ge=0, le=1)
    left: list[dict[str, str]] = Field(
        default_factory=list,
        description="Where all that fits is sold out: the forms in stock that differ from it the least, nearest first.",
    )


class NearMiss(Result):
    """What would have been a hit but for the filters named in `failed`; never to be shown as a hit."""

    item: SearchItem
    failed: list[str]


class AppliedFilters(Result):
    """The filters as they were understood."""

    category: list[str] = Field(default_factory=list)
    price_min: Decimal | None = None
    price_max: Decimal | None = None
    attributes: dict[str, str] = Field(default_factory=dict)
    in_stock_only: bool = False
    unknown: list[str] = Field(
        default_factory=list, description="Filters that this catalog does not know; sought as words instead."
    )


class CategoryCount(Result):
    """A category among the matches, for a narrowing question."""

    path: str
    items: int


class CatalogSearchResult(Result):
    """Up to 6 items, and how far they can be trusted to be what was meant."""

    items: list[SearchItem] = Field(max_length=6)
    total_estimate: int = Field(ge=0)
    confidence: Literal["strong", "weak", "none"]
    is_vague: bool = Field(description="The query named no kind of product.")
    unmatched_words: list[str] = Field(description="Words that nothing in the catalog answers to.")
    filters: AppliedFilters
    categories: list[CategoryCount] = Field(max_length=6)
    near_misses: list[NearMiss] = Field(max_length=3)


def run(args: CatalogSearchArgs, context: ToolContext) -> CatalogSearchResult | Refusal:
    if args.price_min is not None and args.price_max is not None and args.price_min > args.price_max:
        return Refusal(code="price_range_reversed", reason="The lowest price is above the highest.")
    meaning = None if args.by_rarity else _meaning(args.query)
    # A name that stands on the shelves is no slip of another word: "henna" is no hanger.
    with tenant_scope(context.tenant_id), speaking_of(with_those_of(args.query or "", spoken_of())):
        return _result(args, finding.run(CatalogQuery(**dict(args)), meaning))


def _meaning(query: str | None) -> Meaning | None:
    """The query's vector, asked for outside any transaction; without it words alone decide."""
    if not query or not query.strip():
        return None
    embedder = embed.from_settings()
    try:
        return Meaning(model=embedder.model.key, vector=embedder.embed_query(query))
    except embed.EmbeddingUnavailable as error:
        log.warning("catalog.search.without_embedding", model=embedder.model.key, reason=str(error))
        return None


def _result(args: CatalogSearchArgs, found: CatalogResult) -> CatalogSearchResult:
    left = _left([*found.hits, *found.near])
    return CatalogSearchResult(
        items=[_item(hit, left) for hit in found.hits],
        total_estimate=found.total,
        confidence=found.confidence,
        is_vague=found.is_vague,
        unmatched_words=found.unmatched,
        filters=AppliedFilters(
            category=found.category,
            price_min=args.price_min,
            price_max=args.price_max,
            attributes=found.attributes,
            in_stock_only=args.in_stock_only,
            unknown=found.unknown,
        ),
        categories=[CategoryCount(path=path, items=items) for path, items in found.categories],
        near_misses=[NearMiss(item=_item(hit, left), failed=list(hit.failed)) for hit in found.near],
    )


def _left(hits: Sequence[CatalogHit]) -> dict[UUID, list[dict[str, str]]]:
    """Of each product of which nothing that fits is in stock, the forms that are."""
    gone = {hit.product.pk: hit for hit in hits if not any(variant.stock > 0 for variant in hit.variants)}
    found: dict[UUID, list[Variant]] = {}
    for variant in list_variants(gone) if gone else ():
        found.setdefault(variant.product_id, []).append(variant)
    return {product: nearest_left(variants, gone[product].variants) for product, variants in found.items()}


def _item(hit: CatalogHit, left: Mapping[UUID, list[dict[str, str]]]) -> SearchItem:
    score = round(min(1.0, max(0.0, hit.score)), 4)
    in_stock = [variant for variant in hit.variants if variant.stock > 0]
    facts = summary(hit.product, in_stock or hit.variants) | {"score": score, "left": left.get(hit.product.pk, [])}
    return SearchItem.model_validate(facts)


TOOL = Tool(
    name="catalog_search",
    effect="read",
    description="Search the shop's catalog by meaning and by category, price, attributes and stock.",
    args=CatalogSearchArgs,
    result=CatalogSearchResult,
    run=run,
    network=True,
)
