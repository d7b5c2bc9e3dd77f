"""The demo tenants' files: what they promise, and that a customer's words find the goods in them."""

import csv
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conversations import simulator
from knowledge.chunk import chunk
from knowledge.embed import embed_local
from knowledge.lexicon import kind
from knowledge.library.questions import from_table
from knowledge.load import load
from tenants import validators
from tenants.choices import Tone
from tests.depth import sampled

DEMO = Path(simulator.__file__).parent / "demo"
SLUGS = ("duka", "mtandao", "oasis")
COLUMNS = [
    "sku", "product", "title", "description", "category", "brand", "attributes", "variant", "price",
    "currency", "stock", "image_url", "aliases", "asked",
]  # fmt: skip
OF_ONE_PRODUCT = (
    "title",
    "description",
    "category",
    "brand",
    "attributes",
    "currency",
    "image_url",
    "aliases",
)


def rows_of(slug: str) -> list[dict[str, str]]:
    with (DEMO / slug / "catalog.csv").open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        # What is sold by the piece needs no unit.
        assert [name for name in reader.fieldnames or () if name != "unit"] == COLUMNS
        return list(reader)


def tenant_of(slug: str) -> dict[str, Any]:
    return tomllib.loads((DEMO / slug / "tenant.toml").read_text(encoding="utf-8"))


def pairs(text: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in text.split(";")) if text else {}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_row_is_a_variant_that_can_be_sold(slug: str) -> None:
    rows = rows_of(slug)
    assert len({row["sku"] for row in rows}) == len(rows)
    for row in rows:
        assert int(row["price"]) > 0
        assert int(row["stock"]) >= 0
        assert row["currency"] == "KES"
        assert all(row[column] for column in ("sku", "product", "title", "description", "category", "brand"))
        assert all(pairs(row["attributes"]).values())
        if colour := pairs(row["variant"]).get("colour"):
            assert kind(colour) == "colour"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_variants_of_a_product_agree_and_differ(slug: str) -> None:
    products = defaultdict(list)
    for row in rows_of(slug):
        products[row["product"]].append(row)
    assert len({rows[0]["title"] for rows in products.values()}) == len(products)
    for rows in products.values():
        assert len({tuple(row[column] for column in OF_ONE_PRODUCT) for row in rows}) == 1
        assert len({row["variant"] for row in rows}) == len(rows)


def test_the_shop_is_stocked() -> None:
    rows = rows_of("duka")
    running = [row for row in rows if row["category"] == "Shoes > Running"]
    assert len({row["product"] for row in rows}) >= 120
    assert len({row["category"].split(" > ")[0] for row in rows}) >= 12
    assert len({row["product"] for row in running}) >= 12
    assert len({row["product"] for row in running if int(row["price"]) < 5000}) >= 6
    assert len({row["product"] for row in running if pairs(row["variant"])["colour"] == "red"}) >= 6
    assert any(row["stock"] == "0" for row in rows)


@pytest.mark.parametrize(("number", "slug"), list(enumerate(SLUGS, start=1)))
def test_a_tenant_is_configured_validly(number: int, slug: str) -> None:
    tenant = tenant_of(slug)
    validators.validate_languages(tenant["allowed_languages"])
    validators.validate_time_zone(tenant["time_zone"])
    validators.validate_business_hours(tenant["business_hours"])
    validators.validate_payments_enabled(tenant["payments_enabled"])
    assert tenant["default_language"] in tenant["allowed_languages"]
    assert tenant["tone_style"] in Tone.values
    assert tenant["catalog_link_base"] == f"https://{slug}.example/catalog"
    assert len(tenant["bot_intro"]) <= 300
    assert tenant["channel"]["twilio_account"] == f"AC{number:032d}"
    assert tenant["channel"]["auth_token"] == f"demo-auth-token-{slug}"


def test_sample_customers_are_distinct_and_one_of_each_tenant_hides_the_phone() -> None:
    addresses = []
    for slug in SLUGS:
        customers = [customer["address"] for customer in tenant_of(slug)["customers"]]
        assert len(customers) >= 4
        assert any(not address.startswith("whatsapp:+") for address in customers)
        addresses += [tenant_of(slug)["channel"]["sender"], *customers]
    for address in addresses:
        validators.validate_address(address)
    assert len(set(addresses)) == len(addresses)


@pytest.mark.parametrize(
    ("slug", "query", "title"),
    sampled(
        [
            ("duka", "nataka kikaango", "Non-Stick Frying Pan"),
            ("duka", "umbrela", "Windproof Umbrella"),
            ("duka", "nadai ndula za mbio", "Eldoret Daily Trainer"),
            ("duka", "chupa ya chai", "Vacuum Flask Chai"),
            ("mtandao", "nataka bando ya mwezi", "Monthly 20 GB Bundle"),
            ("mtandao", "wifi ya nyumba", "Fibre Nyumbani 10 Mbps"),
            ("oasis", "chumba cha fungate", "Honeymoon Dhow Suite"),
            ("oasis", "masaji", "Deep Tissue Massage"),
        ],
        quick=4,
    ),
)
def test_a_customers_words_find_the_goods(slug: str, query: str, title: str) -> None:
    texts = {row["title"]: " ".join((row["title"], row["category"], row["aliases"])) for row in rows_of(slug)}
    nearness = embed_local(list(texts.values())) @ embed_local([query])[0]
    best = [list(texts)[i] for i in np.argsort(-nearness)[:12]]
    assert title in best


@pytest.mark.parametrize("slug", SLUGS)
def test_what_customers_ask_names_the_documents_of_the_demo(slug: str) -> None:
    asked = from_table((DEMO / slug / "questions.csv").read_bytes())
    assert asked.keys() == {file.name for file in (DEMO / slug / "library").iterdir()}
    for name, sections in asked.items():
        content = (DEMO / slug / "library" / name).read_bytes()
        passages = chunk(load(content, name)).passages
        assert sections.keys() <= {passage.section for passage in passages}, name
