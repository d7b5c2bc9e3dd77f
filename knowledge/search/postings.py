"""Which passages speak of a question's words, and how much of it: read from lists of each word's places.

A list is packed into its word's row, so that a search reads as many rows as the question has words, and adding them up
takes no time. Full text's own index could not be asked: row-level security admits operators that cannot leak, such as
the equality of numbers, and no others.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# A place in the library and what the word is worth there, in PostgreSQL's own order of bytes.
ENTRY = np.dtype([("place", ">i4"), ("worth", ">f4")])


@dataclass(frozen=True, slots=True)
class Sharing:
    """Places, the one with the largest share of the question first."""

    places: NDArray[np.int64]
    shares: NDArray[np.float32]

    def first(self, most: int) -> "Sharing":
        return Sharing(self.places[:most], self.shares[:most])

    def __len__(self) -> int:
        return len(self.places)


def share(weights: dict[int, float], lists: dict[int, bytes]) -> Sharing:
    """The places whose passages speak of any of the words."""
    read = [(np.frombuffer(lists[word], ENTRY), weight) for word, weight in weights.items() if lists.get(word)]
    if not read:
        return Sharing(np.empty(0, np.int64), np.empty(0, np.float32))
    places = np.concatenate([entries["place"] for entries, _ in read]).astype(np.int64)
    worth = np.concatenate([entries["worth"] * np.float32(weight) for entries, weight in read])
    sums = np.bincount(places, weights=worth).astype(np.float32)
    spoken = np.flatnonzero(sums)
    order = spoken[np.argsort(-sums[spoken], kind="stable")]
    return Sharing(order, sums[order])
