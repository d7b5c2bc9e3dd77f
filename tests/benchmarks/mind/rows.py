"""Texts of strangers with their labels, and the interval of a figure that is counted on them."""

import csv
import json
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from tests.here import ROOT

SETS = Path(os.environ.get("BENCH_DATA", ROOT.parent / "shared" / "data"))
OWN = Path(__file__).parent.parent / "texts"
DRAWS = 500
Row = TypeVar("Row")


@cache
def of_csv(name: str) -> list[dict[str, str]]:
    """The rows of a set; none where it does not lie there."""
    path = SETS / name
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@cache
def of_jsonl(name: str) -> list[dict[str, Any]]:
    path = SETS / name
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@cache
def own(name: str) -> list[str]:
    """Sentences of our own, a line each."""
    return (OWN / name).read_text().splitlines()


def share(hits: Sequence[bool]) -> str:
    """A share with the interval that holds 95 % of its bootstrap draws."""
    return interval(hits, lambda drawn: sum(drawn) / len(drawn), "{:.1%}")


def interval(rows: Sequence[Row], figure: Callable[[Sequence[Row]], float], form: str = "{:.2f}") -> str:
    random = Random(1)
    drawn = sorted(figure(random.choices(rows, k=len(rows))) for _ in range(DRAWS))
    low, high = drawn[int(0.025 * DRAWS)], drawn[int(0.975 * DRAWS) - 1]
    return f"{form.format(figure(rows))} ({form.format(low)}-{form.format(high)})"


def macro_f1(pairs: Sequence[tuple[str, str]]) -> float:
    """The mean F1 of the true labels; each pair is (true, found)."""
    scores = []
    for label in {true for true, _ in pairs}:
        both = sum(true == found == label for true, found in pairs)
        named = sum(true == label for true, _ in pairs) + sum(found == label for _, found in pairs)
        scores.append(2 * both / named)
    return sum(scores) / len(scores)
