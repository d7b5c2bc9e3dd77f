"""Reading the catalog, inside the tenant in scope."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Q, QuerySet

from tenants.postgresql.compiled import compiled
from tools.catalog.models import Product, Variant

# What only the search in the database needs, and a row is slow to carry.
SEARCH_COLUMNS = (
    "kind_words",
    "words",
    "detail_words",
    "search_text",
    "search_hash",
    "embedding",
    "embedded_hash",
)
# Nobody is told when a product was put on a shelf, and a time is slow to read.
_TIMES = ("created_at", "updated_at")


def find_variants(reference: str) -> list[Variant]:
    """All variants of the product that has this id, or a variant of this SKU; none when there is none."""
    if "\x00" in reference:
        return []
    product_id = _uuid(reference)
    own = Q(product_id=product_id) if product_id else Q(product__in=Product.objects.filter(variants__sku=reference))
    return list(_with_products().filter(own))


def list_variants(product_ids: Iterable[UUID]) -> list[Variant]:
    """The variants of these products, each with its product and category, in one statement."""
    return _of_products(list(product_ids))


@compiled
def _of_products(product_ids: Sequence[UUID]) -> QuerySet[Variant]:
    return _with_products().filter(product__id__any_of=product_ids)


def _with_products() -> QuerySet[Variant]:
    deferred = [f"product__{column}" for column in (*SEARCH_COLUMNS, *_TIMES)]
    variants: QuerySet[Variant] = Variant.objects.select_related("product__category").defer(
        "created_at", "product__category__created_at", *deferred
    )
    return variants.order_by("id")


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
