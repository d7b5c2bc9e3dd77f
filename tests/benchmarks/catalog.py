"""The catalog: search in a small and in a large shop, the import, and embedding."""

import time
from decimal import Decimal
from itertools import product
from pathlib import Path
from uuid import UUID

from django.utils import timezone

from knowledge import embed
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.benchmarks import turn
from tests.benchmarks.table import Figure, percentiles
from tools import registry
from tools.catalog import embedding
from tools.catalog.importing import applying, planning
from tools.catalog.models import Product
from tools.contract import ToolContext

LARGE = 20_000
ROUNDS = 15
QUERIES = (*turn.SEARCHES, "jiko la makaa", "blue shirt size m", "viatu vya watoto")
MAKERS = ("Nyota", "Savanna", "Rift", "Karura", "Ngong", "Uhuru", "Mara", "Tsavo", "Pwani", "Ziwa")
COLOURS = ("red", "blue", "black", "white", "green", "brown", "grey", "yellow")
THINGS = (
    ("Running Shoes", "Shoes > Running"), ("Leather Sandals", "Shoes > Sandals"), ("Cooking Pot", "Kitchen > Pots"),
    ("Frying Pan", "Kitchen > Pots"), ("Handbag", "Bags > Handbags"), ("School Bag", "Bags > School"),
    ("Cotton Dress", "Clothing > Dresses"), ("Cotton Shirt", "Clothing > Shirts"),
    ("Smartphone", "Electronics > Phones"), ("Charcoal Stove", "Kitchen > Stoves"),
)  # fmt: skip
HEADER = "sku,product,title,description,category,brand,attributes,variant,price,currency,stock,image_url,aliases"


def measure(folder: Path) -> list[Figure]:
    with fleet_scope():
        small = Tenant.objects.get(slug="duka").id
        large = Tenant.objects.create(slug="large", name="Large", bot_name="Tuli").id
    rows_a_second = _import(large)
    products_a_second = _embed(large)
    return [
        _search(small),
        _search(large),
        Figure(
            what="catalog import", measured=f"{rows_a_second:,.0f} rows a second",
            method=f"{LARGE:,} rows, one variant each, checked and written in one transaction",
        ),
        Figure(
            what="embedding, local", measured=f"{products_a_second:,.0f} products a second",
            method="vectors made and stored, in batches",
        ),
    ]  # fmt: skip


def rows() -> str:
    lines = [HEADER]
    for number, (maker, colour, (thing, shelf)) in enumerate(product(range(LARGE // 80), COLOURS, THINGS)):
        brand = MAKERS[maker % len(MAKERS)]
        title = f"{brand} {colour.title()} {thing} {maker}"
        lines.append(
            f"L-{number},l-{number},{title},{title} of good make for every day.,{shelf},{brand},"
            f"colour={colour},size={36 + number % 10},{500 + number % 9_000},KES,{number % 7},,"
        )
    return "\n".join(lines[: LARGE + 1])


def _import(tenant_id: UUID) -> float:
    content = rows().encode()
    started = time.perf_counter()
    with tenant_scope(tenant_id):
        plan = planning.plan(content, currency="KES")
        assert not plan.errors, plan.errors[:3]
        applying.apply(plan, tenant_id)
    return plan.rows / (time.perf_counter() - started)


def _embed(tenant_id: UUID) -> float:
    started = time.perf_counter()
    done = embedding.embed_missing(tenant_id, embed.from_settings())
    return done.embedded / (time.perf_counter() - started)


def _search(tenant_id: UUID) -> Figure:
    with tenant_scope(tenant_id):
        products = Product.objects.count()
    times = []
    for number in range(ROUNDS + 1):
        for query in QUERIES:
            context = ToolContext(
                tenant_id=tenant_id, conversation_id=tenant_id, request_id=tenant_id, customer_id=tenant_id,
                now=timezone.now(),
            )  # fmt: skip
            started = time.perf_counter()
            arguments = {"query": query, "price_max": str(Decimal(5_000))} if number % 2 else {"query": query}
            registry.call("catalog_search", arguments, context)
            times.append((time.perf_counter() - started) * 1000)
    p50, p95, _ = percentiles(times[len(QUERIES) :])
    return Figure(
        what=f"catalog search, {products:,} products", measured=f"p50 {p50:.1f} ms, p95 {p95:.1f} ms",
        method=f"the tool catalog_search, {len(QUERIES)} queries in two languages, each {ROUNDS} times, "
        "every other time with a price limit",
    )  # fmt: skip
