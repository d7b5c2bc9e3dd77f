"""An import creates, updates and leaves alone, whatever program saved the file."""

from decimal import Decimal

import pytest
from django.db import IntegrityError

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.catalog.shops import HEADER, csv_of, load, search
from tools.catalog.importing import applying, planning
from tools.catalog.importing.applying import Counts, ImportReport
from tools.catalog.models import CatalogWord, Category, Product, Variant

ROWS = (
    "A-41,dash,Dash Shoe,Light,Shoes > Running,Kasi,gender=men,size=41;colour=red,3000,KES,2,,raba|kicks",
    "A-42,dash,Dash Shoe,Light,Shoes > Running,Kasi,gender=men,size=42;colour=red,3500,KES,0,,raba|kicks",
    "B,mug,Mug,,Kitchen,,,,150.50,,7,,",
)


def run(shop: Tenant, content: bytes, *, dry_run: bool = False) -> ImportReport:
    with tenant_scope(shop.id):
        plan = planning.plan(content, currency="KES")
        assert plan.errors == []
        return applying.apply(plan, shop.id, dry_run=dry_run)


def test_rows_become_products_and_variants(shop: Tenant) -> None:
    report = run(shop, csv_of(*ROWS))
    assert report == ImportReport(Counts(created=2), Counts(created=3))
    with tenant_scope(shop.id):
        dash = Product.objects.get(key="dash")
        assert (dash.title, dash.brand, dash.aliases) == ("Dash Shoe", "Kasi", ["raba", "kicks"])
        assert dash.attributes == {"gender": "men"}
        assert dash.category == Category.objects.get(path="Shoes > Running")
        mug = Variant.objects.get(sku="B")
        assert (mug.price, mug.currency, mug.stock, mug.options) == (Decimal("150.50"), "KES", 7, {})


def test_the_same_file_twice_changes_nothing(shop: Tenant) -> None:
    run(shop, csv_of(*ROWS))
    with tenant_scope(shop.id):
        before = list(Product.objects.order_by("id").values())
    assert run(shop, csv_of(*ROWS)) == ImportReport(Counts(unchanged=2), Counts(unchanged=3))
    with tenant_scope(shop.id):
        assert list(Product.objects.order_by("id").values()) == before


def test_a_sku_that_is_known_is_updated(shop: Tenant) -> None:
    run(shop, csv_of(*ROWS))
    report = run(shop, csv_of("B,mug,Enamel Mug,,Kitchen,,,,160,KES,0,,", ROWS[0]))
    assert report == ImportReport(Counts(updated=1, unchanged=1), Counts(updated=1, unchanged=2))
    with tenant_scope(shop.id):
        assert Variant.objects.get(sku="B").price == Decimal(160)
        assert Variant.objects.count() == 3
    assert [item.title for item in search(shop, query="enamel").items] == ["Enamel Mug"]


def test_a_partial_file_keeps_the_options_of_the_other_variants_findable(shop: Tenant) -> None:
    run(shop, csv_of(*ROWS))
    run(shop, csv_of(ROWS[0].replace(",3000,", ",2900,")))
    assert search(shop, query="shoe", attributes={"size": "42"}).total_estimate == 1


def test_a_new_attribute_reaches_variants_that_are_not_in_the_file(shop: Tenant) -> None:
    run(shop, csv_of(*ROWS))
    run(shop, csv_of(ROWS[0].replace("gender=men", "gender=men;sole=rubber")))
    assert search(shop, attributes={"sole": "rubber", "size": "42"}).total_estimate == 1


def test_a_dry_run_tells_and_writes_nothing(shop: Tenant) -> None:
    report = run(shop, csv_of(*ROWS), dry_run=True)
    assert report == ImportReport(Counts(created=2), Counts(created=3))
    with tenant_scope(shop.id):
        assert [model.objects.count() for model in (Product, Variant, Category, CatalogWord)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + csv_of(*ROWS),
        csv_of(*ROWS).replace(b"\n", b"\r\n"),
        csv_of(*ROWS).decode().encode("utf-16"),
        csv_of(*ROWS) + b"\n\n,,,,,,,,,,,,\n",
        csv_of(*ROWS, header=HEADER.upper()),
        csv_of(*ROWS).replace(b",", b"\t"),
    ],
    ids=["bom", "crlf", "utf-16", "empty lines", "upper case", "tabs"],
)
def test_files_of_all_programs_are_read(shop: Tenant, content: bytes) -> None:
    assert run(shop, content).variants.created == 3


def test_semicolons_separate_columns_when_pairs_are_quoted(shop: Tenant) -> None:
    content = b'sku;product;title;price;stock;variant\nA;p;Title;5;1;"size=42;colour=red"\n'
    run(shop, content)
    with tenant_scope(shop.id):
        assert Variant.objects.get().options == {"size": "42", "colour": "red"}


def test_a_windows_file_is_read_with_a_note(shop: Tenant) -> None:
    with tenant_scope(shop.id):
        plan = planning.plan(csv_of("A,p,Café Crème,,,,,,5,KES,1,,").decode().encode("cp1252"), currency="KES")
    assert plan.errors == []
    assert plan.products["p"][0].title == "Café Crème"
    assert "Windows-1252" in plan.notes[0]


def test_the_database_refuses_what_no_shop_can_sell(shop: Tenant) -> None:
    load(shop, csv_of(*ROWS))
    for field, value in (("price", 0), ("stock", -1)):
        with pytest.raises(IntegrityError), tenant_scope(shop.id):
            Variant.objects.filter(sku="B").update(**{field: value})
