"""What is asked of the search and what it finds, as plain data."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from tools.catalog.models import Product, Variant

Confidence = Literal["strong", "weak", "none"]
Sort = Literal["relevance", "price_low", "price_high", "newest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogQuery:
    """What the customer is after."""

    query: str | None = None
    category: str | None = None
    price_min: Decimal | None = None
    price_max: Decimal | None = None
    attributes: dict[str, str] = field(default_factory=dict)
    in_stock_only: bool = False
    sort: Sort = "relevance"
    exclude_item_ids: Sequence[str] = ()
    limit: int = 6
    by_rarity: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """The query as a vector, and the model that made it."""

    model: str
    vector: list[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogHit:
    """A product with those of its variants that count; `failed` names the filters that it does not pass."""

    product: Product
    variants: list[Variant]
    score: float
    failed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogResult:
    """Everything a reply may say about a search."""

    hits: list[CatalogHit]
    total: int
    confidence: Confidence
    is_vague: bool
    unmatched: list[str]
    categories: list[tuple[str, int]]
    near: list[CatalogHit]
    category: list[str]
    attributes: dict[str, str]
    unknown: list[str]
