"""A mean with the interval that chance alone explains: drawn again a thousand times from the same rows."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Row = TypeVar("Row")
_TIMES, _SEED = 1_000, 7


def of(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean, and between what 95 of 100 draws lie."""
    rows = np.asarray(values, dtype=float)
    low, high = np.percentile(rows[_drawn(len(rows))].mean(axis=1), (2.5, 97.5))
    return float(rows.mean()), float(low), float(high)


def of_rows(rows: Sequence[Row], figure: Callable[[Sequence[Row]], float]) -> tuple[float, float, float]:
    """The same for a figure that is no mean."""
    draws = [figure([rows[at] for at in drawn]) for drawn in _drawn(len(rows))]
    low, high = np.percentile(draws, (2.5, 97.5))
    return figure(rows), float(low), float(high)


def _drawn(count: int) -> NDArray[np.int64]:
    return np.random.default_rng(_SEED).integers(0, count, (_TIMES, count))


def percent(values: Sequence[float]) -> str:
    """As "73 % (66 to 79)"."""
    mean, low, high = of(values)
    return f"{mean:.1%} ({100 * low:.1f} to {100 * high:.1f})"


def fraction(values: Sequence[float]) -> str:
    """As "0.731 (0.660 to 0.790)"."""
    mean, low, high = of(values)
    return f"{mean:.3f} ({low:.3f} to {high:.3f})"
