"""What a turn knew, built from the demo businesses' own catalogs, offers and documents as the tools tell them."""

import csv
import tomllib
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from journeys import catalog
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
PROPERTY = "oasis/library/property.json"
AGREEMENT = [
    f"mtandao/library/{name}.md" for name in ("11_service_agreement", "12_schedule_of_fees", "13_equipment_guide")
]
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


def offers(tenant: str = "duka") -> OffersGetApplicableResult:
    stored = tomllib.loads((DEMO / tenant / "offers.toml").read_text(encoding="utf-8"))["offers"]
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


def _beside(*items: CatalogGetItemResult, words: str, cited: list[tuple[str, str]], **more: Any) -> Evidence:
    """Passages that are cited, and items beside them."""
    answers = (*items, *more.pop("answers", ()))
    return of(*answers, words=(words,), passages=[*cited, *map(catalog.as_source, items)], **more)


def _cited(*paths: str, only: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    found = [each for path in paths for each in passages(path)]
    return [each for each in found if not only or any(name in each[1] for name in only)]


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
    "ont": lambda: _library("mtandao/library/03_ont_installation.md", words="can I move the fibre box? it is broken"),
    "bridge": lambda: _library("mtandao/library/06_bridge_mode.md", words="I want to use my own router"),
    "reset": lambda: _library("mtandao/library/07_router_reset.md", words="reset my router"),
    "5g": lambda: _library("mtandao/library/05_5g_home_internet.md", words="5G at home"),
    "agreement": lambda: _library(*AGREEMENT, words="the contract for my fibre"),
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
    "towns": lambda: _beside(
        words="mnadeliver Voi ama Malindi? and is it free to Westlands?", cited=_cited("duka/library/delivery.md")
    ),
    "towns2": lambda: _beside(
        words="how much to Naivasha, Thika or Kilimani? a mattress to Kisumu? my order is 6200",
        cited=_cited("duka/library/delivery.md"),
    ),
    "parcel": lambda: _beside(
        item("duka", "Digital Air Fryer"), item("duka", "Two-Burner Gas Cooker"),
        words="can you bring the gas cooker to Machakos, and what if the air fryer breaks after eight months?",
        cited=_cited("duka/library/delivery.md", "duka/library/returns.md", "duka/library/warranty.md"),
    ),
    "rain": lambda: of(
        item("duka", "Masika Raincoat"), item("duka", "Shamba Gumboot"), item("duka", "Tembea Hiking Boot"),
        words=("something for the rain, raincoat XL and gumboots size 39, under 2000",),
    ),
    "hoodie": lambda: _beside(
        item("duka", "Unisex Fleece Hoodie"), cited=_cited("duka/library/returns.md"),
        words="hoodie XXL grey or black? can I change the size later, I paid by mpesa",
    ),
    "flask": lambda: _beside(
        item("duka", "Vacuum Flask Chai"), item("duka", "Electric Kettle Cordless"),
        words="which flask? will tea from 6am be hot at 4pm? kettle warranty?",
        cited=_cited("duka/library/warranty.md"),
    ),
    "leaving": lambda: _beside(
        words="I pay 2999 a month and have six months left, what if I leave now? and if I lost the router?",
        cited=_cited(*AGREEMENT), tenant="mtandao",
    ),
    "move": lambda: _beside(
        words="I am moving to Ruaka, can the fibre come along? the ONT is 2 years old and scratched",
        cited=_cited(*AGREEMENT), tenant="mtandao",
    ),
    "newsim": lambda: _beside(
        item("mtandao", "New SIM Card"), item("mtandao", "eSIM Activation"), item("mtandao", "SIM Replacement"),
        words="I lost my phone, can I keep my number? eSIM bei gani",
        cited=_cited("mtandao/library/09_sim_and_esim.md"), tenant="mtandao",
    ),
    "homenet": lambda: _beside(
        item("mtandao", "5G Home Internet Unlimited"), item("mtandao", "Fibre Familia 25 Mbps"),
        item("mtandao", "Fibre Nyumbani 10 Mbps"), words="5G ama fibre? naishi Thika, tuko wanne",
        cited=_cited("mtandao/library/05_5g_home_internet.md"), tenant="mtandao",
    ),
    "night": lambda: _beside(
        *(item("mtandao", title) for title in DATA), words="bando la usiku na mchana? my bundle finished",
        cited=_cited("mtandao/library/10_maswali_ya_bando.csv"), tenant="mtandao",
    ),
    "data2": lambda: _beside(
        item("mtandao", "Monthly 20 GB Bundle"), item("mtandao", "Monthly 45 GB Bundle"),
        item("mtandao", "No-Expiry 5 GB Bundle"), answers=(offers("mtandao"),), tenant="mtandao",
        words="monthly bundle, which is better? can I share data with my brother? any code?",
        cited=_cited("mtandao/library/10_maswali_ya_bando.csv"),
    ),
    "lights2": lambda: _beside(
        words="PON inablink green kwa dakika kumi, LOS red?",
        cited=_cited("mtandao/library/02_pon_and_los_lights.md"), tenant="mtandao",
    ),
    "stay": lambda: _beside(
        item("oasis", "Garden Room"), item("oasis", "Family Cottage"), item("oasis", "Ocean View Room"),
        words="2 adults and a child of 6, three nights, half board. can we check out late?",
        cited=_cited(f"{PROPERTY}#hotel", f"{PROPERTY}#faq"), tenant="oasis",
    ),
    "couple": lambda: _beside(
        item("oasis", "Honeymoon Dhow Suite"), item("oasis", "Ukunda Airstrip Transfer"),
        words="two nights for two in the dhow suite half board, dinner on Monday, can we cancel? "
        "transfer from the airstrip",
        cited=_cited(f"{PROPERTY}#restaurants", f"{PROPERTY}#faq", f"{PROPERTY}#hotel"), tenant="oasis",
        today=date(2026, 11, 22),
    ),
    "fitness": lambda: _beside(
        words="mna sauna? can I swim at 6 in the morning?", tenant="oasis",
        cited=_cited(f"{PROPERTY}#amenities", only=("Fitness", "Lagoon")),
    ),
    "spa2": lambda: _beside(
        item("oasis", "Swahili Coconut Massage"), item("oasis", "Henna by Mama Zuhura"), tenant="oasis",
        words="massage for two at 8 pm, my daughter of 14 as well? henna?",
        cited=_cited(f"{PROPERTY}#amenities", only=("Spa",)),
    ),
    "day": lambda: _beside(
        item("oasis", "Beach and Pool Day Pass"), item("oasis", "Day Pass with Lunch"),
        item("oasis", "Sunset Dhow Cruise"), words="day visit for 2 adults and 2 children, 7 and 10", tenant="oasis",
        cited=_cited(f"{PROPERTY}#amenities", only=("Lagoon", "Kids", "Parking")),
    ),
    "leisure": lambda: _beside(
        words="casino? what can we do on Monday evening, our kids are 5 and 9", tenant="oasis",
        cited=_cited(f"{PROPERTY}#amenities", f"{PROPERTY}#gaming", f"{PROPERTY}#entertainment"),
    ),
    "guide": lambda: _beside(
        words="is the sea safe? can my friend visit me at night? party till 1?", tenant="oasis",
        cited=_cited("oasis/library/guest_guide.pdf"),
    ),
    "house": lambda: _beside(
        words="wheelchair? smoking? luggage after check out at 10:30", tenant="oasis",
        cited=_cited("oasis/library/guest_guide.pdf", f"{PROPERTY}#hotel", f"{PROPERTY}#faq"),
    ),
}  # fmt: skip


@cache
def evidence(name: str) -> Evidence:
    return CONTEXTS[name]()
