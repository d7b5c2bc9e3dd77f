"""What a turn knew, built from the demo businesses' own catalogs, offers and documents as the tools tell them."""

import csv
import tomllib
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from journeys.check import Evidence
from knowledge.chunk import chunk
from knowledge.load import load
from tests.here import ROOT
from tests.journeys.orders.books import order, payment, standing
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.catalog_search import CatalogSearchResult
from tools.context.customer_update_preferences import CustomerUpdatePreferencesResult
from tools.context.tenant_get_context import TenantGetContextResult
from tools.contract import Call, Result
from tools.handoff.handoff_create_ticket import HandoffCreateTicketResult
from tools.offers.offers_get_applicable import OffersGetApplicableResult
from tools.orders.order_create import OrderCreateResult
from tools.payments.order_get_status import OrderGetStatusResult

DEMO = ROOT / "conversations" / "simulator" / "demo"
RUNNING = [
    "Marathon Cushion Max", "Nyota Breeze Running Shoe", "Mtaa Runner Knit", "Iten Tempo Racer",
    "Eldoret Daily Trainer", "Uhuru Park Jogger",
]  # fmt: skip
DATA = ["Daily 350 MB Bundle", "Daily 1.5 GB Bundle", "Weekly 2.5 GB Bundle", "Three-Hour Night Owl 3 GB"]
NAMES = {"duka": ("Duka Mtaani", "Zawadi"), "mtandao": ("Mtandao",), "oasis": ("Oasis Diani Beach Resort", "Oasis")}
OTHERS = frozenset({"duka mtaani", "oasis diani beach resort", "oasis diani", "mtandao"})
CONTACT = {"phone": "+254700000101", "email": "help@duka.example"}
LINKS = ["https://duka.example/catalog"]
ORDER_NUMBER = "K7M2P9R4"


@cache
def rows(tenant: str) -> tuple[dict[str, str], ...]:
    with (DEMO / tenant / "catalog.csv").open(newline="") as file:
        return tuple(csv.DictReader(file))


def variants(tenant: str, title: str) -> list[dict[str, str]]:
    return [row for row in rows(tenant) if row["title"] == title]


def pairs(text: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in text.split(";") if pair)


def facts(tenant: str, title: str) -> dict[str, Any]:
    found = variants(tenant, title)
    prices = [Decimal(row["price"]) for row in found]
    options: dict[str, list[str]] = {}
    for row in found:
        for name, value in pairs(row["variant"]).items():
            options.setdefault(name, [])
            if value not in options[name]:
                options[name].append(value)
    return {
        "item_id": found[0]["product"], "title": title, "category": found[0]["category"],
        "brand": found[0]["brand"] or None, "price_from": min(prices), "price_to": max(prices),
        "currency": found[0]["currency"], "in_stock": any(int(row["stock"]) for row in found),
        "attributes": pairs(found[0]["attributes"]), "options": options, "link_path": f"/items/{found[0]['product']}",
        "description": found[0]["description"],
    }  # fmt: skip


def search(tenant: str, titles: list[str], total: int) -> CatalogSearchResult:
    return CatalogSearchResult.model_validate({
        "items": [facts(tenant, title) | {"score": 0.9} for title in titles], "total_estimate": total,
        "confidence": "strong", "is_vague": False, "unmatched_words": [], "filters": {}, "categories": [],
        "near_misses": [],
    })  # fmt: skip


def item(tenant: str, title: str) -> CatalogGetItemResult:
    forms = [
        {
            "sku": row["sku"], "options": pairs(row["variant"]), "price": Decimal(row["price"]),
            "currency": row["currency"], "stock": int(row["stock"]), "in_stock": int(row["stock"]) > 0,
        }
        for row in variants(tenant, title)
    ]  # fmt: skip
    told = facts(tenant, title) | {"image_url": None}
    return CatalogGetItemResult.model_validate(told | {"variants": forms, "sku": None})


def offers() -> OffersGetApplicableResult:
    stored = tomllib.loads((DEMO / "duka" / "offers.toml").read_text(encoding="utf-8"))["offers"]
    running = [one for one in stored if one.get("is_public", True) and "ends_at" not in one]
    return OffersGetApplicableResult.model_validate({
        "offers": [
            {
                "name": one["name"], "description": one["description"], "code": one.get("code"),
                "percent": one.get("percent"), "amount": one.get("amount"), "currency": "KES",
                "minimum_spend": one.get("minimum_spend"), "ends_on": None, "scope": one.get("shelves", []),
                "applies": True, "saving": None, "obstacle": None,
            }
            for one in running
        ]
    })  # fmt: skip


def passages(path: str) -> list[tuple[str, str]]:
    """The passages of a document as the library cuts it, each with its headings; of a property those under `#`."""
    path, _, part = path.partition("#")
    loaded = load((DEMO / path).read_bytes(), Path(path).name)
    title = loaded.details.title
    found = chunk(loaded).passages
    meant = [each for each in found if not part or each.section.casefold().startswith(part)]
    return [(each.text, f"{title} {each.section}") for each in meant]


def called(*answers: Result) -> list[Call]:
    return [Call(tool="any", effect="read", arguments={}, answer=answer, milliseconds=1) for answer in answers]


def of(*answers: Result, words: tuple[str, ...] = (), **more: Any) -> Evidence:
    own = NAMES[more.pop("tenant", "duka")]
    extra = [*own, CONTACT, *LINKS, *more.pop("extra", [])]
    return Evidence.of(called(*answers), extra=extra, words=words, own_names=own, other_names=OTHERS, **more)


def _order(status: str, payment_status: str, *payments: Any, paid: int = 0) -> Evidence:
    told = standing(ORDER_NUMBER, status, payment_status, *payments, paid=paid)
    return of(OrderGetStatusResult(orders=[told]), words=("where is my order?",))


def _ticket() -> HandoffCreateTicketResult:
    return HandoffCreateTicketResult(
        ticket_id="t", number="T-533001", is_new=True, expected_reply="within 15 minutes",
        expected_at=datetime(2026, 11, 23, 8, 30, tzinfo=UTC), within_minutes=15,
    )  # fmt: skip


def _preferences(changed: str, **now: Any) -> CustomerUpdatePreferencesResult:
    usual = {"language_preference": None, "consents": {}}
    return CustomerUpdatePreferencesResult.model_validate({"changed": [changed], **usual, **now})


def _settings() -> TenantGetContextResult:
    """The shop as every turn knows it, with its hours."""
    stored = tomllib.loads((DEMO / "duka" / "tenant.toml").read_text(encoding="utf-8"))
    known = {name: value for name, value in stored.items() if name in TenantGetContextResult.model_fields}
    return TenantGetContextResult.model_validate(known | {"tenant_name": stored["name"], "chat_model": None})


def _library(*paths: str, words: str, **more: Any) -> Evidence:
    tenant = paths[0].partition("/")[0]
    return of(words=(words,), tenant=tenant, passages=[each for path in paths for each in passages(path)], **more)


CONTEXTS: dict[str, Callable[[], Evidence]] = {
    "plain": lambda: of(words=("hello",)),
    "shoes": lambda: of(
        search("duka", RUNNING, 15), words=("running shoes in red under 5000, maybe 3500",),
    ),
    "item": lambda: of(item("duka", "Nyota Breeze Running Shoe"), words=("I want this one in 45, or blue, or 42",)),
    "bundles": lambda: of(
        search("mtandao", ["Weekly 2.5 GB Bundle", "Daily 1.5 GB Bundle"], 2),
        item("mtandao", "Weekly 2.5 GB Bundle"), item("mtandao", "Daily 1.5 GB Bundle"),
        tenant="mtandao",
    ),
    "rooms": lambda: of(item("oasis", "Garden Room"), item("oasis", "Pool Terrace Room"), tenant="oasis"),
    "board": lambda: of(
        item("oasis", "Garden Room"), words=("how much is the garden room on full board?",), tenant="oasis"
    ),
    "trail": lambda: of(item("duka", "Rift Valley Trail Runner"), words=("the green one in 42 please",)),
    "pair": lambda: of(
        item("duka", "Kipepeo Lite Runner"), item("duka", "Mtaa Runner Knit"), words=("which of the two is better?",)
    ),
    "data": lambda: of(
        *(item("mtandao", title) for title in DATA), words=("which bundle gives most for the money?",),
        tenant="mtandao",
    ),
    "spa": lambda: of(
        item("oasis", "Swahili Coconut Massage"), item("oasis", "Deep Tissue Massage"),
        words=("how much is a massage?",), tenant="oasis",
    ),
    "trips": lambda: of(
        item("oasis", "Wasini Dhow and Snorkelling Trip"), item("oasis", "Kitesurfing Lesson"),
        words=("kitesurfing, or the dhow for two adults and one child",), tenant="oasis",
    ),
    "hours": lambda: of(_settings(), words=("when are you open?",)),
    "offers_trail": lambda: of(offers(), item("duka", "Rift Valley Trail Runner"), words=("any discount on these?",)),
    "cart": lambda: of(OrderCreateResult(order=order(ORDER_NUMBER, "draft"), price_changes=[])),
    "order_unpaid": lambda: _order("placed", "unpaid"),
    "order_pending": lambda: _order("placed", "pending", payment("pending")),
    "order_paid": lambda: _order("paid", "paid", payment("paid", receipt="UKL8A1B2C3"), paid=9000),
    "order_shipped": lambda: _order("shipped", "paid", payment("paid", receipt="UKL8A1B2C3"), paid=9000),
    "offers": lambda: of(offers(), words=("any discount?",)),
    "ticket": lambda: of(_ticket(), words=("I want a person",)),
    "language_changed": lambda: of(_preferences("language_preference", language_preference="sw")),
    "stopped": lambda: of(_preferences("marketing", consents={"marketing": False}), words=("no more offers",)),
    "delivery": lambda: _library("duka/library/delivery.md", words="do you deliver to Kisumu?"),
    "returns": lambda: _library("duka/library/returns.md", words="can I return them?"),
    "warranty": lambda: _library("duka/library/warranty.md", words="is there a warranty?"),
    "lights": lambda: _library("mtandao/library/02_pon_and_los_lights.md", words="what does PON green mean?"),
    "wifi": lambda: _library("mtandao/library/01_home_wifi.md", words="my wifi drops"),
    "apn": lambda: _library("mtandao/library/04_apn_settings.md", words="apn"),
    "reset": lambda: _library("mtandao/library/07_router_reset.md", words="reset my router"),
    "slow": lambda: _library("mtandao/library/08_slow_internet.md", words="internet is slow"),
    "sim": lambda: _library("mtandao/library/09_sim_and_esim.md", words="esim"),
    "bando": lambda: _library("mtandao/library/10_maswali_ya_bando.csv", words="salio la bando"),
    "resort": lambda: _library("oasis/library/property.json#restaurants", words="restaurants?"),
    "table": lambda: _library(  # tomorrow is a Monday
        "oasis/library/property.json#restaurants", today=date(2026, 11, 22),
        words="can we eat at Jahazi Grill tomorrow at 8pm? we are 5 adults and 1 child",
    ),
    "amenities": lambda: _library("oasis/library/property.json#amenities", words="what is there to do?"),
    "faq": lambda: _library("oasis/library/property.json#faq", words="pets, breakfast, children?"),
    "promotions": lambda: _library("oasis/library/property.json#promotions", words="any offers?"),
}  # fmt: skip


@cache
def evidence(name: str) -> Evidence:
    return CONTEXTS[name]()
