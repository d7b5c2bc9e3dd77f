"""Reading the catalog, inside the tenant in scope."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from knowledge import lexicon
from knowledge.own_words import OwnWords
from knowledge.text import words
from tenants.postgresql.compiled import compiled
from tenants.postgresql.planned import Planned
from tenants.scope import current_tenant_id
from tools.catalog.indexing.refresh import AS_DETAIL, AS_KIND
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

# Of what is said in a turn more is a speech.
_MOST_WORDS = 200
# Plan: each word by its key, twice.
_OWN = Planned("SELECT text FROM catalog_word WHERE tenant_id = %(tenant)s AND text = ANY(%(words)s)")


def own_words(texts: Iterable[str]) -> OwnWords:
    """Which words of these texts stand on the tenant's shelves, and which are what it calls its goods."""
    kept = _telling(texts)
    meant = _meanings(kept)
    if not meant:
        return OwnWords(read=frozenset(kept))
    looked_for = [f"{mark}{meaning}" for meaning in meant for mark in ("", AS_KIND, AS_DETAIL)]
    with connection.cursor() as cursor:
        cursor.execute(_OWN, {"tenant": current_tenant_id(), "words": looked_for})
        found = {text for (text,) in cursor.fetchall()}
    goods = frozenset(text.removeprefix(AS_KIND) for text in found if text.startswith(AS_KIND))
    spelled = frozenset(text.removeprefix(AS_DETAIL) for text in found)
    return OwnWords(goods=goods, spelled=spelled, read=frozenset(kept))


def with_those_of(text: str, known: OwnWords | None) -> OwnWords:
    """The words known so far, with those of a text that would be read as others and stand on the shelves as they are: a
    model may name what nobody has said yet. What is goods here is told by the customer's own words alone."""
    known = OwnWords() if known is None else known
    strange = [word for word in _telling([text]) if word not in known.read and lexicon.is_slip(word)]
    if not strange or not isinstance(known.spelled, frozenset):
        return known
    new = own_words(strange)
    spelled = known.spelled.union(word for word in _meanings(strange) if word in new.spelled)
    return OwnWords(goods=known.goods, spelled=spelled, read=known.read | new.read)


def _meanings(said: Iterable[str]) -> set[str]:
    return {meaning for word in said for meaning in (lexicon.listed(word), *lexicon.stems_of(word)) if meaning}


def _telling(texts: Iterable[str]) -> list[str]:
    """The words of texts that a shelf may bear, each once, and not more than a statement takes."""
    said = dict.fromkeys(word for text in texts for word in words(text) if not lexicon.is_stop_word(word))
    return [word for word in list(said)[:_MOST_WORDS] if not word.isdigit()]


def find_variants(reference: str) -> list[Variant]:
    """All variants of the product that has this id, or a variant of this SKU; none when there is none."""
    if "\x00" in reference:
        return []
    product_id = _uuid(reference)
    own = Q(product_id=product_id) if product_id else Q(product__in=Product.objects.filter(variants__sku=reference))
    return list(_with_products().filter(own))


def count_active() -> int:
    """How many products are on the shelves."""
    return Product.objects.filter(is_active=True).count()


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
