"""In what a thing is sold: read from a file, told by the tools, and held to by the database."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.catalog.shops import csv_of, get_item, load, search
from tools.catalog.importing import columns, planning
from tools.catalog.models import Product, Variant

HEADER = "sku,product,title,price,stock,unit"
ROWS = (
    "R-HB,room,Garden Room,18500,60,nights",
    "FISH,fish,Red Snapper,950,12.5,Kilo",
    "MUG,mug,Mug,150,7,",
)


def test_the_unit_stands_with_the_price_and_the_stock(shop: Tenant) -> None:
    load(shop, csv_of(*ROWS, header=HEADER))
    with tenant_scope(shop.id):
        kept = {row.sku: (row.unit, row.stock) for row in Variant.objects.all()}
    assert kept == {"R-HB": ("night", 60), "FISH": ("kg", Decimal("12.5")), "MUG": ("piece", 7)}
    fish = get_item(shop, "FISH")
    assert (fish.unit, fish.variants[0].stock) == ("kg", Decimal("12.5"))
    assert fish.model_dump(mode="json")["variants"][0]["stock"] == 12.5
    assert {item.title: item.unit for item in search(shop).items} == {
        "Garden Room": "night", "Red Snapper": "kg", "Mug": "piece",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "line", "column", "sentence"),
    [
        (["A,p,Room,100,1.5,night"], 2, "stock", "sold by the night"),
        (["A,p,Fish,100,1.2345,kg"], 2, "stock", "at most three decimals"),
        (["A,p,Room,100,1,fortnight"], 2, "unit", "is not a unit. Write one of piece, box"),
        (["A,p,Room,100,1,night", "B,p,Room,100,1,day"], 3, "unit", "differs from line 2"),
    ],
)
def test_what_cannot_be_is_told_by_its_line(
    shop: Tenant, rows: list[str], line: int, column: str, sentence: str
) -> None:
    with tenant_scope(shop.id):
        errors = planning.plan(csv_of(*rows, header=HEADER), currency="KES").errors
    assert [(error.line, error.column) for error in errors] == [(line, column)]
    assert sentence in errors[0].sentence


@pytest.mark.parametrize("name", ["Unit", "UoM", "Unit of measure", "Sold by"])
def test_a_column_with_the_unit_is_known_by_its_names(name: str) -> None:
    assert columns.propose(["Item", "Price", "Qty", name]).kinds == ("title", "price", "stock", "unit")


def test_no_part_of_a_night_is_kept(shop: Tenant) -> None:
    load(shop, csv_of(*ROWS, header=HEADER))
    with tenant_scope(shop.id):
        room = Variant.objects.get(sku="R-HB")
        room.stock = Decimal("1.5")
        with pytest.raises(ValidationError, match="sold by the night"):
            room.full_clean()
        with pytest.raises(IntegrityError, match="variant_stock_in_whole_units"), transaction.atomic():
            room.save()
        with pytest.raises(IntegrityError, match="variant_unit_known"), transaction.atomic():
            Variant.objects.create(product=Product.objects.first(), sku="X", price=Decimal(1), unit="fortnight")
