"""Stock as the tenant's own books tell it, several SKUs at once and all or none; in the tenant's open scope.

What customers hold was taken out of the stock when they got it: what is told here is what is left to sell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from tools.catalog.models import Variant
from tools.catalog.units import fits

# Within the column.
MOST: Final = Decimal(10**9)


@dataclass(frozen=True, slots=True, kw_only=True)
class StockLine:
    """How much there is of a SKU; or, with `change`, how much more or less."""

    sku: str
    stock: Decimal | None = None
    change: Decimal | None = None


class StockRefused(Exception):
    """One line cannot be done, so none is."""

    def __init__(self, place: int, sku: str) -> None:
        super().__init__(sku)
        self.place, self.sku = place, sku


class SkuUnknown(StockRefused):
    """The tenant sells no such SKU."""


class WholeUnitsOnly(StockRefused):
    """A part of what is counted in whole units."""


class TooMuch(StockRefused):
    """More than can be counted."""


class BelowZero(StockRefused):
    """More would be taken away than there is."""


def update(lines: Sequence[StockLine]) -> list[Variant]:
    """The variants as they are then, in the order of the lines; raises StockRefused for the first that cannot be done.

    Locked in the order of their ids, as orders lock them, so that none waits in a ring.
    """
    rows = Variant.objects.select_for_update().filter(sku__in={line.sku for line in lines}).order_by("pk")
    variants = {variant.sku: variant for variant in rows}
    for place, line in enumerate(lines):
        variant = variants.get(line.sku)
        if variant is None:
            raise SkuUnknown(place, line.sku)
        left = line.stock if line.stock is not None else variant.stock + (line.change or 0)
        if not fits(left, variant.unit):
            raise WholeUnitsOnly(place, line.sku)
        if left < 0:
            raise BelowZero(place, line.sku)
        if left >= MOST:
            raise TooMuch(place, line.sku)
        variant.stock = left
    Variant.objects.bulk_update(variants.values(), ["stock"])
    return [variants[line.sku] for line in lines]
