"""The wish: kept in the state, narrowed message by message, and said back in words."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from journeys.command import Option
from journeys.sales.commands import Search, Sort
from journeys.state import ConversationState
from knowledge import lexicon
from knowledge.text import fold

NAMES: Final = {"color": "colour", "colours": "colour", "colors": "colour", "sizes": "size"}
GUESTS: Final = "guests"
"""The option that tells how many a room holds."""
BY_PRICE: Final = frozenset({"price_low", "price_high"})


class Wish(BaseModel):
    """What is looked for, and the limits it has to keep to. `options` are attributes that each hit must have."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    query: str = ""
    category: str | None = None
    price_min: Decimal | None = None
    price_max: Decimal | None = None
    options: dict[str, str] = Field(default_factory=dict)
    sort: Sort = "relevance"
    in_stock_only: bool = False

    @classmethod
    def of(cls, command: Search) -> "Wish":
        """The first query with the limits of the command; a colour by its English name, as catalogs have it.

        An option of which several values would do, "42 or 43", is no limit."""
        low, high = command.price_min, command.price_max
        if low is not None and high is not None and low > high:
            low, high = high, low
        return cls(
            query=command.queries[0].strip() if command.queries else "",
            category=command.category or None,
            price_min=None if low is None else Decimal(low),
            price_max=None if high is None else Decimal(high),
            options=_limits(command.options),
            sort=command.sort,
            in_stock_only=command.in_stock_only,
        )

    @property
    def colour(self) -> str | None:
        return self.options.get("colour")

    @property
    def size(self) -> str | None:
        return self.options.get("size")

    def given(self) -> dict[str, Any]:
        """What was said, without what was not."""
        return self.model_dump(exclude_defaults=True)

    def for_the_record(self) -> dict[str, Any]:
        """For the trace: the limits beside the words."""
        record: dict[str, Any] = self.model_dump(mode="json", exclude_defaults=True)
        options: dict[str, Any] = record.pop("options", {})
        return record | options

    def without(self, names: Iterable[str]) -> "Wish":
        """The wish, freed of some of its limits."""
        left_out = set(names)
        usual = Wish()
        changes: dict[str, Any] = {name: getattr(usual, name) for name in left_out & Wish.model_fields.keys()}
        changes["options"] = {name: value for name, value in self.options.items() if name not in left_out}
        return self.model_copy(update=changes)

    def arguments(self) -> dict[str, Any]:
        """The arguments of catalog_search."""
        plain = {name: value for name, value in self.given().items() if name != "options"}
        return plain | ({"attributes": self.options} if self.options else {})

    def narrowed_by(self, other: "Wish") -> "Wish":
        """The same wish with what is newly said; words that repeat a meaning add nothing."""
        meant = set(lexicon.concepts(self.query))
        added = [term for term in lexicon.terms(other.query) if not set(lexicon.concepts(term)) <= meant]
        restates = meant <= set(lexicon.concepts(other.query))
        query = other.query if restates and other.query else " ".join([self.query, *added]).strip()
        return self.model_copy(update=other.given() | {"query": query, "options": self.options | other.options})


def _limits(options: Iterable[Option]) -> dict[str, str]:
    said = {_named(option.name, option.value) for option in options if option.value.strip()}
    names = [name for name, _ in said]
    return {name: value for name, value in sorted(said) if names.count(name) == 1}


def _named(name: str, value: str) -> tuple[str, str]:
    key = fold(name).strip().replace(" ", "_")
    key = NAMES.get(key, key)
    meaning = lexicon.concept(fold(value).strip())
    is_colour = key == "colour" and meaning is not None and lexicon.kind(meaning) == "colour"
    return key, str(meaning) if is_colour else value.strip()


def remembered(state: ConversationState) -> Wish | None:
    """The wish that the last list answered, if there was one."""
    if state.sales.last_catalog_query is None:
        return None
    kept: Mapping[str, Any] = state.sales.last_catalog_filters
    options = {name: kept[name] for name in ("colour", "size") if kept.get(name)}  # as version 1 kept them
    return Wish.model_validate({"options": options, **kept, "query": state.sales.last_catalog_query})


def to_remember(wish: Wish) -> dict[str, Any]:
    filters = wish.model_dump(mode="json", exclude_defaults=True)
    return {"last_catalog_query": filters.pop("query", ""), "last_catalog_filters": filters}
