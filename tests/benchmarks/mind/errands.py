"""How the trained reader cuts messages that it has not learned from: every fifth of its examples, by the other four."""

import tempfile
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from journeys.reader import train
from journeys.reader.errands import read
from journeys.reader.marked import OUTSIDE, Example, examples
from journeys.understand.wishes import OF_NOTHING, SURE
from tests.benchmarks.table import Figure

FOLDS = 5
METHOD = (
    "{count} marked messages, every fifth of each file, read by what was learned from the others; right where the "
    "wishes are the marked ones in their order, nods and asides apart"
)


def measure() -> list[Figure]:
    every = examples()
    with tempfile.TemporaryDirectory() as folder:
        train.train(
            {name: [each for at, each in enumerate(some) if at % FOLDS] for name, some in every.items()}, Path(folder)
        )
        judged = [
            _judged(example, train.own_words(some), Path(folder))
            for some in every.values()
            for example in some[::FOLDS]
        ]
    method = METHOD.format(count=len(judged))
    right = sum(is_right for is_right, _ in judged) / len(judged)
    sure = [is_right for is_right, is_sure in judged if is_sure]
    return [
        Figure(what="Errands of a message, held out: all wishes right", measured=f"{right:.1%}", method=method),
        Figure(
            what="The same, where the reader is sure",
            measured=f"{sum(sure) / len(sure):.1%} of {len(sure) / len(judged):.0%}",
            method=f"every errand at least {SURE:.0%} sure",
        ),
    ]


def _judged(example: Example, is_own: train.IsOwn, learned: Path) -> tuple[bool, bool]:
    found = read(example.text, example.at, is_own, learned)
    marked = (label[2:] for label in example.acts if label.startswith("B-") or label == OUTSIDE)
    is_right = _wishes(errand.act for errand in found) == _wishes(act for act in marked if act)
    return is_right, all(errand.sure >= SURE for errand in found)


def _wishes(acts: Iterable[str]) -> list[str]:
    """One for each run of the same: whether two questions are one or two is seldom plain."""
    return [act for act, _ in groupby(act for act in acts if act not in OF_NOTHING)]
