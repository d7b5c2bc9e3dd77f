"""What an import would do: every row checked against the others and against the catalog, nothing written."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import chain

from tools.catalog.importing import sheet
from tools.catalog.importing.columns import Columns
from tools.catalog.importing.rows import CatalogRow, RowError
from tools.catalog.models import Variant

# What all rows of one product must agree on.
_SHARED = ("title", "description", "category", "brand", "attributes", "image_url", "aliases", "currency", "unit")
# SKUs a statement.
_CHUNK = 5_000


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """The products of a file, by key and with their rows, and all that speaks against importing them."""

    products: dict[str, list[CatalogRow]] = field(default_factory=dict)
    errors: list[RowError] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return sum(len(rows) for rows in self.products.values())


def plan(content: bytes, *, currency: str, told: Columns | None = None) -> ImportPlan:
    """Read a file for the tenant in scope; `currency` stands where a row names none, `told` for unknown columns."""
    read = sheet.parse_sheet(content, told)
    rows = [row if row.currency else row.model_copy(update={"currency": currency}) for row in read.rows]
    products: dict[str, list[CatalogRow]] = {}
    for row in rows:
        products.setdefault(row.product, []).append(row)
    found = chain(read.errors, _repeated(rows), _disagreements(products), _taken(rows))
    errors = nsmallest(sheet.MOST_ERRORS, found, key=lambda error: (error.line, error.column))
    return ImportPlan(products, errors, read.notes)


def _repeated(rows: Iterable[CatalogRow]) -> Iterator[RowError]:
    first: dict[str, int] = {}
    for row in rows:
        if row.sku in first:
            yield RowError(row.line, "sku", f"SKU {row.sku} stands on line {first[row.sku]} already.")
        first.setdefault(row.sku, row.line)


def _disagreements(products: dict[str, list[CatalogRow]]) -> Iterator[RowError]:
    for rows in products.values():
        for row in rows[1:]:
            for column in _SHARED:
                if getattr(row, column) != getattr(rows[0], column):
                    yield RowError(
                        row.line, column, f"This differs from line {rows[0].line}, a row of the same product."
                    )


def _taken(rows: Sequence[CatalogRow]) -> Iterator[RowError]:
    """A SKU that the catalog knows stays with its product."""
    by_sku = {row.sku: row for row in rows}
    skus = list(by_sku)
    for start in range(0, len(skus), _CHUNK):
        known = Variant.objects.filter(sku__in=skus[start : start + _CHUNK]).values_list("sku", "product__key")
        for sku, key in known:
            if by_sku[sku].product != key:
                yield RowError(by_sku[sku].line, "product", f"SKU {sku} belongs to the product “{key}”.")
