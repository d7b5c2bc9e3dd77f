"""How near two vectors must be to mean the same thing, for each embedding model."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cosine similarities: below `weak` a product is not what was meant, from `strong` on it surely is."""

    weak: float
    strong: float


_BY_MODEL = {
    # The built-in model hashes words: its likeness of unrelated texts is noise, and words are counted anyway.
    "local/tulia-1": Thresholds(weak=0.60, strong=0.80),
    # Measured on the demo's shelves: what they do not hold comes to 0.84 at most.
    "e5/multilingual-e5-small-q4": Thresholds(weak=0.83, strong=0.86),
    "openai/text-embedding-3-small": Thresholds(weak=0.38, strong=0.52),
    "openai/text-embedding-3-large": Thresholds(weak=0.36, strong=0.50),
    "openai/text-embedding-ada-002": Thresholds(weak=0.80, strong=0.86),
}
_OTHER_MODELS = Thresholds(weak=0.45, strong=0.60)


def thresholds(model: str) -> Thresholds:
    """The thresholds of a model by its key."""
    return _BY_MODEL.get(model, _OTHER_MODELS)
