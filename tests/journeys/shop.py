"""A little shop in memory that answers by the tools' own contracts, so that the mind is tested alone."""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid5

from journeys import registry as journeys_registry
from journeys.context import Incoming, Trace, TurnContext
from journeys.graph import Outcome, respond
from journeys.llm import Mind, Provider
from journeys.reply import Reply
from journeys.state import ConversationState, begin
from knowledge import lexicon
from knowledge.answer.meaning import terms
from knowledge.injection import honest_part
from tools import registry
from tools.catalog.catalog_get_item import CatalogGetItemArgs, CatalogGetItemResult, VariantFacts
from tools.catalog.catalog_search import (
    CatalogSearchArgs,
    CatalogSearchResult,
    CategoryCount,
    NearMiss,
    SearchItem,
)
from tools.context.customer_get_or_create import CustomerGetOrCreateResult
from tools.context.customer_update_preferences import (
    CustomerUpdatePreferencesArgs,
    CustomerUpdatePreferencesResult,
)
from tools.context.tenant_get_context import TenantGetContextResult
from tools.contract import Args, Call, Refusal, Result, ToolContext
from tools.exemplars.selectors import Taught
from tools.handoff.handoff_create_ticket import HandoffCreateTicketArgs, HandoffCreateTicketResult
from tools.offers.offers_get_applicable import OffersGetApplicableResult
from tools.offers.selectors import InPassing
from tools.support.kb_retrieve import KbRetrieveArgs, KbRetrieveResult, Snippet

SPACE = UUID("0198f000-0000-7000-8000-000000000000")
NOON = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Thing:
    """Something the shop sells."""

    title: str
    price: int
    category: str = "Shoes > Running"
    colour: str = "black"
    sizes: tuple[str, ...] = ("40", "41", "42")
    stock: int = 4

    @property
    def item_id(self) -> str:
        return str(uuid5(SPACE, self.title))

    @property
    def concepts(self) -> set[str]:
        return set(lexicon.concepts(f"{self.title} {self.category} {self.colour}"))


THINGS = (
    Thing("Swift Runner Running Shoes", 4500, colour="red"),
    Thing("Savanna Running Shoes", 3200),
    Thing("Rift Running Shoes", 4800, colour="blue"),
    Thing("Karura Running Shoes", 2900, stock=0),
    Thing("Ngong Running Shoes", 4100, colour="white"),
    Thing("Uhuru Running Shoes", 4950),
    Thing("Marathon Running Shoes", 3900, colour="red"),
    Thing("Elite Running Shoes", 12500, colour="red"),
    Thing("Clay Cooking Pot", 1500, category="Kitchen", colour="brown", sizes=()),
    Thing("Leather Handbag", 6200, category="Bags", colour="brown", sizes=()),
)


@dataclass
class Shop:
    """The tenant, its things and its customer; `calls` are the calls it got."""

    things: tuple[Thing, ...] = THINGS
    tenant: dict[str, Any] = field(default_factory=dict)
    customer: dict[str, Any] = field(default_factory=dict)
    calls: list[str] = field(default_factory=list)
    broken: frozenset[str] = frozenset()
    excluded: list[str] = field(default_factory=list)
    library: tuple[Snippet, ...] = ()
    tickets: list[HandoffCreateTicketArgs] = field(default_factory=list)

    def __call__(self, name: str, arguments: Mapping[str, Any], context: ToolContext) -> Call:
        self.calls.append(name)
        tool = registry.BY_NAME[name]
        known = dict(arguments)
        excluded = known.pop("exclude_item_ids", [])
        args = tool.args.model_validate(known)
        self.excluded = excluded
        answer: Result | Refusal = getattr(self, name)(args)
        if name in self.broken:
            answer = Refusal(code="broken", reason="It is broken.")
        asked = args.model_dump(mode="json")
        return Call(tool=name, effect=tool.effect, arguments=asked, answer=answer, milliseconds=0.1)

    def tenant_get_context(self, args: Args) -> TenantGetContextResult:
        usual = {
            "tenant_name": "Duka",
            "journeys_off": ["billing", "research"],
            "bot_name": "Zuri",
            "bot_intro": "I am Zuri, Duka's assistant.",
            "tone_style": "friendly_concise",
            "default_language": "en",
            "allowed_languages": ["en", "sw", "sheng"],
            "max_chattiness_level": 2,
            "catalog_link_base": "https://duka.example/catalog",
            "payments_enabled": {},
            "escalation_rules": {"phone": "+254700000009"},
            "compliance": {},
            "currency": "KES",
            "time_zone": "Africa/Nairobi",
            "business_hours": {},
            "chat_model": None,
        }
        return TenantGetContextResult.model_validate(usual | self.tenant)

    def customer_get_or_create(self, args: Args) -> CustomerGetOrCreateResult:
        unknown: dict[str, Any] = {
            "customer_id": str(SPACE), "name": "", "phone_e164": None, "language_preference": None,
            "consents": {}, "tags": [],
        }  # fmt: skip
        return CustomerGetOrCreateResult.model_validate(unknown | self.customer)

    def customer_update_preferences(self, args: CustomerUpdatePreferencesArgs) -> CustomerUpdatePreferencesResult:
        told = {"language_preference": args.language_preference, "name": args.called, "phone_e164": args.told_phone}
        changes = {name: value for name, value in told.items() if value is not None}
        known = self.customer.get("consents", {})
        wishes = {purpose: wish for purpose, wish in (args.consents or {}).items() if known.get(purpose) is not wish}
        self.customer |= changes | {"consents": known | wishes}
        now = self.customer_get_or_create(args)
        return CustomerUpdatePreferencesResult(
            changed=[*changes, *wishes], **now.model_dump(include={"language_preference", "consents"})
        )

    def order_get_status(self, args: Args) -> Refusal:
        return Refusal(code="no_orders", reason="She has ordered nothing yet.")

    def offers_get_applicable(self, args: Args) -> OffersGetApplicableResult:
        return OffersGetApplicableResult(offers=[])

    def catalog_search(self, args: CatalogSearchArgs) -> CatalogSearchResult:
        meant = set(lexicon.concepts(args.query or ""))
        alike = [thing for thing in self.things if meant <= thing.concepts]
        fitting = [thing for thing in alike if self._fits(thing, args)]
        excluded = set(self.excluded)
        shown = [thing for thing in fitting if thing.item_id not in excluded]
        if args.sort == "price_low":
            shown.sort(key=lambda thing: thing.price)
        missed = [] if fitting else alike[:3]
        failed = ["size"] if {"size"} == args.attributes.keys() else ["colour"]
        shelves = sorted({thing.category for thing in fitting})
        return CatalogSearchResult.model_validate({
            "items": [self._item(thing) for thing in shown[: args.limit]],
            "total_estimate": len(fitting),
            "confidence": "strong" if fitting else "none",
            "is_vague": not meant,
            "unmatched_words": [],
            "filters": {},
            "categories": [CategoryCount(path=path, items=1) for path in shelves][:6],
            "near_misses": [NearMiss(item=self._item(thing), failed=failed) for thing in missed],
        })  # fmt: skip

    def kb_retrieve(self, args: KbRetrieveArgs) -> KbRetrieveResult:
        asked = terms(f"{args.before} {args.query}")
        alike = {each.chunk_id: len(asked & terms(f"{each.title} {each.section} {each.text}")) for each in self.library}
        found = sorted(self.library, key=lambda snippet: -alike[snippet.chunk_id])
        near = [self._quotable(snippet) for snippet in found if alike[snippet.chunk_id] >= 2]
        decision = "enough" if near else "low_scores" if self.library else "empty_library"
        return KbRetrieveResult(
            is_enough=bool(near), is_empty_library=not self.library, snippets=near[: args.top_k],
            best_score=0.9 if near else 0.3, mean_score=0.85 if near else 0.3, threshold=0.5, decision=decision,
        )  # fmt: skip

    @staticmethod
    def _quotable(snippet: Snippet) -> Snippet:
        return snippet.model_copy(update={"text": honest_part(snippet.text)}) if snippet.injection else snippet

    def handoff_create_ticket(self, args: HandoffCreateTicketArgs) -> HandoffCreateTicketResult:
        self.tickets.append(args)
        return HandoffCreateTicketResult(
            ticket_id=str(SPACE), number="T-123456", is_new=len(self.tickets) == 1,
            expected_reply="within 15 minutes", expected_at=None, within_minutes=15,
        )  # fmt: skip

    def _fits(self, thing: Thing, args: CatalogSearchArgs) -> bool:
        price = Decimal(thing.price)
        is_affordable = (args.price_min or 0) <= price <= (args.price_max or price)
        colour, size = args.attributes.get("colour"), args.attributes.get("size")
        return is_affordable and colour in (None, thing.colour) and (size is None or size in thing.sizes)

    def _item(self, thing: Thing) -> SearchItem:
        return SearchItem(**self._facts(thing), score=0.9)

    def _facts(self, thing: Thing) -> dict[str, Any]:
        return {
            "item_id": thing.item_id, "title": thing.title, "category": thing.category, "brand": None,
            "price_from": Decimal(thing.price), "price_to": Decimal(thing.price), "currency": "KES",
            "in_stock": thing.stock > 0, "attributes": {},
            "options": {"size": list(thing.sizes), "colour": [thing.colour]},
            "link_path": f"/items/{thing.item_id}",
        }  # fmt: skip

    def catalog_get_item(self, args: CatalogGetItemArgs) -> CatalogGetItemResult | Refusal:
        thing = next((thing for thing in self.things if thing.item_id == args.item_id), None)
        if thing is None:
            return Refusal(code="item_unknown", reason="There is no such item.")
        variants = [
            VariantFacts(
                sku=f"{thing.item_id}-{size}", options={"size": size, "colour": thing.colour},
                price=Decimal(thing.price), currency="KES", stock=thing.stock, in_stock=thing.stock > 0,
            )
            for size in thing.sizes or ("one",)
        ]  # fmt: skip
        return CatalogGetItemResult(
            **self._facts(thing),
            description=f"A fine {thing.title}.",
            image_url=None,
            variants=variants,
            sku=None,
        )


@dataclass
class Chat:
    """A customer's conversation with the shop's mind, turn after turn."""

    shop: Shop = field(default_factory=Shop)
    now: datetime = NOON
    provider: Provider = field(default_factory=Provider)
    names: frozenset[str] = frozenset()
    taught: tuple[Taught, ...] = ()
    offers: tuple[InPassing, ...] = ()
    conduct: Mapping[str, int] = field(default_factory=dict)
    state: ConversationState = field(
        default_factory=lambda: begin(tenant_id=str(SPACE), conversation_id=str(SPACE), request_id=str(SPACE))
    )
    trace: Trace = field(default_factory=Trace)
    outcome: Outcome | None = None

    def say(self, *texts: str, kind: str = "text", tapped_id: str = "", last_minute: int = 1) -> str:
        """Send a burst; the words of the answer, empty when there is none."""
        self.now += timedelta(seconds=30)
        context = self.context(*texts, kind=kind, tapped_id=tapped_id, last_minute=last_minute)
        self.trace = context.trace
        self.outcome = respond(self.state, context)
        self.state = self.outcome.state
        return self.said

    @property
    def said(self) -> str:
        """The words of the last answer."""
        return "\n\n".join(reply.text for reply in self.outcome.replies) if self.outcome else ""

    def context(self, *texts: str, kind: str = "text", tapped_id: str = "", last_minute: int = 1) -> TurnContext:
        trace = Trace()
        return TurnContext(
            incoming=tuple(Incoming(kind=kind, text=text, tapped_id=tapped_id, received_at=self.now) for text in texts),
            tools=ToolContext(
                tenant_id=SPACE, conversation_id=SPACE, request_id=SPACE, customer_id=SPACE, now=self.now
            ),
            trace=trace,
            mind=Mind(provider=self.provider, trace=trace),
            messages_last_minute=last_minute,
            other_names=self.names,
            call_tool=self.shop,
            taught=lambda: self.taught,
            offers=lambda: self.offers,
            conduct_lately=lambda: self.conduct,
            remembered=journeys_registry.remembered,
        )

    @property
    def reply(self) -> Reply:
        """The only reply of the last turn."""
        assert self.outcome is not None
        (reply,) = self.outcome.replies
        return reply

    def tap(self, option_id: str, title: str = "A row") -> str:
        return self.say(title, kind="tap", tapped_id=option_id)


_talks: dict[tuple[object, ...], Chat] = {}


def talked(shop: Callable[..., Shop], settings: Mapping[str, Any], *messages: str) -> Chat:
    """A chat in which these messages have been said, one after another; said once, and copied for whoever begins so."""
    key = (shop, repr(sorted(settings.items())), messages)
    if key not in _talks:
        chat = talked(shop, settings, *messages[:-1]) if messages else Chat(shop=shop(**settings))
        if messages:
            chat.say(messages[-1])
        _talks[key] = chat
    return copy.deepcopy(_talks[key])
