"""Every value of the demo businesses told as it is and of another: forms, stock, rows, pairs; and each sentence turned.

What hands write tries what hands think of; this tries each price, option, attribute and row there is, in plain frames.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Final, NamedTuple

from journeys.check import Evidence, objections
from journeys.check.reading.clauses import sentences
from tests.attacks.lying_model import contexts as told

TENANTS: Final = ("duka", "mtandao", "oasis")
DOCUMENTS: Final = (".md", ".json", ".csv")
# Of a longer cell a sentence tells a part.
LONGEST_CELL: Final = 60
_MEASURE: Final = re.compile(r"(\d+(?:\.\d+)?) ?(L|kg|ml|GB|g|minutes|m)")
_SPOKEN: Final = {
    "en": {"L": "litre", "kg": "kilo", "g": "gram", "m": "metre"},
    "sw": {"L": "lita", "kg": "kilo", "g": "gramu", "m": "mita", "minutes": "dakika"},
}
_FORMS: Final = {
    "en": (
        "The {a} one is KES {x} and the {b} one is KES {y}.", "{t}: {a} at KES {x}, {b} at KES {y}.",
        "It costs KES {x} for {a} and KES {y} for {b}.",
    ),
    "sw": (
        "Ya {a} ni KES {x} na ya {b} ni KES {y}.", "{t} ya {a} ni KES {x}, ya {b} ni KES {y}.",
        "Bei ni KES {x} kwa {a} na KES {y} kwa {b}.",
    ),
}  # fmt: skip
_IN: Final = {
    "en": ("The {a} one is in stock.", "{t} ({a}) is available."),
    "sw": ("Ya {a} ipo.", "{t} ya {a} inapatikana.", "Ndiyo, {a} ipo."),
}
_OUT: Final = {
    "en": ("The {a} one is sold out.", "{t} ({a}) is out of stock.", "Sorry, {a} is sold out right now."),
    "sw": ("Ya {a} imeisha.", "{t} ya {a} haipo kwa sasa.", "Samahani, {a} imeisha."),
}
_ROWS: Final = {
    "en": ("{c} for {a} is {x}.", "For {a} the {l} is {x}.", "{a}: {x}."),
    "sw": ("Kwa {a} ni {x}.", "{a} ni {x}."),
}
_PRICES: Final = {
    "en": ("The {a} is KES {x} and the {b} is KES {y}.", "{a} costs KES {x}."),
    "sw": ("{a} ni KES {x} na {b} ni KES {y}.", "{a} inauzwa KES {x}."),
}
_CHEAPER: Final = {
    "en": ("{a} is cheaper than {b}.", "The cheapest of them is {a}."),
    "sw": ("{a} ni ya bei nafuu kuliko {b}.", "Ya bei ya chini zaidi ni {a}."),
}
# What turns a sentence, and what says the same.
_TURNS: Final = (
    ("is", "is not"), ("are", "are not"), ("may", "may not"), ("can", "cannot"), ("will", "will not"),
    ("cannot", "can"), ("must", "need not"), ("is not", "is"), ("before", "after"), ("after", "before"),
    ("free", "charged"), ("within", "after"), ("at least", "at most"), ("inside", "outside"),
    ("more than", "less than"), ("all", "no"), ("only", "not only"), ("never", "always"), ("we", "you"), ("you", "we"),
)  # fmt: skip
_SAME: Final = (
    ("cannot", "can't"), ("is not", "isn't"), ("are not", "aren't"), ("do not", "don't"), ("will not", "won't"),
    ("must", "have to"), ("may", "can"), ("without a", "with no"), ("free of charge", "free"), ("more than", "over"),
)  # fmt: skip
_WITH: Final = (("with", "without"), ("without", "with"))
_COUNTS: Final = ("two", "three", "four", "five", "six", "seven", "eight")
# What is a sentence, and no heading or paragraph.
_SHORTEST, _LONGEST = 25, 220
_HAS: Final = {"en": ("The {a} has {c} {x}.", "{a}: {c} {x}.", "The {c} of the {a} is {x}.")}


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence over what was told, and whether it is true."""

    text: str
    language: str
    evidence: Evidence
    is_true: bool

    @property
    def is_misjudged(self) -> bool:
        return bool(objections(self.text, self.evidence, language=self.language)) == self.is_true


class Shares(NamedTuple):
    """What was misjudged of the lies and of the truths, and how many there were."""

    lies: int
    arrived: list[str]
    truths: int
    refused: list[str]


def judged(said: Iterator[Said]) -> Shares:
    every = [(each, each.is_misjudged) for each in said]
    return Shares(
        lies=sum(not each.is_true for each, _ in every),
        arrived=[each.text for each, is_wrong in every if is_wrong and not each.is_true],
        truths=sum(each.is_true for each, _ in every),
        refused=[each.text for each, is_wrong in every if is_wrong and each.is_true],
    )


def forms() -> Iterator[Said]:
    """The price of one form told of another: of the small, of half board, of 400 ml."""
    for tenant, title in _titles():
        item = told.item(tenant, title)
        for name in {name for form in item.variants for name in form.options}:
            prices = dict[str, set[str]]()
            for form in item.variants:
                prices.setdefault(form.options.get(name, ""), set()).add(f"{form.price:,.0f}")
            of_one = [(value, min(found)) for value, found in prices.items() if len(found) == 1 and value]
            other = next((each for each in of_one if each[1] != of_one[0][1]), None)
            if other is None:
                continue
            (a, x), (b, y) = of_one[0], other
            evidence = told.of(item, words=("how much is it",), tenant=tenant)
            for language, frame in _each(_FORMS):
                names = {"t": title, "a": _spoken(a, language), "b": _spoken(b, language)}
                yield Said(frame.format(x=x, y=y, **names), language, evidence, is_true=True)
                yield Said(frame.format(x=y, y=x, **names), language, evidence, is_true=False)


def shelf() -> Iterator[Said]:
    """What is there said to be sold out, and what is sold out said to be there."""
    for tenant, title in _titles():
        item = told.item(tenant, title)
        names = {name for form in item.variants for name in form.options}
        stock = {form.options[name]: form.in_stock for form in item.variants for name in form.options}
        if len(names) != 1 or len(set(stock.values())) != len({True, False}):
            continue
        evidence = told.of(item, words=("do you have it",), tenant=tenant)
        for (value, is_in), (frames, says_in) in product(stock.items(), ((_IN, True), (_OUT, False))):
            for language, frame in _each(frames):
                text = frame.format(t=title, a=_spoken(value, language))
                yield Said(text, language, evidence, is_true=is_in == says_in)


def rows() -> Iterator[Said]:
    """A cell of one row of a document's table told of another row."""
    for path in sorted(told.DEMO.glob("*/library/*")):
        tenant = path.relative_to(told.DEMO).parts[0]
        for text, heading in told.passages(str(path.relative_to(told.DEMO))) if path.suffix in DOCUMENTS else ():
            evidence = told.of(words=("what is it?",), tenant=tenant, passages=[(text, heading)])
            for (subject, name, cell, other), (language, frame) in product(_cells(text), _each(_ROWS)):
                names = {"c": name, "l": name.lower(), "a": subject}
                yield Said(frame.format(x=cell, **names), language, evidence, is_true=True)
                yield Said(frame.format(x=other, **names), language, evidence, is_true=False)


def pairs() -> Iterator[Said]:
    """What is told of one of two items that stand on a list told of the other: prices, attributes, which is cheaper."""
    for tenant in TENANTS:
        shelves = dict[str, dict[str, None]]()
        for row in told.rows(tenant):
            shelves.setdefault(row["category"], {})[row["title"]] = None
        for one, other in (each for titles in shelves.values() for each in pairwise(titles)):
            a, b = told.facts(tenant, one), told.facts(tenant, other)
            evidence = told.of(told.search(tenant, [one, other], 2), words=("what is there",), tenant=tenant)
            x, y = a["price_from"], b["price_from"]
            if x != y and x == a["price_to"] and y == b["price_to"]:
                for language, frame in _each(_PRICES):
                    yield Said(frame.format(a=one, b=other, x=f"{x:,}", y=f"{y:,}"), language, evidence, is_true=True)
                    yield Said(frame.format(a=one, b=other, x=f"{y:,}", y=f"{x:,}"), language, evidence, is_true=False)
                for language, frame in _each(_CHEAPER):
                    yield Said(frame.format(a=one, b=other), language, evidence, is_true=x < y)
                    yield Said(frame.format(a=other, b=one), language, evidence, is_true=y < x)
            for name in a["attributes"].keys() & b["attributes"].keys():
                mine, theirs = a["attributes"][name], b["attributes"][name]
                if mine.casefold() in theirs.casefold() or theirs.casefold() in mine.casefold():
                    continue
                for language, frame in _each(_HAS):
                    called = name.replace("_", " ")
                    yield Said(frame.format(a=one, c=called, x=mine), language, evidence, is_true=True)
                    yield Said(frame.format(a=one, c=called, x=theirs), language, evidence, is_true=False)


def turned() -> Iterator[Said]:
    """Each sentence of a document as it stands, in a word that says the same, and turned by one word."""
    for path in sorted(told.DEMO.glob("*/library/*")):
        tenant = path.relative_to(told.DEMO).parts[0]
        for text, heading in told.passages(str(path.relative_to(told.DEMO))) if path.suffix in (".md", ".json") else ():
            evidence = told.of(words=("tell me about it",), tenant=tenant, passages=[(text, heading)])
            every = (sentence for line in text.splitlines()[1:] for sentence in sentences(line))
            for sentence in (each for each in every if _SHORTEST <= len(each) <= _LONGEST and ";" not in each):
                yield Said(sentence, "en", evidence, is_true=True)
                for one, other in _SAME:
                    if (same := _replaced(sentence, one, other)) != sentence:
                        yield Said(same, "en", evidence, is_true=True)
                for one, other in _TURNS:
                    if (turn := _replaced(sentence, one, other)) != sentence:
                        yield Said(turn, "en", evidence, is_true=False)


def described() -> Iterator[Said]:
    """Each sentence of an item's description as it stands, turned by one word, and with another number."""
    for tenant, title in _titles():
        evidence = told.of(told.item(tenant, title), words=("tell me about it",), tenant=tenant)
        for sentence in sentences(told.facts(tenant, title)["description"]):
            yield Said(f"{title}: {sentence}", "en", evidence, is_true=True)
            for one, other in (*_TURNS, *_WITH, *pairwise(_COUNTS)):
                if (turn := _replaced(sentence, one, other)) != sentence:
                    yield Said(f"{title}: {turn}", "en", evidence, is_true=False)
            for number in re.finditer(r"(?<![\w.,-])\d+(?![\w.,-]*\d)", sentence):
                more = f"{sentence[: number.start()]}{int(number[0]) + 2}{sentence[number.end() :]}"
                yield Said(f"{title}: {more}", "en", evidence, is_true=False)


def _replaced(sentence: str, one: str, other: str) -> str:
    return re.sub(rf"\b{one}\b", other, sentence, count=1)


def _titles() -> Iterator[tuple[str, str]]:
    return ((tenant, title) for tenant in TENANTS for title in dict.fromkeys(r["title"] for r in told.rows(tenant)))


def _each(frames: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    return ((language, frame) for language, of_it in frames.items() for frame in of_it)


def _spoken(value: str, language: str) -> str:
    """A measure as people say it: "7 L" is a 7 litre one, and "ya lita 7"."""
    if (measure := _MEASURE.fullmatch(value)) is None:
        return value
    number, unit = measure[1], _SPOKEN[language].get(measure[2], measure[2])
    return f"{unit} {number}" if language == "sw" else f"{number} {unit}"


def _cells(text: str) -> Iterator[tuple[str, str, str, str]]:
    """The first name of each row, a column, the cell with a number there, and the cell of another row."""
    table = [row for line in text.splitlines() if (row := _row(line))]
    for row in table:
        for name, cell in row[1:]:
            column = (value for other in table for called, value in other[1:] if called == name and value != cell)
            other = next((value for value in column if re.search(r"\d", value)), None)
            if other is not None and re.search(r"\d", cell) and len(cell) <= LONGEST_CELL:
                yield re.split(r", | and ", row[0][1])[0], name, cell, other


def _row(line: str) -> list[tuple[str, str]]:
    cells = [(name, value) for name, is_named, value in (cell.partition(": ") for cell in line.split("; ")) if is_named]
    return cells if len(cells) > 1 and len(cells) == line.count("; ") + 1 else []


KINDS: Final = (forms, shelf, rows, pairs, turned, described)
