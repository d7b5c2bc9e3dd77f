"""What one message asks for, whoever read it, and how it changes the wish."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from journeys.llm import Facts
from journeys.sales.wish.wish import Sort, Wish, remembered
from journeys.state import ConversationState

Action = Literal["search", "more", "all", "reject", "about_item", "buy", "clarify"]
LONGEST_READ: Final = 2_000


class Narrowed(BaseModel):
    """What this message asks for, apart from what was said before."""

    model_config = ConfigDict(extra="forbid")

    action: Action
    query: str
    refines: bool
    category: str | None
    price_min: int | None
    price_max: int | None
    colour: str | None
    size: str | None
    sort: Sort
    in_stock_only: bool

    def wish(self) -> Wish:
        return Wish.model_validate(self.model_dump(exclude={"action", "refines"}))


def facts_of(state: ConversationState, text: str) -> dict[str, Any]:
    earlier = remembered(state)
    titles = {item.item_id: item.title for item in state.last_catalog_results}
    opened = state.selected_item_ids[-1] if state.selected_item_ids else None
    return {
        "text": text[:LONGEST_READ],
        "earlier": earlier.for_the_record() if earlier else None,
        "shown": list(titles.values()),
        "opened": titles.get(opened, opened) if opened else None,
        "intent": state.intent,
        "currency": state.currency,
    }


def possible(narrowed: Narrowed, facts: Facts) -> Narrowed:
    """The model's reading, held to what can be done: an item to speak of, something to look for."""
    action: Action = narrowed.action
    if action == "about_item" and not facts["opened"]:
        action = "search"
    if action == "search" and not (narrowed.wish().said() or facts["earlier"]):
        action = "clarify"
    return narrowed.model_copy(update={"action": action})


def merged(state: ConversationState, narrowed: Narrowed) -> Wish:
    """A new thing begins a new wish; anything else narrows the earlier one."""
    earlier, said = remembered(state), narrowed.wish()
    return earlier.narrowed_by(said) if earlier and narrowed.refines else said
