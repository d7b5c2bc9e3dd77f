"""The one way a quantity is written: 2, "3 nights", "usiku 3", "1.5 kg"; and a price with what it is for."""

import tomllib
from decimal import Decimal
from functools import cache
from pathlib import Path

from journeys.state import ConversationState
from journeys.wording.money import price_range
from journeys.wording.phrases import in_words_of
from tools.catalog.items import CatalogItem
from tools.catalog.units import Unit, figure


def so_many(quantity: Decimal, unit: str, state: ConversationState) -> str:
    """3 nights."""
    one, more, _, _ = _forms(unit, state)
    return (one if quantity == 1 else more).format(n=figure(quantity))


def each(unit: str, state: ConversationState) -> str:
    """A night: what a price is for."""
    return _forms(unit, state)[2]


def how_many(unit: str, state: ConversationState) -> str:
    """How many nights."""
    return _forms(unit, state)[3]


def price_of(item: CatalogItem, state: ConversationState) -> str:
    """KES 14,500 - 22,000 a night; of what is sold in pieces, the price alone."""
    price = price_range(item.price_from, item.price_to, item.currency)
    return price if item.unit == Unit.PIECE else f"{price} {each(item.unit, state)}"


def _forms(unit: str, state: ConversationState) -> list[str]:
    forms: dict[str, list[str]] = _units().get(unit, _units()[Unit.PIECE])
    return in_words_of(forms, state)


@cache
def _units() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(Path(__file__).with_name("units.toml").read_text(encoding="utf-8"))
