"""Which column of a file is which of ours: proposed from the header, confirmed by a person, obeyed by the reader."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rapidfuzz import fuzz

from knowledge.text import fold, words
from tools.catalog.importing.figures import MONEY
from tools.catalog.importing.rows import COLUMNS, MOST_STOCK, RowError

# More than any export of a shop has; it bounds the comparing.
MOST_COLUMNS: Final = 200
# A header, not a text.
LONGEST_NAME: Final = 80
# Nobody reads more sentences than these.
MOST_TOLD: Final = 20
LEFT_OUT, OPTION, ATTRIBUTE = "", "option", "attribute"
# Columns of these kinds keep their own name: Size becomes the option "Size" of each variant.
NAMED: Final = (OPTION, ATTRIBUTE)
KINDS: Final = (LEFT_OUT, *COLUMNS, *NAMED)
# Likeness out of 100: "prise" is price; below it two headers are two things.
SURE: Final = 86
# The likelier first: of two columns with a price, the selling price is meant.
ALIASES: Final[Mapping[str, tuple[str, ...]]] = {
    "sku": (
        "sku", "variant sku", "item code", "product code", "stock code", "item number", "item no", "article number",
        "article", "part number", "code", "barcode", "ean", "upc", "reference", "ref", "item id", "product id",
    ),
    "title": (
        "title", "name", "item name", "product name", "product title", "item", "item description", "goods", "jina",
        "jina la bidhaa", "bidhaa",
    ),
    "product": ("product", "product key", "handle", "parent sku", "parent", "style", "model", "group"),
    "description": ("description", "details", "long description", "about", "body", "body html", "notes", "maelezo"),
    "category": (
        "category", "product category", "categories", "type", "product type", "department", "collection", "shelf",
        "section", "aina", "kundi",
    ),
    "brand": ("brand", "vendor", "manufacturer", "make", "maker"),
    "attributes": ("attributes", "features", "specs", "specifications", "properties", "sifa"),
    "variant": ("variant", "options", "variation", "variants"),
    "price": (
        "price", "selling price", "unit price", "retail price", "sale price", "variant price", "price each", "rrp",
        "amount", "bei", "rate", "cost", "unit cost",
    ),
    "currency": ("currency", "currency code", "sarafu"),
    "stock": (
        "stock", "qty", "quantity", "in stock", "stock quantity", "on hand", "quantity on hand", "available",
        "inventory", "inventory qty", "variant inventory qty", "pieces", "pcs", "units", "idadi", "kiasi", "balance",
    ),
    "unit": (
        "unit", "unit of measure", "uom", "sold by", "sold in", "measure", "kipimo",
    ),
    "image_url": (
        "image url", "image", "image link", "image src", "picture", "picture url", "photo", "photo url", "img",
        "main image", "picha",
    ),
    "aliases": ("aliases", "other names", "alias", "also known as", "synonyms", "keywords", "tags"),
    "asked": ("asked", "how customers ask", "customers ask", "ways to ask"),
    OPTION: ("size", "colour", "color", "flavour", "flavor", "volume", "weight", "length", "rangi", "saizi", "ukubwa"),
    ATTRIBUTE: ("material", "gender", "fabric", "warranty", "origin", "season"),
}  # fmt: skip
# What a shop pays its supplier is nothing to sell at, however much it looks like a price.
NOT_OURS: Final = frozenset({
    "cost price", "buying price", "purchase price", "wholesale price", "supplier price", "bei ya kununua",
    "compare at price", "old price", "reorder level", "supplier", "vat", "tax",
})  # fmt: skip
NEVER_SOLD_AT: Final = frozenset(
    {"cost", "buying", "purchase", "wholesale", "supplier", "old", "tax", "vat", "reorder"}
)
# A header that merely contains a name of ours yields to any that is one.
WEAK: Final = 60
_BRACKETS: Final = re.compile(r"[(\[][^)\]]{0,40}[)\]]")
_MONEY: Final = re.compile(
    r"(?<![a-z])(" + "|".join(map(re.escape, sorted(MONEY, key=len, reverse=True))) + r")(?![a-z])"
)


@dataclass(frozen=True, slots=True)
class Columns:
    """What each column of a file is, in the file's order, and what stands for columns that it has not."""

    kinds: tuple[str, ...]
    currency: str = ""
    stock: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {"kinds": list(self.kinds), "currency": self.currency, "stock": self.stock}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Columns":
        return cls(tuple(kept["kinds"]), kept["currency"], kept["stock"])

    def problems(self) -> list[str]:
        """Why no product can be made with these columns, as sentences."""
        twice = sorted({kind for kind in self.kinds if kind in COLUMNS and self.kinds.count(kind) > 1})
        found = [f"Two columns are {kind}. Leave one of them out." for kind in twice]
        if "title" not in self.kinds and "product" not in self.kinds:
            found.append("Choose the column with the product's name (title).")
        if "price" not in self.kinds:
            found.append("Choose the column with the price.")
        if "stock" not in self.kinds and self.stock is None:
            found.append("Choose the column with the stock, or say how many pieces each line has.")
        if self.stock is not None and not 0 <= self.stock <= MOST_STOCK:
            found.append("The stock of each line must be a whole number, 0 or more.")
        return found


def plain(cell: str) -> str:
    """A header cell as it is compared: "Image URL" and "image_url" are one name."""
    return fold(cell[:LONGEST_NAME]).replace("_", " ")


def header_of(cells: Sequence[str]) -> list[str]:
    """The names in a header, without the empty cells at its end."""
    last = next((place for place in range(len(cells), 0, -1) if cells[place - 1].strip()), 0)
    return [cell[:LONGEST_NAME].strip() for cell in cells[:last]]


def exact(header: Sequence[str]) -> Columns | None:
    """A header in our own names; None when a column is unknown, twice or missing."""
    names = tuple(plain(cell).replace(" ", "_") for cell in header)
    known = [name for name in names if name]
    is_ours = all(name in COLUMNS for name in known) and len(set(known)) == len(known)
    return Columns(names) if is_ours and {"sku", "product", "title", "price", "stock"} <= set(known) else None


def propose(header: Sequence[str]) -> Columns:
    """The likeliest kind of each column; of two that seem the same the likelier one, and nothing for the other."""
    scored = sorted(_guesses(header[:MOST_COLUMNS]))
    kinds = [LEFT_OUT] * len(header)
    taken: set[str] = set()
    for _, _, place, kind in scored:
        if kinds[place] == LEFT_OUT and (kind in NAMED or kind not in taken):
            kinds[place] = kind
            taken.add(kind)
    named = (currency_in(header[place]) for place, kind in enumerate(kinds) if kind == "price")
    return Columns(tuple(kinds), "" if "currency" in kinds else next(named, ""))


def _guesses(header: Iterable[str]) -> Iterable[tuple[int, int, int, str]]:
    """How unlike a column's name is to one of ours, how unusual that one is, the place and the kind."""
    for place, cell in enumerate(header):
        name = " ".join(words(_MONEY.sub(" ", _BRACKETS.sub(" ", plain(cell)))))
        if not name or name in NOT_OURS:
            continue
        said = set(name.split())
        for kind, aliases in ALIASES.items():
            for rank, alias in enumerate(aliases):
                if likeness := fuzz.ratio(name, alias, score_cutoff=SURE):
                    yield round(100 - likeness), rank, place, kind
                elif alias in said and not said & NEVER_SOLD_AT:
                    yield WEAK, rank, place, kind


def currency_in(cell: str) -> str:
    """The currency that a header names: "Price (KSh)" is in KES."""
    found = _MONEY.search(fold(cell[:LONGEST_NAME]))
    return MONEY[found[1]] if found else ""


def mapped(header: Sequence[str], pairs: Mapping[str, str], *, stock: int | None) -> Columns | list[str]:
    """The columns as somebody names them, and ours under their own names; or what is wrong with that."""
    wanted = {plain(name): kind for name, kind in pairs.items()}
    names = [plain(cell) for cell in header]
    problems = [f"There is no column {name}." for name in pairs if plain(name) not in names]
    problems += [f"{kind} is none of {', '.join(KINDS[1:])}." for kind in pairs.values() if kind not in KINDS]
    kinds, unnamed = [], []
    for name, cell in zip(names, header, strict=True):
        ours = name.replace(" ", "_")
        if name and name not in wanted and ours not in COLUMNS:
            unnamed.append(cell)
        kinds.append(wanted.get(name, ours if ours in COLUMNS else LEFT_OUT))
    problems += [f"“{cell}” is not a column of ours." for cell in unnamed[:MOST_TOLD]]
    currency = "" if "currency" in kinds else next(
        (currency_in(cell) for kind, cell in zip(kinds, header, strict=True) if kind == "price"), ""
    )  # fmt: skip
    columns = Columns(tuple(kinds), currency, stock)
    return [*problems, *columns.problems()] or columns


def header_errors(header: Sequence[str]) -> list[RowError]:
    """Why a header in names of its own is not read without being told what they mean."""
    names = [plain(cell).replace(" ", "_") for cell in header]
    known = set(names)
    counted: dict[str, int] = {}
    for name in names:
        counted[name] = counted.get(name, 0) + 1
    told = [
        *(
            f"The column {name} is missing."
            for name in ("sku", "product", "title", "price", "stock")
            if name not in known
        ),
        *(f"The column {name} is there twice." for name, count in counted.items() if count > 1 and name in COLUMNS),
        *(f"“{name[:40]}” is not a column of ours." for name in counted if name and name not in COLUMNS),
    ]
    errors = [RowError(1, "", sentence) for sentence in told[:MOST_TOLD]]
    more = len(told) - MOST_TOLD
    return [*errors, RowError(1, "", f"And {more:,} more like these.")] if more > 0 else errors
