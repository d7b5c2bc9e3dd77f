"""In what a thing is sold: pieces, nights, kilos; which of these are sold in parts, and how a quantity is kept.

A price is for one unit, and stock counts units. A quantity has at most three decimals, grams of a kilo, and none at all
where the unit is whole: nobody buys half a night.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Final

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Floor
from pydantic import AfterValidator, Field, PlainSerializer, WithJsonSchema

# Of one thing in one order; more is a talk with a person.
MOST: Final = 1000
# Grams of a kilogram.
DECIMALS: Final = 3


class Unit(models.TextChoices):
    """What one of it is."""

    PIECE = "piece", "Piece"
    BOX = "box", "Box"
    BAG = "bag", "Bag"
    TICKET = "ticket", "Ticket"
    PERSON = "person", "Person"
    NIGHT = "night", "Night"
    DAY = "day", "Day"
    HOUR = "hour", "Hour"
    KILO = "kg", "Kilogram"
    LITRE = "litre", "Litre"
    METRE = "metre", "Metre"


MEASURED: Final = frozenset({Unit.KILO, Unit.LITRE, Unit.METRE})
"""Sold in parts too: one and a half kilos."""

NAMES: Final[Mapping[str, frozenset[str]]] = {
    unit: frozenset(names.split())
    for unit, names in {
        Unit.PIECE: "piece pieces pc pcs each item unit kipande vipande",
        Unit.BOX: "box boxes carton cartons sanduku masanduku boksi maboksi",
        Unit.BAG: "bag bags sack sacks gunia magunia mfuko mifuko",
        Unit.TICKET: "ticket tickets tiketi tikiti",
        Unit.PERSON: "person persons people guest guests pax delegate delegates mtu watu msee wasee",
        Unit.NIGHT: "night nights nite nites usiku",
        Unit.DAY: "day days siku",
        Unit.HOUR: "hour hours hr hrs saa masaa",
        Unit.KILO: "kg kgs kilo kilos kilogram kilograms kilogramu",
        Unit.LITRE: "litre litres liter liters l ltr ltrs lita",
        Unit.METRE: "metre metres meter meters m mita",
    }.items()
}
"""How people write each, in a file and in a message."""


def orderable(count: Decimal | None) -> Decimal | None:
    """The count where so many can be ordered at once; a larger number is a price, a phone's or a mistake."""
    return count if count is not None and 0 < count <= MOST else None


def fits(quantity: Decimal, unit: str) -> bool:
    """Whether so much of this unit can be had: whole numbers of whole units, parts of measured ones."""
    return unit in MEASURED or quantity == quantity.to_integral_value()


def plain(quantity: Decimal) -> Decimal:
    """A quantity without zeros that say nothing: 2.000 is 2, 1.500 is 1.5."""
    return quantity.quantize(Decimal(1)) if quantity == quantity.to_integral_value() else quantity.normalize()


def figure(quantity: Decimal) -> str:
    """A quantity as people read it: 1,200 and 1.5."""
    return f"{plain(Decimal(quantity)):,f}"


def as_json(quantity: Decimal) -> int | float:
    """A quantity as a number of JSON; three decimals are kept exactly."""
    return int(quantity) if quantity == quantity.to_integral_value() else float(quantity)


def whole_unless_measured(field: str) -> Q:
    """The condition of a table that counts in units: no part of what is sold whole."""
    return Q(unit__in=sorted(MEASURED)) | Q(**{field: Floor(F(field))})


Quantity = Annotated[
    Decimal,
    AfterValidator(plain),
    PlainSerializer(as_json, return_type=int | float, when_used="json"),
    WithJsonSchema({"type": "number"}),
]
"""So much of a thing, as tools tell it."""
Wanted = Annotated[
    Decimal,
    Field(gt=0, le=MOST, decimal_places=DECIMALS),
    AfterValidator(plain),
    PlainSerializer(as_json, return_type=int | float, when_used="json"),
    WithJsonSchema({"type": "number"}),
]
"""So much as somebody may ask for at once."""


class QuantityField(models.DecimalField):  # type: ignore[type-arg]
    """A quantity in the database, read without zeros that say nothing."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"max_digits": 13, "decimal_places": DECIMALS, **options})

    def from_db_value(self, value: Decimal | None, *_: object) -> Decimal | None:
        return None if value is None else plain(value)
