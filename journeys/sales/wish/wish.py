"""The wish: kept in the state, narrowed message by message, and said back in words."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from journeys.state import ConversationState
from knowledge import lexicon

Sort = Literal["relevance", "price_low", "price_high", "newest"]


class Wish(BaseModel):
    """What is looked for, and the limits it has to keep to."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    query: str = ""
    category: str | None = None
    price_min: Decimal | None = None
    price_max: Decimal | None = None
    colour: str | None = None
    size: str | None = None
    sort: Sort = "relevance"
    in_stock_only: bool = False

    def said(self) -> dict[str, Any]:
        """What was said, without what was not."""
        return self.model_dump(exclude_defaults=True)

    def for_the_record(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude_defaults=True)

    def without(self, names: Iterable[str]) -> "Wish":
        """The wish, freed of some of its limits."""
        usual = Wish()
        return self.model_copy(update={name: getattr(usual, name) for name in names if name in Wish.model_fields})

    def arguments(self) -> dict[str, Any]:
        """The arguments of catalog_search."""
        plain = {name: value for name, value in self.said().items() if name not in ("colour", "size")}
        options = {"colour": self.colour, "size": self.size}
        attributes = {name: value for name, value in options.items() if value}
        return plain | ({"attributes": attributes} if attributes else {})

    def narrowed_by(self, other: "Wish") -> "Wish":
        """The same wish with what is newly said; words that repeat a meaning add nothing."""
        meant = set(lexicon.concepts(self.query))
        added = [term for term in lexicon.terms(other.query) if not set(lexicon.concepts(term)) <= meant]
        restates = meant <= set(lexicon.concepts(other.query))
        query = other.query if restates and other.query else " ".join([self.query, *added]).strip()
        return self.model_copy(update=other.said() | {"query": query})


def remembered(state: ConversationState) -> Wish | None:
    """The wish that the last list answered, if there was one."""
    if state.last_catalog_query is None:
        return None
    return Wish.model_validate({**state.last_catalog_filters, "query": state.last_catalog_query})


def to_remember(wish: Wish) -> dict[str, Any]:
    filters = wish.for_the_record()
    return {"last_catalog_query": filters.pop("query", ""), "last_catalog_filters": filters}
