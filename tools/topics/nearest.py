"""How near a text comes to the nearest example of each topic: by the things that both speak of, the rarer the more."""

from collections.abc import Mapping, Sequence
from math import log
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

OF_EXAMPLES: Final = "example_"
"""How the names of the kept arrays begin."""
LEAST: Final = 1e-6
"""An example of no thing has no length."""


class NearestExamples(NamedTuple):
    """The examples in the order of their topics. Of each thing there are those that speak of it, from its start to the
    next one's, and what it is worth in each; an example's worths are of length 1."""

    rarity: NDArray[np.float32]
    """Of each thing."""
    starts: NDArray[np.int64]
    which: NDArray[np.int64]
    worths: NDArray[np.float32]
    first: NDArray[np.int64]
    """The first example of each topic."""
    examples: int

    @classmethod
    def of(cls, texts: Sequence[Mapping[int, float]], of: Sequence[int], *, things: int, topics: int) -> Self:
        """A text is given as what each thing is worth in it, things and topics by their numbers; each topic has one."""
        order = np.argsort(np.array(of), kind="stable")
        spoken = [list(texts[at]) for at in order]
        example = np.repeat(np.arange(len(texts)), [len(each) for each in spoken])
        thing = np.array([one for each in spoken for one in each], dtype=np.int64)
        rarity = np.log((1 + len(texts)) / (1 + np.bincount(thing, minlength=things))).astype(np.float32)
        told = np.array(
            [texts[at][one] for at, each in zip(order, spoken, strict=True) for one in each], dtype=np.float32
        )
        worths = told * rarity[thing]
        lengths = np.sqrt(np.bincount(example, worths**2, minlength=len(texts)))
        by_thing = np.argsort(thing, kind="stable")
        return cls(
            rarity=rarity,
            starts=np.searchsorted(thing[by_thing], np.arange(things + 1)),
            which=example[by_thing],
            worths=(worths / np.maximum(lengths[example], LEAST))[by_thing].astype(np.float32),
            first=np.searchsorted(np.array(of)[order], np.arange(topics)),
            examples=len(texts),
        )

    def to(self, text: Mapping[int, float], unknown: Sequence[float] = ()) -> NDArray[np.float32]:
        """For each topic, from 0 to 1 where an example speaks of the very same; `unknown` is what the things are worth
        of which no example speaks."""
        told = {thing: worth * float(self.rarity[thing]) for thing, worth in text.items()}
        rarest = log(1 + self.examples)
        length = (sum(worth**2 for worth in told.values()) + sum((worth * rarest) ** 2 for worth in unknown)) ** 0.5
        near = np.zeros(self.examples, dtype=np.float32)
        for thing, worth in told.items():
            own = slice(self.starts[thing], self.starts[thing + 1])
            near[self.which[own]] += worth / (length or 1.0) * self.worths[own]
        nearest: NDArray[np.float32] = np.maximum.reduceat(near, self.first)
        return nearest

    def written(self) -> dict[str, NDArray[Any]]:
        """The arrays that are kept, by their names."""
        narrow = {
            "rarity": np.float16,
            "starts": np.int64,
            "which": np.uint32,
            "worths": np.float16,
            "first": np.uint32,
        }
        arrays = {name: np.asarray(getattr(self, name), dtype=kind) for name, kind in narrow.items()}
        return {
            f"{OF_EXAMPLES}{name}": array for name, array in (arrays | {"examples": np.array(self.examples)}).items()
        }

    @classmethod
    def read(cls, kept: Mapping[str, NDArray[Any]]) -> Self | None:
        """From what is kept; None where an older release has kept no examples."""
        if f"{OF_EXAMPLES}which" not in kept:
            return None
        wide = {"rarity": np.float32, "starts": np.int64, "which": np.int64, "worths": np.float32, "first": np.int64}
        arrays = {name: kept[f"{OF_EXAMPLES}{name}"].astype(kind) for name, kind in wide.items()}
        return cls(**arrays, examples=int(kept[f"{OF_EXAMPLES}examples"]))
