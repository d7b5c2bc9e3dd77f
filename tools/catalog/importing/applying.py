"""Carries a plan out, in the transaction that is open: all of it or nothing."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction

from tools.catalog.importing.planning import ImportPlan
from tools.catalog.importing.rows import MOST_ASKED, CatalogRow
from tools.catalog.indexing import refresh
from tools.catalog.models import Category, Product, Variant

OnProgress = Callable[[int, int], None]
# Products a statement.
_CHUNK = 500
_PRODUCT_FIELDS = (
    "title", "description", "category_id", "brand", "attributes", "aliases", "asked", "image_url",
    *refresh.PRODUCT_FIELDS,
)  # fmt: skip
_VARIANT_FIELDS = ("options", "price", "currency", "unit", "stock", *refresh.VARIANT_FIELDS)


class PlanHasErrors(ValueError):
    """A plan with errors is never carried out, not even in part."""


@dataclass(slots=True)
class Counts:
    """How many rows an import made, changed and left alone."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, or in a dry run would have done."""

    products: Counts
    variants: Counts

    @property
    def has_changes(self) -> bool:
        return any(counts.created or counts.updated for counts in (self.products, self.variants))


def apply(
    plan: ImportPlan,
    tenant_id: UUID,
    *,
    dry_run: bool = False,
    on_progress: OnProgress = lambda done, total: None,
) -> ImportReport:
    """Write the plan's products in the scope that is open; a dry run takes everything back."""
    if plan.errors:
        raise PlanHasErrors(f"{len(plan.errors)} errors")
    report = ImportReport(Counts(), Counts())
    with transaction.atomic():
        refresh.wait_for_turn(tenant_id)
        shelves = _shelves(plan)
        done = 0
        for chunk in _chunks(plan):
            _apply_chunk(chunk, shelves, report)
            done += len(chunk)
            on_progress(done, len(plan.products))
        if report.has_changes and not dry_run:
            refresh.rebuild_vocabulary(tenant_id)
        if dry_run:
            transaction.set_rollback(True)
    return report


def _chunks(plan: ImportPlan) -> Iterator[dict[str, list[CatalogRow]]]:
    products = iter(plan.products.items())
    while chunk := dict(islice(products, _CHUNK)):
        yield chunk


def _shelves(plan: ImportPlan) -> dict[str, Category]:
    paths = {rows[0].category for rows in plan.products.values()} - {""}
    Category.objects.bulk_create([Category(path=path) for path in sorted(paths)], ignore_conflicts=True)
    return {category.path: category for category in Category.objects.all()}


def _apply_chunk(chunk: dict[str, list[CatalogRow]], shelves: dict[str, Category], report: ImportReport) -> None:
    known = {product.key: product for product in Product.objects.defer("embedding").filter(key__in=list(chunk))}
    stocked: dict[UUID, dict[str, Variant]] = {}
    for variant in Variant.objects.filter(product__in=[product.id for product in known.values()]):
        stocked.setdefault(variant.product_id, {})[variant.sku] = variant
    products, variants = [], []
    for key, rows in chunk.items():
        before = known.get(key)
        product = _product(rows, before, shelves)
        rows_before = stocked.get(product.id, {})
        others = {sku: copy(variant) for sku, variant in rows_before.items()}
        merged = others | {row.sku: _variant(row, product, rows_before.get(row.sku)) for row in rows}
        refresh.derive(product, list(merged.values()))
        products.append((before, product))
        variants += [(rows_before.get(sku), variant) for sku, variant in merged.items()]
    _write(Product, "key", _PRODUCT_FIELDS, products, report.products)
    _write(Variant, "sku", _VARIANT_FIELDS, variants, report.variants)


def _product(rows: Sequence[CatalogRow], before: Product | None, shelves: dict[str, Category]) -> Product:
    """How customers ask may stand in any of its rows; a file without it leaves what was written."""
    row = rows[0]
    asked = list(dict.fromkeys(line for each in rows for line in each.asked))
    identity = {"id": before.id} if before else {}
    return Product(
        **identity,
        key=row.product,
        title=row.title,
        description=row.description,
        category=shelves.get(row.category),
        brand=row.brand,
        attributes=row.attributes,
        aliases=row.aliases,
        asked=asked[:MOST_ASKED] or (before.asked if before else []),
        image_url=row.image_url,
    )


def _variant(row: CatalogRow, product: Product, before: Variant | None) -> Variant:
    identity = {"id": before.id} if before else {}
    return Variant(
        **identity, product=product, sku=row.sku, options=row.variant, price=row.price,
        currency=row.currency, unit=row.unit, stock=row.stock,
    )  # fmt: skip


def _write(model: Any, key: str, fields: Sequence[str], pairs: Sequence[tuple[Any, Any]], counts: Counts) -> None:
    """Insert what is new and update what differs, in one statement."""
    changed = []
    for before, after in pairs:
        if before is None:
            counts.created += 1
        elif all(getattr(before, name) == getattr(after, name) for name in fields):
            counts.unchanged += 1
            continue
        else:
            counts.updated += 1
        changed.append(after)
    extra = ["updated_at"] if model is Product else []
    columns = [name.removesuffix("_id") for name in fields]
    model.objects.bulk_create(
        changed, batch_size=_CHUNK, update_conflicts=True,
        unique_fields=["tenant", key], update_fields=[*columns, *extra],
    )  # fmt: skip
