"""ConversationState: all that a conversation remembers between turns, one validated JSON document with a version."""

from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

VERSION: Literal[1] = 1

Intent = Literal[
    "sales_discovery",
    "product_question",
    "support_question",
    "order_status",
    "discounts_offers",
    "preferences_consent",
    "payment_help",
    "human_request",
    "spam_casual",
    "unknown",
]
Journey = Literal["sales", "support", "orders", "offers", "prefs", "governance", "unknown"]
Lang = Literal["en", "sw", "sheng", "mixed"]
GovernorClass = Literal["business", "casual", "spam", "abuse"]


class ShownItem(BaseModel):
    """A catalog item as the customer saw it: the number she may pick, and the price she was told."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    item_id: str
    title: str
    price: Decimal
    currency: str


class CartLine(BaseModel):
    """One thing the customer wants to buy, at the price she was told."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sku: str
    item_id: str
    title: str
    options: dict[str, str] = Field(default_factory=dict)
    quantity: int = Field(ge=1)
    unit_price: Decimal
    currency: str


class Choosing(BaseModel):
    """An item that is being put together for the cart: what has been chosen of it so far."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    item_id: str
    options: dict[str, str] = Field(default_factory=dict)
    quantity: int | None = Field(None, ge=1)


class Asked(BaseModel):
    """A question we asked, and the answers that settle it; `about` is the message that was unclear."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal[
        "pick_item",
        "pick_topic",
        "yes_or_no",
        "narrow",
        "pick_option",
        "quantity",
        "cart",
        "confirm",
        "pick_method",
        "phone",
        "retry",
        "details",
    ]
    journey: Journey
    options: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    about: str = ""
    quote: str = ""
    """For "confirm": the order and amount that a yes is a yes to."""


class ConversationState(BaseModel):
    """What is known; what is absent is unknown. Nodes return changed copies, never change it in place."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1] = VERSION

    # Identity and scope
    tenant_id: str
    conversation_id: str
    request_id: str
    customer_id: str | None = None
    phone_e164: str | None = None

    # Tenant
    tenant_name: str | None = None
    bot_name: str | None = None
    bot_intro: str | None = None
    tone_style: str = "friendly_concise"
    default_language: Lang = "en"
    allowed_languages: list[str] = Field(default_factory=lambda: ["en", "sw", "sheng"])
    max_chattiness_level: int = Field(2, ge=0, le=3)
    catalog_link_base: str | None = None
    currency: str = "KES"
    payments_enabled: dict[str, bool] = Field(default_factory=dict)
    compliance: dict[str, Any] = Field(default_factory=dict)
    handoff: dict[str, Any] = Field(default_factory=dict)

    # Customer
    customer_language_pref: Lang | None = None
    marketing_opt_in: bool | None = None
    notification_prefs: dict[str, bool] = Field(default_factory=dict)

    # What the last message was taken for
    intent: Intent = "unknown"
    intent_confidence: float = Field(0.0, ge=0, le=1)
    journey: Journey = "unknown"
    journey_at: datetime | None = None
    response_language: Lang = "en"
    language_confidence: float = Field(0.0, ge=0, le=1)
    established_language: Lang | None = None
    governor_classification: GovernorClass = "business"
    governor_confidence: float = Field(0.0, ge=0, le=1)

    # Catalog and order
    last_catalog_query: str | None = None
    last_catalog_filters: dict[str, Any] = Field(default_factory=dict)
    last_catalog_results: list[ShownItem] = Field(default_factory=list)
    catalog_total_matches_estimate: int | None = None
    catalog_rejections: int = Field(0, ge=0)
    catalog_shown_ids: list[str] = Field(default_factory=list)
    selected_item_ids: list[str] = Field(default_factory=list)
    cart: list[CartLine] = Field(default_factory=list)
    choosing: Choosing | None = None
    order_id: str | None = None
    order_number: str | None = None
    order_totals: dict[str, Any] = Field(default_factory=dict)
    payment_request_id: str | None = None
    payment_method: str | None = None
    payment_phone: str | None = None
    payment_status: str | None = None

    # Retrieval
    kb_snippets: list[dict[str, Any]] = Field(default_factory=list)
    support_question: str | None = None
    support_asks: int = Field(0, ge=0)
    support_details: dict[str, str] = Field(default_factory=dict)

    # Escalation
    escalation_required: bool = False
    escalation_reason: str | None = None
    handoff_ticket_id: str | None = None

    # Conversation controls
    turn_count: int = Field(0, ge=0)
    casual_turns: int = Field(0, ge=0)
    spam_turns: int = Field(0, ge=0)
    abuse_turns: int = Field(0, ge=0)
    clarify_turns: int = Field(0, ge=0)
    asked: Asked | None = None
    is_introduced: bool = False
    is_told_to_slow_down: bool = False

    # Output
    response_text: str | None = None

    def having(self, **changes: Any) -> "ConversationState":
        """A validated copy with these fields changed."""
        return ConversationState.model_validate(dict(self) | changes)


class StateUnreadable(ValueError):
    """The stored state is not one this version understands."""


def load(stored: dict[str, Any] | None, *, tenant_id: str, conversation_id: str, request_id: str) -> ConversationState:
    """The stored state under this turn's identity; an absent one is unknown; raises StateUnreadable when corrupt."""
    identity = {"tenant_id": tenant_id, "conversation_id": conversation_id, "request_id": request_id}
    if not stored:
        return ConversationState(**identity)
    try:
        state = ConversationState.model_validate(stored)
    except ValueError as error:
        raise StateUnreadable(str(error)) from error
    if (state.tenant_id, state.conversation_id) != (tenant_id, conversation_id):
        raise StateUnreadable("the state belongs to another conversation")
    return state.having(**identity)
