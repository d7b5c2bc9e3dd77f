"""Tables among the blocks of a passage: which rows are told, and how a row is written."""

import re
from collections.abc import Sequence
from typing import Final

from knowledge.answer.blocks import ExtractBlock
from knowledge.answer.meaning import terms
from knowledge.text import words

_JOINED: Final = re.compile(r"\b([a-z])[- ](?=[a-z]{3})")


def is_table(block: ExtractBlock) -> bool:
    """Whether its items are rows: the same label first in each, and more cells behind it."""
    return (
        len(block.units) > 1
        and len({_first_label(unit) for unit in block.units}) == 1
        and bool(_first_label(block.units[0]))
    )


def rows_meant(rows: list[str], question: str, asked: set[str], above: set[str], kind: str = "") -> list[str]:
    """The rows whose first cell names what was asked, else those that speak of it otherwise than all the table does,
    else those whose first cell names its `kind`.

    What the column is called tells no row apart, but by its own word: M-Pesa is not meant by "paid by card"."""
    label = terms(rows[0].partition(": ")[0])
    firsts = [row.partition("; ")[0].partition(": ")[2] for row in rows]
    called = [first for first in firsts if terms(first) <= label and _is_called(first, question)]
    named = speaking_of(firsts, asked - above - label)
    named = [*called, *named] if len(named) < len(rows) else called or named
    if len(named) == len(rows) and len(told := speaking_of(rows, asked - above)) < len(rows):
        return told
    if len(named) == len(rows):
        named = speaking_of(firsts, terms(kind) - above)
    return [row for row, first in zip(rows, firsts, strict=True) if first in named]


def _is_called(first: str, question: str) -> bool:
    """Whether a cell's name of one word stands in a question, joined or not: "M-Pesa", "mpesa"."""
    name, said = (words(_JOINED.sub(r"\1", text.casefold())) for text in (first, question))
    return len(name) == 1 and name[0] in said


def speaking_of(items: Sequence[str], asked: set[str]) -> list[str]:
    """The items that speak of what was asked, when some do and others do not."""
    spoken = [terms(item) for item in items]
    telling = asked - spoken[0].intersection(*spoken[1:])
    shared = [len(said & telling) for said in spoken]
    return [item for item, count in zip(items, shared, strict=True) if count] if any(shared) else list(items)


def by_label(question: str, items: Sequence[str]) -> list[str]:
    """The lines that begin with a name in capitals, as "LAN blinking green", which the question has."""
    asked, labels = set(words(question)), [item.partition(" ")[0] for item in items]
    return [item for item, label in zip(items, labels, strict=True) if label.isupper() and label.casefold() in asked]


def as_told(row: str) -> str:
    """A row as people write it: what it is about, and then the rest.

    The name of its column is left out where one word says it, "Area"; not the light of "PON light: Red", and not the
    month of "Month: 1"."""
    first, _, rest = row.partition("; ")
    column, _, about = first.partition(": ")
    is_plain = rest and " " not in column and any(map(str.isalpha, about))
    return f"*{about}*: {rest}" if is_plain else row


def _first_label(unit: str) -> str:
    cell, _, rest = unit.partition("; ")
    return cell.partition(": ")[0] if rest and ": " in cell else ""
