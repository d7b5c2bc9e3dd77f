"""Learns topics from examples, and tells how likely a text is of each: a regression over the things it speaks of, and
how near it comes to one of the examples.

A text is known by what each thing it speaks of may be found by in the library (`words.concepts_of`), so that English,
Swahili and Sheng share what they mean. What is learned is kept as plain arrays: to ask it is a sum of some dozen rows,
and takes a quarter of a millisecond.
"""

import io
import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knowledge.own_words import speaking_of
from knowledge.search.terms.words import concepts_of
from tools.topics.examples import NONE, AskedTopic, TopicExample
from tools.topics.nearest import NearestExamples
from tools.topics.regression import fit

LENGTH: Final = 5.0
"""A text is as long as this, however many things it speaks of: measured on messages held out."""
A_SENTENCE: Final = 3
"""A text of fewer things is shorter, for it tells less: of those of one or two 4 in 100, not 8, are surely taken for
another topic, and of all as many are right."""
LEAST: Final = 0.01
"""What is less likely is nobody's concern."""


SURE: Final = (-3.3, 0.45, 3.45, -1.0, 1.1)
"""How often the likeliest topic is right, as a logistic regression tells it: by its log odds, by how much of what is
said its examples speak of too, by how much of it other trades are asked, and by the logarithm of how many things are
said. Fitted to 4,500 sentences by others than those who wrote the examples, and 1,350 that are of no topic."""
NEARNESS: Final = 8.0
"""What the nearest example adds to the log odds of its topic, where it says the very same: of the sentences that `SURE`
was fitted to, three more of a hundred are then of the likeliest."""
AS_LEARNED: Final = 2
"""Raised whenever something else is learned from the same examples."""


class Likely(NamedTuple):
    """A topic, and how likely a text is of it, 0 to 1: of what is 0.7 likely, seven of ten are."""

    topic: AskedTopic
    likely: float


class Learned:
    """What was learned: for each key of a thing the topics that it speaks for or against, and how much; and the
    examples that it stands in."""

    def __init__(
        self,
        topics: Sequence[AskedTopic],
        keys: NDArray[np.int64],
        starts: NDArray[np.int64],
        which: NDArray[np.int64],
        weights: NDArray[np.float32],
        examples: NearestExamples | None = None,
    ) -> None:
        """`which` and `weights` stand in one list, of which each key has what lies from its start to the next one's.
        What an older release has learned has no examples."""
        self._topics = tuple(topics)
        self._places = {key: place for place, key in enumerate(keys.tolist())}
        self._starts, self._which, self._weights = starts, which, weights
        self._examples = examples

    @property
    def is_current(self) -> bool:
        """Whether this release has learned it."""
        return self._examples is not None

    def likely(self, text: str) -> tuple[Likely, ...]:
        """The topics of which a text may be, likeliest first, without those that it is hardly of; none where it speaks
        of nothing that was learned."""
        things = concepts_of(text)
        worths = _worths(things)
        said = {self._places[key]: worth for key, worth in worths.items() if key in self._places}
        if not said:
            return ()
        scores = np.zeros(len(self._topics), dtype=np.float32)
        for place, worth in said.items():
            own = slice(self._starts[place], self._starts[place + 1])
            scores[self._which[own]] += worth * self._weights[own]
        if self._examples is not None:
            unknown = [worths[key] for keys in things if self._places.keys().isdisjoint(keys) for key in keys]
            scores += NEARNESS * self._examples.to(said, unknown)
        odds = np.exp(scores - scores.max())
        likely, shared = odds / odds.sum(), self._shared(things)
        none = self._topics.index(NONE) if NONE in self._topics else None
        if none is not None:
            likely[none] = 0.0
        best = int(likely.argmax())
        of_others = float(shared[none]) if none is not None else 0.0
        sure = _sure(float(likely[best]), float(shared[best]), of_others, len(things))
        # What is left to the others is less, or stays what it was; none of them becomes likelier than the likeliest.
        likely *= min(1.0, (1 - sure) / max(1 - likely[best], LEAST))
        likely = np.minimum(likely, sure)
        likely[best] = sure
        order = [best, *(at for at in np.argsort(-likely, kind="stable") if at != best)]
        return tuple(Likely(self._topics[at], float(likely[at])) for at in order if likely[at] >= LEAST)

    def _shared(self, things: Sequence[frozenset[int]]) -> NDArray[np.float64]:
        """How much of these things the examples of each topic speak of; what fewer topics speak of tells more."""
        shared, whole, topics = np.zeros(len(self._topics)), 0.0, len(self._topics)
        for keys in things:
            known = [self._which[self._of(key)] for key in keys if key in self._places]
            of_topics = np.unique(np.concatenate(known)) if known else np.empty(0, dtype=np.int64)
            worth = float(np.log(1 + topics / (1 + len(of_topics))))
            shared[of_topics] += worth
            whole += worth
        return shared / (whole or 1.0)

    def _of(self, key: int) -> slice:
        place = self._places[key]
        return slice(self._starts[place], self._starts[place + 1])

    def written(self) -> bytes:
        """As it is kept."""
        kept = io.BytesIO()
        arrays: dict[str, Any] = {
            "topics": np.frombuffer(json.dumps(self._topics).encode(), dtype=np.uint8),
            "keys": np.array(list(self._places), dtype=np.int64),
            "starts": self._starts,
            "which": self._which.astype(np.uint16),
            "weights": self._weights.astype(np.float16),
        }
        if self._examples is not None:
            arrays |= self._examples.written()
        np.savez_compressed(kept, **arrays)
        return kept.getvalue()

    @classmethod
    def read(cls, written: bytes) -> "Learned":
        """From what is kept."""
        with np.load(io.BytesIO(written), allow_pickle=False) as kept:
            topics = [AskedTopic(*one) for one in json.loads(kept["topics"].tobytes())]
            which, weights = kept["which"].astype(np.int64), kept["weights"].astype(np.float32)
            return cls(topics, kept["keys"], kept["starts"], which, weights, NearestExamples.read(kept))


@lru_cache(maxsize=4)
@speaking_of(None)
def learn(examples: tuple[TopicExample, ...]) -> Learned:
    """Learn from these, some tenths of a second for a thousand; the last ones learned from are not learned again."""
    topics = {topic: number for number, topic in enumerate(dict.fromkeys(example.topic for example in examples))}
    worths = [_worths(concepts_of(example.text)) for example in examples]
    keys = {key: number for number, key in enumerate(sorted({key for said in worths for key in said}))}
    texts = [{keys[key]: worth for key, worth in said.items()} for said in worths]
    of = [topics[example.topic] for example in examples]
    fitted = fit(texts, of, things=len(keys), topics=len(topics))
    nearest = NearestExamples.of(texts, of, things=len(keys), topics=len(topics))
    return Learned(tuple(topics), np.array(list(keys), dtype=np.int64), *fitted, nearest)


def _sure(likely: float, said: float, of_others: float, things: int) -> float:
    """How often the likeliest is right that is so likely."""
    odds = np.log(max(likely, 1e-6) / max(1 - likely, 1e-6))
    return float(1 / (1 + np.exp(-np.dot(SURE, (1.0, odds, said, of_others, np.log(things))))))


def _worths(things: Sequence[frozenset[int]]) -> dict[int, float]:
    """What each key of the things that a text speaks of is worth: a thing counts once, whatever it is found by."""
    worth: Counter[int] = Counter()
    for keys in things:
        for key in keys:
            worth[key] = max(worth[key], 1 / len(keys) ** 0.5)
    length = sum(value * value for value in worth.values()) ** 0.5 or 1.0
    told = LENGTH * min(1.0, len(things) / A_SENTENCE) ** 0.5
    return {key: told * value / length for key, value in worth.items()}
