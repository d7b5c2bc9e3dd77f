"""One line of a catalog file, cell by cell; every refusal is a sentence for the person who filled it in."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from django.core.exceptions import ValidationError as NotAUrl
from django.core.validators import URLValidator
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from knowledge.text import fold
from tools.catalog.importing import figures
from tools.catalog.importing.figures import quoted
from tools.catalog.units import NAMES, Unit, fits

COLUMNS = (
    "sku", "product", "title", "description", "category", "brand", "attributes", "variant",
    "price", "currency", "stock", "unit", "image_url", "aliases", "asked",
)  # fmt: skip
# Within the column; and no honest product has more pairs or other names.
MOST_STOCK, MOST_PAIRS, MOST_ALIASES, MOST_ASKED = 1_000_000_000, 60, 50, 120
# A sentence, not a text.
LONGEST_ASKED = 200
MOST_PRICE, CENT, GRAM = Decimal(10) ** 10, Decimal("0.01"), Decimal("0.001")
_CURRENCY = re.compile(r"[A-Z]{3}")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_is_url = URLValidator(schemes=["http", "https"])


@dataclass(frozen=True, slots=True)
class RowError:
    """What is wrong, and where: line 1 is the header."""

    line: int
    column: str
    sentence: str


def _text(longest: int, *, required: bool = False) -> BeforeValidator:
    def check(cell: str) -> str:
        plain = _CONTROL.sub("", cell).strip()
        if required and not plain:
            raise ValueError("This cell must not be empty.")
        if len(plain) > longest:
            raise ValueError(f"This is {len(plain)} characters long; at most {longest} fit.")
        return plain

    return BeforeValidator(check)


def _price(cell: str) -> Decimal:
    value = figures.price(cell.strip())
    if value <= 0:
        raise ValueError("A price must be above zero.")
    if value >= MOST_PRICE or value != value.quantize(CENT):
        raise ValueError(f"{quoted(cell.strip())} is not a price: below {MOST_PRICE:,}, with at most two decimals.")
    return value.quantize(CENT)


def _stock(cell: str) -> Decimal:
    value = figures.amount(cell.strip())
    if value > MOST_STOCK or value != value.quantize(GRAM):
        raise ValueError(f"{quoted(cell.strip())} is not a stock: at most {MOST_STOCK:,}, with at most three decimals.")
    return value


def unit_of(cell: str) -> str:
    """ "nights" and "Usiku" as night; an empty cell is a piece. Raises ValueError with a sentence."""
    plain = fold(cell).strip().rstrip(".")
    if not plain:
        return Unit.PIECE
    found = next((unit for unit, names in NAMES.items() if plain in names), None)
    if found is None:
        raise ValueError(f"{quoted(cell.strip())} is not a unit. Write one of {', '.join(Unit.values)}.")
    return found


def _currency(cell: str) -> str:
    plain = cell.strip().upper()
    if plain and not _CURRENCY.fullmatch(plain):
        raise ValueError(f"{quoted(plain)} is not a currency. Write a code such as KES, or leave it empty.")
    return plain


def pairs_of(cell: str) -> dict[str, str]:
    """ "size=42; colour=black" as a mapping; raises ValueError with a sentence."""
    found: dict[str, str] = {}
    folded: set[str] = set()
    for pair in filter(str.strip, _CONTROL.sub("", cell).split(";")):
        name, separator, value = (part.strip() for part in pair.partition("="))
        if not (name and separator and value):
            raise ValueError(f"{quoted(pair.strip())} is not name=value. Write pairs such as size=42;colour=black.")
        if len(name) > 60 or len(value) > 120:
            raise ValueError(f"{quoted(pair)} is too long: a name takes 60 characters and a value 120.")
        if fold(name) in folded:
            raise ValueError(f"{quoted(name)} is given twice.")
        if len(found) == MOST_PAIRS:
            raise ValueError(f"At most {MOST_PAIRS} pairs fit.")
        found[name] = value
        folded.add(fold(name))
    return found


def as_pair(name: str, value: str) -> str:
    """A column's name and a cell of it as one pair, without the marks that would make it two."""
    return f"{name.replace(';', ' ').replace('=', ' ').strip()}={value.replace(';', ',').strip()}"


def _path(cell: str) -> str:
    path = " > ".join(shelf.strip() for shelf in _CONTROL.sub("", cell).split(">") if shelf.strip())
    if len(path) > 200:
        raise ValueError("A category's whole path takes at most 200 characters.")
    return path


def aliases_of(cell: str) -> list[str]:
    """ "raba | kicks" as a list."""
    aliases = list(dict.fromkeys(alias.strip() for alias in _CONTROL.sub("", cell).split("|") if alias.strip()))
    if len(aliases) > MOST_ALIASES or any(len(alias) > 80 for alias in aliases):
        raise ValueError(f"At most {MOST_ALIASES} other names of at most 80 characters fit, with | between them.")
    return aliases


def asked_of(cell: str) -> list[str]:
    """ "something to iron with | natafuta pasi" as a list."""
    asked = list(dict.fromkeys(" ".join(line.split()) for line in _CONTROL.sub("", cell).split("|") if line.strip()))
    if len(asked) > MOST_ASKED or any(len(line) > LONGEST_ASKED for line in asked):
        raise ValueError(
            f"At most {MOST_ASKED} ways to ask of at most {LONGEST_ASKED} characters fit, with | between them."
        )
    return asked


def _url(cell: str) -> str:
    plain = cell.strip()
    if len(plain) > 500:
        raise ValueError("A web address takes at most 500 characters.")
    try:
        if plain:
            _is_url(plain)
    except NotAUrl:
        raise ValueError(f"{quoted(plain)} is not a web address.") from None
    return plain


class CatalogRow(BaseModel):
    """One variant, with what it says of its product."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    line: int
    sku: Annotated[str, _text(64, required=True)]
    product: Annotated[str, _text(80, required=True)]
    title: Annotated[str, _text(160, required=True)]
    description: Annotated[str, _text(10_000)] = ""
    category: Annotated[str, BeforeValidator(_path)] = ""
    brand: Annotated[str, _text(80)] = ""
    attributes: Annotated[dict[str, str], BeforeValidator(pairs_of)] = {}
    variant: Annotated[dict[str, str], BeforeValidator(pairs_of)] = {}
    price: Annotated[Decimal, BeforeValidator(_price)]
    currency: Annotated[str, BeforeValidator(_currency)] = ""
    stock: Annotated[Decimal, BeforeValidator(_stock)]
    unit: Annotated[str, BeforeValidator(unit_of)] = Unit.PIECE
    image_url: Annotated[str, BeforeValidator(_url)] = ""
    aliases: Annotated[list[str], BeforeValidator(aliases_of)] = []
    asked: Annotated[list[str], BeforeValidator(asked_of)] = []


def parse(line: int, cells: dict[str, Any]) -> CatalogRow | list[RowError]:
    """The row, or all that is wrong with it; a currency beside the price is the line's, when it names no other."""
    try:
        row = CatalogRow(line=line, **cells)
        if not fits(row.stock, row.unit):
            cell = quoted(cells["stock"].strip())
            told = f"{cell} is not a stock of what is sold by the {row.unit}. Write a whole number, 0 or more."
            return [RowError(line, "stock", told)]
        beside = figures.currency(cells["price"].strip())
        if beside and row.currency not in ("", beside):
            return [RowError(line, "price", f"This price is in {beside}, and the line's currency is {row.currency}.")]
        return row.model_copy(update={"currency": beside}) if beside else row
    except ValidationError as error:
        return [RowError(line, str(one["loc"][0]), one["msg"].removeprefix("Value error, ")) for one in error.errors()]
