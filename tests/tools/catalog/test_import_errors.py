"""What is wrong with a file is told line by line, and nothing of it is imported."""

import pytest

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.catalog.shops import HEADER, csv_of, load
from tools.catalog.importing import applying, planning, sheet
from tools.catalog.importing.applying import PlanHasErrors
from tools.catalog.models import Product

GOOD = "A,p,Title,,Shoes,,,,100,KES,1,,"
CASES = [
    ("A,p,Title,,,,,,-5,KES,1,,", 2, "price", "not a price"),
    ("A,p,Title,,,,,,0,KES,1,,", 2, "price", "above zero"),
    ("A,p,Title,,,,,,NaN,KES,1,,", 2, "price", "not a price"),
    ("A,p,Title,,,,,,1e9999,KES,1,,", 2, "price", "not a price"),
    ("A,p,Title,,,,,,Infinity,KES,1,,", 2, "price", "not a price"),
    ("A,p,Title,,,,,,9.999,KES,1,,", 2, "price", "can be read as 9999 or as 9.999"),
    ("A,p,Title,,,,,,9.9999,KES,1,,", 2, "price", "at most two decimals"),
    ("A,p,Title,,,,,,USD 5,KES,1,,", 2, "price", "in USD, and the line's currency is KES"),
    ("A,p,Title,,,,,,٣,KES,1,,", 2, "price", "not a price"),
    ("A,p,Title,,,,,,99999999999,KES,1,,", 2, "price", "not a price"),
    ("A,p,Title,,,,,,,KES,1,,", 2, "price", "not a price"),
    ("A,p,Title,,,,,,5,KES,-1,,", 2, "stock", "not a stock"),
    ("A,p,Title,,,,,,5,KES,1.5,,", 2, "stock", "not a stock"),
    ("A,p,Title,,,,,,5,KES,1.200,,", 2, "stock", "can be read as 1200 or as 1.2"),
    ("A,p,Title,,,,,,5,KES,1000000001,,", 2, "stock", "at most 1,000,000,000"),
    ("A,p,Title,,,,,,5,KES,,,", 2, "stock", "not a stock"),
    ("A,p,Title,,,,,,5,shillings,1,,", 2, "currency", "not a currency"),
    (",p,Title,,,,,,5,KES,1,,", 2, "sku", "must not be empty"),
    ("A,p,,,,,,,5,KES,1,,", 2, "title", "must not be empty"),
    (f"{'A' * 65},p,Title,,,,,,5,KES,1,,", 2, "sku", "at most 64"),
    ("A,p,Title,,,,gender,,5,KES,1,,", 2, "attributes", "not name=value"),
    ("A,p,Title,,,,,size=1;Size=2,5,KES,1,,", 2, "variant", "given twice"),
    ("A,p,Title,,,,,,5,KES,1,javascript:alert(1),", 2, "image_url", "not a web address"),
    (f"{GOOD}\nA,q,Other,,,,,,5,KES,1,,", 3, "sku", "line 2 already"),
    (f"{GOOD}\nB,p,Other,,Shoes,,,,5,KES,1,,", 3, "title", "differs from line 2"),
    (f"{GOOD}\nB,p,Title,,Shoes,,,,5,USD,1,,", 3, "currency", "differs from line 2"),
    (f'"A\nA",p,Title,,,,,,5,KES,1,,\n{GOOD},surplus', 4, "", "14 cells for 13 columns"),
    ('A,"p,Title,,,,,,5,KES,1,,', 2, "", "cannot be read"),
]


@pytest.mark.parametrize(("rows", "line", "column", "words"), CASES)
def test_a_wrong_row_is_told_with_its_line(shop: Tenant, rows: str, line: int, column: str, words: str) -> None:
    with tenant_scope(shop.id):
        plan = planning.plan(csv_of(rows), currency="KES")
        told = [(error.line, error.column) for error in plan.errors if words in error.sentence]
        assert (line, column) in told, plan.errors
        with pytest.raises(PlanHasErrors):
            applying.apply(plan, shop.id)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "The file is empty"),
        (b"\xef\xbb\xbf  \n", "The file is empty"),
        (HEADER.encode(), "a header and no rows"),
        (csv_of("x", header="sku,title,price,stock"), "The column product is missing"),
        (csv_of("x", header=HEADER + ",kolour"), "“kolour” is not a column"),
        (csv_of("x", header=HEADER + ",sku"), "The column sku is there twice"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not a text file"),
        (b"PK\x03\x04\x14\x00\x06\x00\x08", "is missing"),
    ],
)
def test_a_file_that_is_no_catalog_is_told(content: bytes, words: str) -> None:
    assert any(words in error.sentence for error in sheet.parse_sheet(content).errors)


def test_one_wrong_row_keeps_all_others_out(shop: Tenant) -> None:
    with tenant_scope(shop.id):
        plan = planning.plan(csv_of(GOOD, "B,q,Other,,,,,,free,KES,1,,"), currency="KES")
        with pytest.raises(PlanHasErrors):
            applying.apply(plan, shop.id)
        assert Product.objects.count() == 0


def test_a_sku_stays_with_its_product(shop: Tenant) -> None:
    load(shop, csv_of(GOOD))
    with tenant_scope(shop.id):
        plan = planning.plan(csv_of("A,other,Title,,,,,,5,KES,1,,"), currency="KES")
    assert [(error.line, error.sentence) for error in plan.errors] == [(2, "SKU A belongs to the product “p”.")]


def test_a_file_full_of_errors_tells_five_hundred() -> None:
    content = csv_of(*(f"S{number},p{number},T,,,,,,x,KES,1,," for number in range(2000)))
    assert len(sheet.parse_sheet(content).errors) == 500
