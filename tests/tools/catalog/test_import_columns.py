"""Columns under names of their own: proposed, confirmed, obeyed; and no header or cell is slower than its size."""

import io
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.depth import sampled
from tests.people import member, seated
from tests.tools.catalog.shops import csv_of
from tests.tools.catalog.test_admin import IMPORT, text_of, upload
from tools.catalog.importing import columns, planning, sheet
from tools.catalog.importing.columns import Columns
from tools.catalog.models import ImportDraft, Product, Variant

OWN = b"Item name,Price (KES),Qty,Image,Cost,Size\nMug,150,7,,90,\nDash Shoe,3000,2,https://x.example/a.jpg,1,41\nDash Shoe,3000,0,https://x.example/a.jpg,1,42\n"
TOLD = Columns(("title", "price", "stock", "image_url", "", "option"), "KES")


@pytest.fixture
def client(shop: Tenant) -> Client:
    return seated(member(shop))


@pytest.mark.parametrize(
    ("header", "kinds"),
    [
        (["Item name", "Price (KES)", "Qty", "Image", "Cost"], ["title", "price", "stock", "image_url", ""]),
        (["name", "qty", "image", "cost"], ["title", "stock", "image_url", "price"]),
        (["Jina", "Bei", "Idadi", "Aina"], ["title", "price", "stock", "category"]),
        (["PRODUCT_NAME", "Selling Price KSh", "Buying Price", "Stock on hand"], ["title", "price", "", "stock"]),
        (["Handle", "Title", "Vendor", "Variant SKU", "Variant Price"], ["product", "title", "brand", "sku", "price"]),
        (["Name", "Price", "Quantitty", "Size", "Colour"], ["title", "price", "stock", "option", "option"]),
        (["Price incl. VAT cost", "", "???"], ["", "", ""]),
    ],
)  # fmt: skip
def test_a_header_is_guessed(header: list[str], kinds: list[str]) -> None:
    assert list(columns.propose(header).kinds) == kinds


@pytest.mark.parametrize(
    ("cell", "currency"),
    [
        ("Price (KES)", "KES"),
        ("Bei KSh", "KES"),
        ("Price $", "USD"),
        ("USD price", "USD"),
        ("Price", ""),
        ("Cushion", ""),
    ],
)
def test_a_header_names_its_currency(cell: str, currency: str) -> None:
    assert columns.currency_in(cell) == currency


def test_rows_are_read_as_their_columns_were_confirmed(shop: Tenant) -> None:
    with tenant_scope(shop.id):
        plan = planning.plan(OWN.replace(b"(KES)", b"(USD)"), currency="KES", told=Columns(TOLD.kinds, "USD"))
    assert plan.errors == []
    rows = [row for rows in plan.products.values() for row in rows]
    assert [(row.sku, row.product, row.stock, row.variant) for row in rows] == [
        ("mug", "Mug", 7, {}),
        ("dash-shoe-size-41", "Dash Shoe", 2, {"Size": "41"}),
        ("dash-shoe-size-42", "Dash Shoe", 0, {"Size": "42"}),
    ]
    assert {row.currency for row in rows} == {"USD"}  # dollars are not sold as shillings


def test_cells_of_an_option_stay_one_value() -> None:
    read = sheet.parse_sheet(b'Name,Price,Qty,"a=b;c"\nMug,1,1,x;y=z\n', Columns(("title", "price", "stock", "option")))
    assert read.rows[0].variant == {"a b c": "x,y=z"}


def test_a_person_confirms_the_guess_and_imports(
    shop: Tenant, client: Client, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = text_of(upload(client, OWN))
    assert "what is in its columns?" in page
    assert "Mug · Dash Shoe · Dash Shoe" in page
    with tenant_scope(shop.id):
        draft = str(ImportDraft.objects.get().pk)
    guessed = {f"kind-{place}": kind for place, kind in enumerate(TOLD.kinds)}
    wrong = text_of(client.post(IMPORT, {"draft": draft, **guessed, "kind-1": "", "kind-4": "stock"}))
    assert "Choose the column with the price." in wrong
    assert "Two columns are stock." in wrong
    checked = text_of(client.post(IMPORT, {"draft": draft, **guessed}, follow=True))
    assert "3 lines, nothing wrong" in checked
    assert "Prices in KES." in checked
    assert "what is in its columns?" in text_of(client.get(f"{IMPORT}?draft={draft}&columns=1"))
    assert "Imported: 2 products new" in text_of(client.post(IMPORT, {"draft": draft, "confirm": "1"}, follow=True))
    with tenant_scope(shop.id):
        assert Product.objects.count() == 2
        assert sorted(Variant.objects.values_list("sku", flat=True)) == [
            "dash-shoe-size-41",
            "dash-shoe-size-42",
            "mug",
        ]


@pytest.mark.parametrize("stock", sampled(["-1", "many", "9" * 30, "٣"], quick=2))
def test_a_stock_that_is_none_is_refused(shop: Tenant, client: Client, stock: str) -> None:
    upload(client, b"Name,Price\nMug,1\n")
    with tenant_scope(shop.id):
        draft = str(ImportDraft.objects.get().pk)
    page = text_of(client.post(IMPORT, {"draft": draft, "kind-0": "title", "kind-1": "price", "stock": stock}))
    assert "must be a whole number" in page
    good = {"draft": draft, "kind-0": "title", "kind-1": "price", "stock": "5"}
    assert "1 line, nothing wrong" in text_of(client.post(IMPORT, good, follow=True))


def test_a_file_of_our_own_names_is_not_asked_about(client: Client) -> None:
    assert "1 line, nothing wrong" in text_of(upload(client, csv_of("A,p,Title,,Shoes,,,,100,KES,1,,")))


@pytest.mark.parametrize("content", [b",,,\n,,\n", b"\xff\xfe", b"", b"\x89PNG\r\n\x1a\n\x00"])
def test_what_is_no_table_is_told(client: Client, content: bytes) -> None:
    page = text_of(upload(client, content))
    assert "empty" in page or "not a text file" in page


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("import_catalog", *arguments, stdout=out)
    return " ".join(out.getvalue().split())


def test_the_command_takes_a_map_and_proposes_one(shop: Tenant, tmp_path: Any) -> None:
    file = tmp_path / "own.csv"
    file.write_bytes(OWN)
    with pytest.raises(CommandError) as refused:
        run(shop.slug, str(file))
    assert "--map 'Item name=title' --map 'Price (KES)=price' --map Qty=stock" in str(refused.value)
    named = ["Item name=title", "Price (KES)=price", "QTY=stock", "Image=image_url", "Cost=", "Size=option"]
    pairs = [word for pair in named for word in ("--map", pair)]
    assert "Imported" in run(shop.slug, str(file), *pairs)
    with tenant_scope(shop.id):
        assert Variant.objects.count() == 3


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        (["Item name"], "takes"),
        (["Item name=heading"], "heading is none of"),
        (["Nothing=title"], "There is no column Nothing"),
        (["Item name=title"], "“Price (KES)” is not a column of ours"),
        (["Item name=title", "Price (KES)=price", "Qty=price", "Image=", "Cost=", "Size="], "Two columns are price"),
    ],
)  # fmt: skip
def test_a_map_that_is_wrong_is_told(shop: Tenant, tmp_path: Any, pairs: list[str], words: str) -> None:
    file = tmp_path / "own.csv"
    file.write_bytes(OWN)
    with pytest.raises(CommandError, match=words.replace("(", r"\(").replace(")", r"\)")):
        run(shop.slug, str(file), *(word for pair in pairs for word in ("--map", pair)))


MEGABYTE = 1_000_000
WIDE: dict[str, Callable[[], bytes]] = {
    "names": lambda: ",".join(f"column{number}" for number in range(MEGABYTE // 12)).encode() + b"\n1\n",
    "one letter": lambda: b"a," * (MEGABYTE // 2) + b"\n1\n",
    "the same of ours": lambda: b"sku," * (MEGABYTE // 4) + b"\n1\n",
    "one long name": lambda: b"a" * 120_000 + b",b\n1\n",
    "brackets": lambda: b"(" * 120_000 + b",b\n1\n",
    "pairs": lambda: csv_of(
        *(f"S{n},p{n},T,,,,{';'.join(f'a{i}=1' for i in range(15_000))},,1,KES,1,," for n in range(8))
    ),
    "aliases": lambda: csv_of(f"S,p,T,,,,,,1,KES,1,,{'|'.join(f'a{i}' for i in range(15_000))}"),
    "address": lambda: csv_of(f"S,p,T,,,,,,1,KES,1,http://{'a.' * 60_000},"),
    "cells": lambda: csv_of(*(f"S{n},p{n},T,,,,,,1,KES,1,,{',' * 1_000}x" for n in range(1_000))),
    "one product": lambda: csv_of(*(f"S{n},p,T{n},,,,,,1,KES,1,," for n in range(1_500))),
}


@pytest.mark.parametrize("shape", sampled(WIDE, quick=3))
def test_no_file_takes_longer_than_its_size(shop: Tenant, client: Client, shape: str) -> None:
    content = WIDE[shape]()
    started = time.process_time()
    with tenant_scope(shop.id):
        plan = planning.plan(content, currency="KES")
    assert time.process_time() - started < 3  # a wide header of this size took minutes
    assert 0 < len(plan.errors) <= 500
    assert sum(len(error.sentence) for error in plan.errors) < 100_000
    upload(client, content[:MEGABYTE])
    assert time.process_time() - started < 8
