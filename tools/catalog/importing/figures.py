"""Reads a cell with a price or a stock, as people write them; what can mean two things is refused.

`1,299`, `1 299.50`, `KES 1,299/=` and `1.299,00` are each one figure. `1.299` is two: 1299 where a point groups, 1.299
where it begins the decimals. A price that is wrong a thousandfold is dearer than a question.
"""

import re
from decimal import Decimal
from typing import Final

MONEY: Final = {
    "kes": "KES", "ksh": "KES", "kshs": "KES", "ksh.": "KES", "usd": "USD", "$": "USD", "ugx": "UGX", "ush": "UGX",
    "tzs": "TZS", "tsh": "TZS", "rwf": "RWF", "etb": "ETB", "eur": "EUR", "€": "EUR", "gbp": "GBP", "£": "GBP",
    "zar": "ZAR", "ngn": "NGN", "inr": "INR", "aed": "AED",
}  # fmt: skip
# Shillings, without saying whose.
_SHILLINGS: Final = ("sh", "shs", "bob")
_COUNTED: Final = (
    "pcs", "pc", "pieces", "piece", "pairs", "pair", "units", "unit", "items", "item", "boxes", "bags", "tickets",
    "nights", "days", "hours", "kgs", "kg", "kilos", "kilo", "litres", "liters", "ltr", "l", "metres", "meters", "m",
)  # fmt: skip
_NO_STOCK: Final = "{cell} is not a stock. Write a whole number, 0 or more."
# No price and no stock is longer; it bounds the patterns.
_LONGEST: Final = 60
_BLANKS: Final = re.compile(r"[\s\u00a0\u2007\u2009\u202f]+")
# A currency before or after, and the marks that end an amount on a price tag: 1,299/= and 1,299/-.
_AMOUNT: Final = re.compile(
    r"(?P<before>[a-z]{2,4}\.?|[$€£])? ?(?P<digits>[0-9][0-9 .,'\u2019]*?) ?"
    r"(?:/[=-]|\.-)? ?(?P<after>[a-z]{2,4}\.?|[$€£])?",
    re.ASCII,
)
_COUNT: Final = re.compile(rf"(?P<digits>[0-9][0-9 .,'\u2019]*?) ?(?:{'|'.join(_COUNTED)})?\.?", re.ASCII)
_GROUPED: Final = re.compile(r"(?P<whole>[1-9][0-9]{0,2}(?P<mark>[ ,.'\u2019])[0-9]{3}(?:(?P=mark)[0-9]{3})*)")
_PLAIN: Final = re.compile(r"[0-9]+")
_DECIMALS: Final = re.compile(r"(?:(?P<mark>[.,])(?P<digits>[0-9]{1,6}))?")


class NotAFigure(ValueError):
    """The cell holds no figure, or one that can be read in two ways; its sentence says which, and what to write."""


def price(cell: str) -> Decimal:
    """The amount, without its currency; raises NotAFigure."""
    digits, _ = _amount(cell)
    return _value(cell, digits, f"{quoted(cell)} is not a price. Write a plain number such as 1299 or 1299.50.")


def currency(cell: str) -> str:
    """The code of the currency that stands beside a price, or nothing; raises NotAFigure."""
    return _amount(cell)[1]


def pieces(cell: str) -> int:
    """A whole number, 0 or more; raises NotAFigure."""
    value = amount(cell)
    if value != value.to_integral_value():
        raise NotAFigure(_NO_STOCK.format(cell=quoted(cell)))
    return int(value)


def amount(cell: str) -> Decimal:
    """A number, 0 or more, with decimals where it has some; raises NotAFigure."""
    refusal = _NO_STOCK.format(cell=quoted(cell))
    found = _COUNT.fullmatch(_plain(cell))
    if found is None:
        raise NotAFigure(refusal)
    return _value(cell, found["digits"], refusal)


def quoted(cell: str) -> str:
    """A cell as a sentence about it shows it."""
    return f"“{cell[:40]}…”" if len(cell) > 40 else f"“{cell}”"


def _plain(cell: str) -> str:
    return _BLANKS.sub(" ", cell).strip().lower() if len(cell) <= _LONGEST else ""


def _amount(cell: str) -> tuple[str, str]:
    """The digits and the currency's code."""
    found = _AMOUNT.fullmatch(_plain(cell))
    marks = [mark.rstrip(".") for mark in (found["before"], found["after"]) if mark] if found else []
    codes = {MONEY.get(mark) for mark in marks if mark not in _SHILLINGS}
    if found is None or None in codes or len(codes) > 1:
        raise NotAFigure(f"{quoted(cell)} is not a price. Write a plain number such as 1299 or 1299.50.")
    return found["digits"], next((code for code in codes if code), "")


def _value(cell: str, digits: str, refusal: str) -> Decimal:
    """What the digits are worth; exactly one reading must fit them."""
    readings = [value for value in (_grouped(digits), _ungrouped(digits)) if value is not None]
    if not readings:
        raise NotAFigure(refusal)
    if len(readings) > 1:
        one, other = (f"{value.normalize():f}" for value in readings)
        raise NotAFigure(f"{quoted(cell)} can be read as {one} or as {other}. Write {one}, or at most two decimals.")
    return readings[0]


def _grouped(digits: str) -> Decimal | None:
    """1,299 and 1 299.50 and 1.299,00: groups of three with one mark between them, decimals after another."""
    found = _GROUPED.match(digits)
    rest = _DECIMALS.fullmatch(digits[found.end() :]) if found else None
    if found is None or rest is None or rest["mark"] == found["mark"]:
        return None
    return Decimal(f"{found['whole'].replace(found['mark'], '')}.{rest['digits'] or 0}")


def _ungrouped(digits: str) -> Decimal | None:
    """1299 and 1299.50 and 12,50. A comma before three digits groups: nobody prices in thousandths."""
    found = _PLAIN.match(digits)
    rest = _DECIMALS.fullmatch(digits[found.end() :]) if found else None
    if found is None or rest is None or (rest["mark"] == "," and len(rest["digits"]) > 2):
        return None
    return Decimal(f"{found[0]}.{rest['digits'] or 0}")
