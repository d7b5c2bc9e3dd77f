"""Where a model's cosines begin and end: each has its own, and those of one say nothing about another's.

Texts that have nothing in common are at 0.75 by one model and at 0.03 by another, and how far such pairs differ among
themselves is what the model's steps are worth. Measured from their middle in steps of their high percentile, a likeness
means the same by any model: 0 is nothing in common, 0.4 the most that one unlike pair in a hundred has, 1 an answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from knowledge.embed import Embedder

# The median of unlike pairs is where likeness begins; the 99th percentile ends it without hanging on one pair.
UNLIKE, HIGH = 50, 99
# Of the way from unlike pairs to the highest of them: that far answers are, by both models that it was measured with.
REACH = 2.5
# A library of a handful of passages has no unlike pairs to speak of: these stand in for it, in both languages.
PAIRS = (
    ("How long does delivery take?", "Orders inside the city arrive within 24 hours, elsewhere within three days."),
    ("naweza kurudisha viatu?", "Goods that were not worn can be returned within 14 days with their receipt."),
    ("what time is breakfast", "Breakfast is served daily from 6:30 am to 10:00 am at the main restaurant."),
    (
        "internet yangu iko chini",
        "If there is no internet, switch the router off for ten seconds and look at its lights.",
    ),
    ("Do you accept visa?", "Tunapokea M-Pesa, Visa na Mastercard. Risiti hutumwa kwa simu yako."),
    ("how do I change my PIN", "To choose a new PIN dial *100#, enter the old one, then type the new one twice."),
    ("is there parking", "Guests park free of charge behind the building; the gate is guarded at night."),
    ("dhamana ya simu ni muda gani", "Phones carry a warranty of one year against faults of manufacture."),
    ("can I bring my dog", "Pets are welcome in the garden cottages, and not in the rooms of the main house."),
    ("bei ya bando la wiki", "The weekly bundle has 5 GB and 100 minutes for 250 shillings."),
    ("when is my bill due", "Invoices are sent on the first of the month and are to be paid by the fifteenth."),
    ("nahitaji kufuta akaunti yangu", "An account is closed on request; what is left on it is paid out within a week."),
)


@dataclass(frozen=True, slots=True)
class Scale:
    """Cosines: of texts that have nothing to do with each other, and of a question and its answer."""

    unlike: float
    alike: float


@lru_cache(maxsize=8)
def of_pairs(embedder: Embedder) -> Scale:
    """The scale of a model by pairs of texts that belong to no library."""
    questions = np.array(embedder.embed_queries([question for question, _ in PAIRS]), dtype=np.float32)
    passages = np.array(embedder.embed_documents([passage for _, passage in PAIRS]), dtype=np.float32)
    return measure(questions, passages, range(len(PAIRS)))


def measure(questions: NDArray[np.float32], passages: NDArray[np.float32], own: Sequence[int]) -> Scale:
    """A model's scale by unit vectors; `own` tells which passage answers each question, all others are unlike it."""
    cosines = questions @ passages.T
    is_unlike = np.ones(cosines.shape, dtype=bool)
    is_unlike[np.arange(len(own)), own] = False
    unlike, high = np.percentile(cosines[is_unlike], (UNLIKE, HIGH))
    return Scale(unlike=round(float(unlike), 4), alike=round(float(unlike + REACH * (high - unlike)), 4))
