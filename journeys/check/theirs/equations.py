"""The sums that a text writes out: "3 x KES 2,999 = KES 8,997", "50 percent of 8,997 is 4,498.50, half of it …"."""

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, NamedTuple

from journeys.check.reading.readings import key

CENT, ONE, HUNDRED = Decimal("0.01"), Decimal(1), Decimal(100)
PARTS: Final = {
    "third": Decimal(3), "theluthi": Decimal(3), "ya tatu": Decimal(3), "quarter": Decimal(4), "robo": Decimal(4),
    "ya nne": Decimal(4), "fifth": Decimal(5), "ya tano": Decimal(5), "tenth": Decimal(10), "ya kumi": Decimal(10),
}  # fmt: skip
_TOKENS: Final = re.compile(
    r"(?P<number>(?<![\w:/.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w:/])|(?<![\w:/.,])\d+(?:\.\d+)?(?![\w:/]))"
    r"|(?P<percent>(?:percent|per cent|%|asilimia)(?: of)?)|(?P<half>\b(?:half|nusu)\b(?: (?:of|ya))?)"
    r"|(?P<share>\b(?:an? |one |the )?(?:third|quarter|fifth|tenth) of"
    r"|\b(?:robo|theluthi|moja ya (?:tatu|nne|tano|kumi)) ya)"
    r"|(?P<that>\b(?:that|it|hiyo|yake|zake)\b)|(?P<times>[\u00d7*]|\bx\b|\btimes\b|\bmara\b)|(?P<plus>\+|\bplus\b)"
    r"|(?P<minus>\s[-\u2212]\s|\b(?:minus|less)\b)"
    r"|(?P<equals>=|\b(?:is|are|makes?|comes? to|leaves|ni|inakuwa|yaani)\b)"
    r"|(?P<end>[;?!]|[.:]\s|, (?:(?:and|na|but|lakini|ila|so) |capped))"
)
# "The total is KES 20,396 (21,396 - 1,500 + 500)."
_IN_BRACKETS: Final = re.compile(
    r"(?:KES |Ksh )?(?P<result>\d[\d,]{0,12}(?:\.\d\d)?) \((?P<of>(?:KES |Ksh )?\d[\d,.]{0,12}"
    r"(?: (?:[-+\u2212\u00d7*x]|plus|minus|less) (?:KES |Ksh )?\d[\d,.]{0,12}){1,5})\)"
)
# "6 kwa KES 2,999" are six times as much where that is what is told of it, and may be the price of all six elsewhere.
_AT_A_PRICE: Final = re.compile(
    r"\b(?P<count>\d{1,3}) kwa (?:KES |Ksh )?(?P<price>\d[\d,]{0,9})"
    r"(?= (?:ni|inakuwa|=) (?:KES |Ksh )?(?P<sum>\d[\d,]{0,12}))",
    re.IGNORECASE,
)
# More of them are no sum that anybody follows.
MOST: Final = 40


class Equation(NamedTuple):
    """What is reckoned, of which numbers, and whether it is so."""

    of: frozenset[str]
    result: str
    is_true: bool


def equations(text: str) -> list[Equation]:
    """In their order; a part that is no sum is none."""
    text = _AT_A_PRICE.sub(_times, _IN_BRACKETS.sub(r". \g<of> = \g<result>; ", text))
    found: list[Equation] = []
    last: Decimal | None = None
    for part in _parts(text):
        for equation, value in _of_part(part, last):
            found.append(equation)
            last = value
    return found


def _times(found: re.Match[str]) -> str:
    count, price, made = (Decimal(found[name].replace(",", "")) for name in ("count", "price", "sum"))
    return f"{found['count']} x {found['price']}" if count * price == made else found.group()


def _parts(text: str) -> Iterator[list[re.Match[str]]]:
    part: list[re.Match[str]] = []
    for token in list(_TOKENS.finditer(text.lower()))[:MOST]:
        if token.lastgroup == "end":
            yield part
            part = []
        else:
            part.append(token)
    yield part


def _of_part(tokens: Sequence[re.Match[str]], last: Decimal | None) -> Iterator[tuple[Equation, Decimal]]:
    sides: list[list[re.Match[str]]] = [[]]
    for token in tokens:
        if token.lastgroup == "equals":
            sides.append([])
        else:
            sides[-1].append(token)
    before: tuple[Decimal, frozenset[str]] | None = None
    for side in sides:
        value = _value(side, last)
        numbers = frozenset(key(_number(each)) for each in side if each.lastgroup == "number")
        if value is None:
            before = None
            continue
        if before is not None and len(side) == 1 and len(numbers) == 1:
            yield Equation(before[1], key(value), _is(value, before[0])), value
            last = value
            before = (value, numbers)
        else:
            before = (value, numbers) if len(side) > 1 else None


def _value(side: Sequence[re.Match[str]], last: Decimal | None) -> Decimal | None:
    """From the left to the right; a share is of all that follows it."""
    for at, token in enumerate(side):
        if token.lastgroup == "half":
            of = _value(side[at + 1 :], last)
            return of / 2 if of is not None and at == 0 else None
        if token.lastgroup == "share":
            of = _value(side[at + 1 :], last)
            return of / _parts_of(token.group()) if of is not None and at == 0 else None
        if token.lastgroup == "percent":
            of_it = side[at + 1 :] if at else side[2:]  # "50 percent of it", "asilimia 50 yake"
            share = side[1 - at] if at <= 1 < len(side) + at else None
            of = _value(of_it, last)
            is_share = share is not None and share.lastgroup == "number"
            return _number(share) * of / HUNDRED if share is not None and is_share and of is not None else None
    value, sign = None, ""
    for token in side:
        if token.lastgroup in ("times", "plus", "minus"):
            sign = token.lastgroup
            continue
        number = last if token.lastgroup == "that" else _number(token)
        if number is None or (value is not None and not sign):
            return None
        value, sign = number if value is None else _taken(value, sign, number), ""
    return value if not sign else None


def _parts_of(share: str) -> Decimal:
    return next(parts for word, parts in PARTS.items() if word in share)


def _taken(value: Decimal, sign: str, number: Decimal) -> Decimal:
    return value * number if sign == "times" else value + number if sign == "plus" else value - number


def _number(token: re.Match[str]) -> Decimal:
    return Decimal(token.group().replace(",", ""))


def _is(stated: Decimal, made: Decimal) -> bool:
    """To the cent, or to the shilling."""
    return stated in (made.quantize(CENT, ROUND_HALF_UP), made.quantize(ONE, ROUND_HALF_UP))
