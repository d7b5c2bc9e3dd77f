"""What is being searched for: kept in the state, narrowed message by message, and said back in words."""

from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from journeys.state import ConversationState
from journeys.wording.money import money
from knowledge import lexicon

Sort = Literal["relevance", "price_low", "price_high", "newest"]


class Search(BaseModel):
    """A wish as far as it is known."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    query: str = ""
    category: str | None = None
    price_min: Decimal | None = None
    price_max: Decimal | None = None
    colour: str | None = None
    size: str | None = None
    sort: Sort = "relevance"
    in_stock_only: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.said()

    def said(self) -> dict[str, Any]:
        """What was said, without what was not."""
        return self.model_dump(exclude_defaults=True)

    def arguments(self) -> dict[str, Any]:
        """The arguments of catalog_search."""
        plain = {name: value for name, value in self.said().items() if name not in ("colour", "size")}
        options = {"colour": self.colour, "size": self.size}
        attributes = {name: value for name, value in options.items() if value}
        return plain | ({"attributes": attributes} if attributes else {})

    def narrowed_by(self, other: "Search") -> "Search":
        """The same wish with what is newly said; words are added unless they mean what was said already."""
        meant = set(lexicon.concepts(self.query))
        added = [term for term in lexicon.terms(other.query) if not set(lexicon.concepts(term)) <= meant]
        return self.model_copy(update=other.said() | {"query": " ".join([self.query, *added]).strip()})

    def words(self, currency: str) -> str:
        """For a person: running shoes, red, ≤ KES 5,000."""
        prices = [("≥", self.price_min), ("≤", self.price_max)]
        limits = [f"{sign} {money(price, currency)}" for sign, price in prices if price is not None]
        named = [self.query or self.category, self.colour, self.size, *limits]
        return ", ".join(word for word in named if word)


def remembered(state: ConversationState) -> Search | None:
    """The search of the last list, if there was one."""
    if state.last_catalog_query is None:
        return None
    return Search.model_validate({**state.last_catalog_filters, "query": state.last_catalog_query})


def to_remember(search: Search) -> dict[str, Any]:
    filters = search.model_dump(mode="json", exclude_defaults=True, exclude={"query"})
    return {"last_catalog_query": search.query, "last_catalog_filters": filters}
