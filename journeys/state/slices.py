"""The slices of a conversation's state, each one's fields belonging to one room; what is absent is unknown."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from journeys.language.registry import Lang, codes
from journeys.state.questions import Question
from tools.catalog.units import Quantity

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
GovernorClass = Literal["business", "casual", "spam", "abuse"]


class Slice(BaseModel):
    """A part of the state. Fields that a newer version added are kept as they are, so that it finds them again."""

    model_config = ConfigDict(extra="allow", frozen=True)

    def having(self, **changes: Any) -> Self:
        """A validated copy with these fields changed; raises ValueError for a name that this slice does not have."""
        if unknown := changes.keys() - type(self).model_fields.keys():
            raise ValueError(f"{type(self).__name__} has no {', '.join(sorted(unknown))}")
        return type(self).model_validate(dict(self) | changes)


class ShownItem(Slice):
    """A catalog item as the customer saw it: its place is its number in the list, the price what they were told."""

    item_id: str
    title: str
    price: Decimal
    currency: str
    unit: str = "piece"
    options: dict[str, list[str]] = Field(default_factory=dict)


class CartLine(Slice):
    """One thing the customer wants to buy, at the price they were told."""

    sku: str
    item_id: str
    title: str
    options: dict[str, str] = Field(default_factory=dict)
    unit: str = "piece"
    quantity: Quantity = Field(gt=0)
    unit_price: Decimal
    currency: str


class Choosing(Slice):
    """An item that is being put together for the cart: what has been chosen of it so far."""

    item_id: str
    title: str = ""
    options: dict[str, str] = Field(default_factory=dict)
    unit: str = "piece"
    quantity: Quantity | None = Field(None, gt=0)
    is_ordered: bool = False
    """Whether they have asked for it, rather than about it: it waits for its form until it is left."""


class ItemNote(Slice):
    """When one item of an order is wanted, and what is noted on it; it leaves with the item."""

    item_id: str
    title: str
    when: str = ""
    note: str = ""


class Delivery(Slice):
    """Where an order goes, as the customer said it; an empty word is not said."""

    recipient: str = ""
    place: str = ""
    when: str = ""
    note: str = ""
    of_items: list[ItemNote] = Field(default_factory=list)

    def as_told(self) -> dict[str, str]:
        """What is said of it, in words: what is noted on an item stands in the note of all, under its title."""
        of_items = [f"{each.title}: {', '.join(filter(None, (each.when, each.note)))}" for each in self.of_items]
        note = "; ".join(filter(None, (self.note, *of_items)))
        known = {"recipient": self.recipient, "place": self.place, "when": self.when, "note": note}
        return {name: value for name, value in known.items() if value}


class TranscriptMessage(Slice):
    """One message of the transcript."""

    who: Literal["customer", "us", "person"]
    text: str


class Identity(Slice):
    """Whose conversation this is, and which turn runs."""

    tenant_id: str
    conversation_id: str
    request_id: str
    customer_id: str | None = None
    phone_e164: str | None = None


class TenantFacts(Slice):
    """What the tenant has set, as of this turn."""

    tenant_name: str | None = None
    bot_name: str | None = None
    bot_intro: str | None = None
    tone_style: str = "friendly_concise"
    default_language: Lang = "en"
    allowed_languages: list[str] = Field(default_factory=lambda: list(codes()))
    max_chattiness_level: int = Field(2, ge=0, le=3)
    catalog_link_base: str | None = None
    currency: str = "KES"
    payments_enabled: dict[str, bool] = Field(default_factory=dict)
    compliance: dict[str, Any] = Field(default_factory=dict)
    handoff: dict[str, Any] = Field(default_factory=dict)


class CustomerFacts(Slice):
    """What the customer has asked for, as of this turn."""

    customer_language_pref: Lang | None = None
    marketing_opt_in: bool | None = None
    notification_prefs: dict[str, bool] = Field(default_factory=dict)


class Understood(Slice):
    """What the last message was taken for."""

    intent: Intent = "unknown"
    intent_confidence: float = Field(0.0, ge=0, le=1)
    journey: str = "unknown"
    journey_at: datetime | None = None
    response_language: Lang = "en"
    language_confidence: float = Field(0.0, ge=0, le=1)
    established_language: Lang | None = None
    is_other_language: bool = False
    governor_classification: GovernorClass = "business"
    governor_confidence: float = Field(0.0, ge=0, le=1)


class Sales(Slice):
    """What the customer looks for and has been shown."""

    last_catalog_query: str | None = None
    last_catalog_filters: dict[str, Any] = Field(default_factory=dict)
    last_catalog_results: list[ShownItem] = Field(default_factory=list)
    earlier_catalog_results: list[ShownItem] = Field(default_factory=list)
    catalog_total_matches_estimate: int | None = None
    catalog_rejections: int = Field(0, ge=0)
    catalog_shown_ids: list[str] = Field(default_factory=list)
    selected_item_ids: list[str] = Field(default_factory=list)

    def shown(self, item_id: str | None) -> ShownItem | None:
        """An item as the latest of the lists that have it showed it."""
        shown = (*self.last_catalog_results, *self.earlier_catalog_results)
        return next((item for item in shown if item.item_id == item_id), None)

    @property
    def looked_at(self) -> ShownItem | None:
        """The item that was opened last, as a list showed it."""
        return self.shown(self.selected_item_ids[-1]) if self.selected_item_ids else None


class Purchase(Slice):
    """What the customer buys, where it goes, and how it is paid."""

    cart: list[CartLine] = Field(default_factory=list)
    choosing: Choosing | None = None
    waiting: list[dict[str, Any]] = Field(default_factory=list)
    """Lines that were wanted too, and are put together after the one in hand."""
    delivery: Delivery = Field(default_factory=Delivery)
    order_id: str | None = None
    order_number: str | None = None
    order_totals: dict[str, Any] = Field(default_factory=dict)
    set_aside: dict[str, Quantity] = Field(default_factory=dict)
    """What the order holds, by SKU: it is out of the stock that the catalog tells."""
    payment_request_id: str | None = None
    payment_method: str | None = None
    payment_phone: str | None = None
    payment_status: str | None = None


class Trouble(Slice):
    """A trouble that the library's steps are to mend: which of them were told, and what the customer said of them."""

    question: str
    at: datetime | None = None
    told: list[str] = Field(default_factory=list)
    tried: list[str] = Field(default_factory=list)
    is_offered: bool = False
    """A person was offered, since no step is left."""


class Support(Slice):
    """What was asked of the library, and what the last answer was carried by."""

    kb_snippets: list[dict[str, Any]] = Field(default_factory=list)
    support_question: str | None = None
    support_asks: int = Field(0, ge=0)
    support_details: dict[str, str] = Field(default_factory=dict)
    trouble: Trouble | None = None


class Handoff(Slice):
    """Whether a person is needed, and the ticket that waits for one."""

    escalation_required: bool = False
    escalation_reason: str | None = None
    handoff_ticket_id: str | None = None
    handoff_ticket_number: str | None = None
    handed_back: str | None = None
    """What a person has done here before they gave the conversation back."""
    tool_errors: int = Field(0, ge=0)


class Controls(Slice):
    """Counts of the conversation, and the question that waits for an answer."""

    turn_count: int = Field(0, ge=0)
    casual_turns: int = Field(0, ge=0)
    spam_turns: int = Field(0, ge=0)
    abuse_turns: int = Field(0, ge=0)
    clarify_turns: int = Field(0, ge=0)
    frustrated_turns: int = Field(0, ge=0)
    asked: Question | None = None
    is_introduced: bool = False
    told_to_slow_down_at: datetime | None = None


# A message's beginning tells what it was about.
LONGEST_SAID: Final = 400
# The card's last twelve of both sides.
MOST_SAID: Final = 12
LAST_OF_OURS: Final = 2
"""Of our messages, which are kept as long as theirs: what a short answer belongs to."""
# The card's part for them.
MOST_CHARACTERS: Final = 2_000


def last_words(said: Sequence[TranscriptMessage]) -> list[TranscriptMessage]:
    """As many of the last messages as a card has room for. Of ours, which are long, the older ones go first: who the
    customer is, and where, is told once."""
    last = list(said[-MOST_SAID:])
    while sum(len(each.text) for each in last) > MOST_CHARACTERS:
        ours = [place for place, each in enumerate(last) if each.who != "customer"]
        last.pop(ours[0] if len(ours) > LAST_OF_OURS else 0)
    return last


class Transcript(Slice):
    """The last words of all sides."""

    response_text: str | None = None
    messages: list[TranscriptMessage] = Field(default_factory=list)
