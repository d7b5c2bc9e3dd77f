"""Derives what products are found by from what their seller wrote, and keeps the tenant's vocabulary."""

import hashlib
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import connection

from knowledge import own_words
from tools.catalog.indexing import facets, words
from tools.catalog.models import Product, Variant

PRODUCT_FIELDS = ("kind_words", "words", "detail_words", "facets", "search_text", "search_hash")
VARIANT_FIELDS = ("facets",)
AS_KIND = "="
"""Before a word of the vocabulary that is what goods are called here, which no word and no facet begins with."""
AS_DETAIL = "~"
"""The same before what only descriptions say."""


@own_words.speaking_of(own_words.AS_WRITTEN)
def derive(product: Product, variants: Sequence[Variant]) -> None:
    """Fill in the derived fields of a product and its variants; the caller saves them."""
    described = _described(product, variants)
    product.kind_words = words.kind_words(described)
    product.words = words.words(described, product.kind_words)
    product.detail_words = words.detail_words(described, product.kind_words)
    _derive_facets(product, variants, described)
    product.search_text = _search_text(described)
    product.search_hash = hashlib.sha256(product.search_text.encode()).hexdigest()


def save(products: Iterable[Product]) -> None:
    """Derive and store, for products that changed one at a time; the vocabulary is rebuilt after them."""
    for product in products:
        variants = list(product.variants.all())
        derive(product, variants)
        product.save(update_fields=[*PRODUCT_FIELDS, "updated_at"])
        Variant.objects.bulk_update(variants, VARIANT_FIELDS)


def wait_for_turn(tenant_id: UUID) -> None:
    """Let one transaction at a time change a tenant's catalog: two would insert the same products and words."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"catalog:{tenant_id}"])


def rebuild_vocabulary(tenant_id: UUID) -> None:
    """Count the words of the tenant's products anew, in the scope that is open."""
    wait_for_turn(tenant_id)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM catalog_word WHERE tenant_id = %s", [tenant_id])
        cursor.execute(_COUNT_WORDS, [AS_KIND, AS_DETAIL, tenant_id])


# Plan: the tenant's products once, their words grouped in memory; run after an import, under the catalog's turn.
_COUNT_WORDS = """
INSERT INTO catalog_word (id, tenant_id, created_at, text, products)
SELECT gen_random_uuid(), product.tenant_id, now(), word.text, count(*)
FROM catalog_product AS product
CROSS JOIN LATERAL (
    SELECT DISTINCT unnest(product.kind_words || product.words || product.facets) AS text
     UNION ALL
    SELECT DISTINCT %s || unnest(product.kind_words)
     UNION ALL
    SELECT DISTINCT %s || unnest(product.detail_words)
) AS word
WHERE product.tenant_id = %s AND product.is_active
GROUP BY product.tenant_id, word.text
"""


def _described(product: Product, variants: Sequence[Variant]) -> words.Described:
    values = [value for mapping in (product.attributes, *(v.options for v in variants)) for value in mapping.values()]
    return words.Described(
        title=product.title,
        category=product.category.path if product.category else "",
        brand=product.brand,
        values=tuple(dict.fromkeys(map(str, values))),
        aliases=tuple(product.aliases),
        description=product.description,
    )


def _derive_facets(product: Product, variants: Sequence[Variant], described: words.Described) -> None:
    shared = facets.of_options(product.attributes)
    if product.brand:
        shared |= facets.facets(facets.BRAND, product.brand)
    own = [facets.of_options(variant.options) for variant in variants]
    by_name = facets.told_by_name((described.title, described.category), shared.union(*own))
    for variant, found in zip(variants, own, strict=True):
        named = {facet.partition("=")[0] for facet in found}
        variant.facets = sorted(found | by_name | {facet for facet in shared if facet.partition("=")[0] not in named})
    on_shelf = facets.of_category(described.category)
    product.facets = sorted(on_shelf | shared.union(by_name, *(variant.facets for variant in variants)))


def _search_text(described: words.Described) -> str:
    parts = (
        described.title, described.category, described.brand,
        ", ".join(described.values), ", ".join(described.aliases), described.description,
    )  # fmt: skip
    return ". ".join(part for part in parts if part)
